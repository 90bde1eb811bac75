//! What we refuse but the emulator accepts, each with a name and a reason.
//!
//! The list is complete: the emulator must refuse everything that is not listed, and an unused line
//! is an error.

use spanner_keys::Dialect;
use spanner_keys::rules::{Finding, Rule};
use spanner_keys::schema::{
    ColumnDef, Fill, IndexDef, IndexParent, Scalar, ShardBy, SqlText, TableDef,
};

/// Why we refuse more than the emulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The documentation and the service refuse it; the emulator does not check it.
    Documented,
    /// Spanner accepts it with another meaning than the author's, or than in the other dialect.
    Meaning,
    /// The database does not know it: the Rust side of the table is invalid, or a column could not
    /// be filled.
    Ours,
}

/// A kind of refusal that the emulator does not share.
#[derive(Clone, Copy)]
pub struct Laxer {
    /// Its name.
    pub name: &'static str,
    /// Where.
    pub dialects: &'static [Dialect],
    /// The rule that refuses it.
    pub rule: Rule,
    /// Whether the finding is of this kind; the emulator has the rule's other findings too.
    pub is: fn(&Place<'_>) -> bool,
    /// Why we refuse it.
    pub why: Why,
}

/// A finding, and what it is about.
pub struct Place<'t> {
    finding: &'t Finding,
    table: TableDef<'t>,
    column: Option<ColumnDef<'t>>,
}

impl<'t> Place<'t> {
    fn new(finding: &'t Finding, tables: &[TableDef<'t>]) -> Option<Self> {
        let table = tables.iter().rev().find(|table| table.path() == finding.table)?;
        let named = |column: &&ColumnDef<'_>| finding.column.as_deref() == Some(column.name);
        Some(Self { finding, table: *table, column: table.columns.iter().find(named).copied() })
    }

    fn column(&self, is: impl Fn(ColumnDef<'t>) -> bool) -> bool {
        self.column.is_some_and(is)
    }

    fn is_scalar(&self, scalar: Scalar) -> bool {
        self.column(|column| column.ty.scalar == scalar && !column.ty.array)
    }

    /// Whether the column is part of the key.
    fn in_key(&self) -> bool {
        self.column(|column| {
            let at = self.table.columns.iter().position(|other| *other == column);
            at.is_some_and(|at| self.table.key_position(at).is_some())
        })
    }

    /// Whether one of the names in the table, including its schema, satisfies the condition.
    fn has_name(&self, is: impl Fn(&str) -> bool) -> bool {
        let table = &self.table;
        let columns = table.columns.iter().map(|column| column.name);
        let indexes = table.indexes.iter().map(|index| index.name);
        let checks = table.checks.iter().filter_map(|check| check.name);
        let keys = table.foreign_keys.iter().filter_map(|key| key.name);
        let sequences = table.columns.iter().filter_map(|column| match column.fill {
            Fill::Sequence(sequence) => Some(sequence.name),
            _ => None,
        });
        let own = [table.name].into_iter().chain(table.schema);
        own.chain(columns).chain(indexes).chain(checks).chain(keys).chain(sequences).any(is)
    }

    /// Whether the SQL text of the finding, of the column or of a check, satisfies the condition.
    fn has_text(&self, is: impl Fn(&str) -> bool) -> bool {
        let texts: Vec<SqlText<'_>> = match self.column.map(|column| column.fill) {
            Some(Fill::Default(sql) | Fill::Generated { sql, .. }) => vec![sql],
            Some(_) => Vec::new(),
            None => self.table.checks.iter().map(|check| check.sql).collect(),
        };
        texts.into_iter().flat_map(|sql| [sql.googlesql, sql.postgresql]).flatten().any(is)
    }

    /// Whether the index starts with the key of its host if the key columns that it stores
    /// implicitly count too.
    fn index_carries_key(&self) -> bool {
        let table = &self.table;
        let named = |index: &&IndexDef<'_>| self.finding.index.as_deref() == Some(index.name);
        let Some(index) = table.indexes.iter().find(named) else { return false };
        let host = match index.interleave {
            Some(IndexParent::Ancestor(host)) => host,
            _ => table,
        };
        let own: Vec<usize> = index.columns.iter().map(|part| part.column).collect();
        let tail = table.key.iter().map(|part| part.column).filter(|at| !own.contains(at));
        let mut carried = own.iter().copied().chain(tail).map(|at| table.columns[at].name);
        let mut key = host.key.iter().map(|part| host.columns[part.column].name);
        key.all(|name| carried.next() == Some(name))
    }

    /// How many key parts are marked as inherited.
    fn inherited(&self) -> usize {
        self.table.key.iter().filter(|part| part.inherited).count()
    }

    /// Whether a key part of the parent differs in this from the child's.
    fn parts_differ<T: PartialEq>(&self, fact: impl Fn(&ColumnDef<'_>) -> T) -> bool {
        self.table.parent.is_some_and(|parent| {
            let of = |table: &TableDef<'_>, part: usize| {
                let column = table.key.get(part).and_then(|part| table.columns.get(part.column));
                column.map(&fact)
            };
            let mut parts = 0..parent.table.key.len();
            parts.any(|part| of(parent.table, part) != of(&self.table, part))
        })
    }
}

fn is_odd(name: &str) -> bool {
    !name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        || name.contains(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

fn is_spanners(schema: &str) -> bool {
    let schema = schema.to_lowercase();
    ["public", "information_schema", "spanner"].contains(&&*schema)
        || schema.starts_with("pg_")
        || schema.starts_with("spanner_")
}

/// Whether there is a brace besides escaped ones and fields.
fn has_lone_brace(text: &str) -> bool {
    let mut rest = text.replace("{{", "").replace("}}", "");
    while let Some((before, after)) = rest.split_once('{') {
        let Some((field, end)) = after.split_once('}') else { return true };
        if before.contains('}') || field.contains('{') {
            return true;
        }
        rest = format!("{before}{end}");
    }
    rest.contains('}')
}

const BOTH: &[Dialect] = &[Dialect::GoogleSql, Dialect::PostgreSql];
const GOOGLE: &[Dialect] = &[Dialect::GoogleSql];
const POSTGRES: &[Dialect] = &[Dialect::PostgreSql];

/// All of them.
pub const LAXER: &[Laxer] = &[
    Laxer {
        name: "names with invalid characters",
        dialects: BOTH,
        rule: Rule::Name,
        is: |place| place.finding.limit.is_none() && place.has_name(is_odd),
        why: Why::Documented,
    },
    Laxer {
        name: "long names are truncated silently",
        dialects: POSTGRES,
        rule: Rule::DialectLimit,
        is: |place| place.finding.limit == Some(63),
        why: Why::Meaning,
    },
    Laxer {
        name: "names that are too long in both dialects are truncated too",
        dialects: POSTGRES,
        rule: Rule::Name,
        is: |place| place.finding.limit == Some(128),
        why: Why::Meaning,
    },
    Laxer {
        name: "PRIMARY_KEY in a named schema",
        dialects: BOTH,
        rule: Rule::Name,
        is: |place| {
            place.table.schema.is_some()
                && place
                    .finding
                    .index
                    .as_deref()
                    .is_some_and(|name| name.eq_ignore_ascii_case("primary_key"))
        },
        why: Why::Documented,
    },
    Laxer {
        name: "schemas named like Spanner's own",
        dialects: BOTH,
        rule: Rule::Name,
        is: |place| place.table.schema.is_some_and(is_spanners),
        why: Why::Ours,
    },
    Laxer {
        name: "names of constraints in a named schema",
        dialects: BOTH,
        rule: Rule::Name,
        is: |place| {
            place.table.schema.is_some()
                && place.finding.column.is_none()
                && place.finding.limit.is_none()
        },
        why: Why::Documented,
    },
    Laxer {
        name: "a table without a key has one row",
        dialects: GOOGLE,
        rule: Rule::KeyLength,
        is: |place| place.table.key.is_empty(),
        why: Why::Meaning,
    },
    Laxer {
        name: "nullable keys become NOT NULL",
        dialects: POSTGRES,
        rule: Rule::DialectLimit,
        is: |place| place.in_key() && place.column(|column| column.nullable),
        why: Why::Meaning,
    },
    Laxer {
        name: "a NUMERIC has more than one text",
        dialects: POSTGRES,
        rule: Rule::DialectLimit,
        is: |place| place.column(|column| matches!(column.fill, Fill::Shard(_))),
        why: Why::Meaning,
    },
    Laxer {
        name: "nullable keys become NOT NULL, in the parent or the child",
        dialects: POSTGRES,
        rule: Rule::ParentKey,
        is: |place| place.parts_differ(|column| column.nullable),
        why: Why::Meaning,
    },
    Laxer {
        name: "a random shard has no inputs",
        dialects: BOTH,
        rule: Rule::UnknownColumn,
        is: |place| {
            place.table.columns.iter().any(|column| matches!(column.fill, Fill::Shard(shard) if shard.by == ShardBy::Chance && !shard.inputs.is_empty()))
        },
        why: Why::Ours,
    },
    Laxer {
        name: "FLOAT32 in a key or an index",
        dialects: BOTH,
        rule: Rule::KeyType,
        is: |place| place.is_scalar(Scalar::Float32),
        why: Why::Documented,
    },
    Laxer {
        name: "virtual columns in a key",
        dialects: BOTH,
        rule: Rule::Expression,
        is: |place| {
            place.in_key()
                && place
                    .column(|column| matches!(column.fill, Fill::Generated { stored: false, .. }))
        },
        why: Why::Documented,
    },
    Laxer {
        name: "inputs of a generated key column",
        dialects: BOTH,
        rule: Rule::Expression,
        is: |place| {
            place.in_key()
                && place
                    .column(|column| matches!(column.fill, Fill::Generated { stored: true, .. }))
        },
        why: Why::Documented,
    },
    Laxer {
        name: "FLOAT32 in a foreign key",
        dialects: BOTH,
        rule: Rule::ForeignKey,
        is: |place| place.is_scalar(Scalar::Float32),
        why: Why::Documented,
    },
    Laxer {
        name: "a reference to children of expiring rows",
        dialects: BOTH,
        rule: Rule::Expiry,
        is: |place| place.finding.column.is_none() && !place.table.foreign_keys.is_empty(),
        why: Why::Documented,
    },
    Laxer {
        name: "an interleaved index without the whole key of its host",
        dialects: BOTH,
        rule: Rule::IndexParent,
        is: |place| place.index_carries_key(),
        why: Why::Documented,
    },
    Laxer {
        name: "commit timestamps in the parent or the child only",
        dialects: BOTH,
        rule: Rule::ParentKey,
        is: |place| place.parts_differ(|column| column.commit_timestamp),
        why: Why::Meaning,
    },
    Laxer {
        name: "a table without columns",
        dialects: GOOGLE,
        rule: Rule::TableSize,
        is: |place| place.table.columns.is_empty(),
        why: Why::Meaning,
    },
    Laxer {
        name: "a NUL character",
        dialects: GOOGLE,
        rule: Rule::Expression,
        is: |place| place.has_text(|text| text.contains('\0')),
        why: Why::Meaning,
    },
    Laxer {
        name: "dollar quotes",
        dialects: POSTGRES,
        rule: Rule::Expression,
        is: |place| place.has_text(|text| text.contains('$')),
        why: Why::Meaning,
    },
    Laxer {
        name: "adjacent literals",
        dialects: POSTGRES,
        rule: Rule::Expression,
        is: |place| place.has_text(|text| text.contains("'\n'") || text.contains("' '")),
        why: Why::Meaning,
    },
    Laxer {
        name: "braces without a known field",
        dialects: BOTH,
        rule: Rule::Expression,
        is: |place| place.has_text(has_lone_brace),
        why: Why::Ours,
    },
    Laxer {
        name: "text that could end its clause",
        dialects: BOTH,
        rule: Rule::Expression,
        is: |place| place.has_text(|text| text.contains("), ")),
        why: Why::Meaning,
    },
    Laxer {
        name: "comments in expressions",
        dialects: BOTH,
        rule: Rule::Expression,
        is: |place| place.has_text(|text| ["--", "/*", "#"].iter().any(|mark| text.contains(mark))),
        why: Why::Meaning,
    },
    Laxer {
        name: "bytes have no length",
        dialects: POSTGRES,
        rule: Rule::FillType,
        is: |place| {
            place.finding.limit.is_some()
                && place.column(|column| column.ty.scalar == Scalar::Binary)
        },
        why: Why::Ours,
    },
    Laxer {
        name: "bytes have no length, in the parent or the child",
        dialects: POSTGRES,
        rule: Rule::ParentKey,
        is: |place| {
            place.parts_differ(|column| (column.ty.scalar == Scalar::Binary, column.ty.length))
        },
        why: Why::Ours,
    },
    Laxer {
        name: "inherited parts that differ from the parent's key",
        dialects: BOTH,
        rule: Rule::ParentKey,
        is: |place| {
            place.inherited() != place.table.parent.map_or(0, |parent| parent.table.key.len())
        },
        why: Why::Ours,
    },
    Laxer {
        name: "a commit timestamp that the client fills",
        dialects: BOTH,
        rule: Rule::FillType,
        is: |place| place.column(|column| column.commit_timestamp && column.fill != Fill::Supplied),
        why: Why::Ours,
    },
    Laxer {
        name: "a column too small for its id",
        dialects: BOTH,
        rule: Rule::FillType,
        is: |place| {
            place
                .column(|column| matches!(column.fill, Fill::UuidV4 | Fill::UuidV7 | Fill::UlidKey))
        },
        why: Why::Ours,
    },
    Laxer {
        name: "a filled number that is not an INT64",
        dialects: BOTH,
        rule: Rule::FillType,
        is: |place| {
            place.column(|column| {
                matches!(column.fill, Fill::Random | Fill::BitReversed | Fill::Sequence(_))
            })
        },
        why: Why::Ours,
    },
    Laxer {
        name: "a shard that is not an INT64",
        dialects: BOTH,
        rule: Rule::FillType,
        is: |place| {
            place.column(|column| matches!(column.fill, Fill::Shard(_)) && !column.nullable)
        },
        why: Why::Ours,
    },
    Laxer {
        name: "a filled column that is nullable",
        dialects: BOTH,
        rule: Rule::FillType,
        is: |place| place.column(|column| column.nullable && column.fill != Fill::Supplied),
        why: Why::Ours,
    },
    Laxer {
        name: "the count of shards",
        dialects: BOTH,
        rule: Rule::ShardInput,
        is: |place| place.finding.limit.is_some(),
        why: Why::Ours,
    },
    Laxer {
        name: "inputs of a shard in a key",
        dialects: BOTH,
        rule: Rule::ShardInput,
        is: |place| {
            place.in_key() && place.column(|column| matches!(column.fill, Fill::Shard(shard) if shard.by == ShardBy::Database))
        },
        why: Why::Documented,
    },
    Laxer {
        name: "inputs of a shard",
        dialects: BOTH,
        rule: Rule::ShardInput,
        is: |place| place.finding.limit.is_none(),
        why: Why::Ours,
    },
];

/// What we accept but the emulator refuses, although the documentation allows it: a part of the
/// emulator's message.
pub const STRICTER: &[(&str, &str)] = &[(
    "a foreign key with a cascade to rows that expire",
    "Cannot add a row deletion policy to table",
)];

/// The lines for these findings; `None` if a finding has no line.
#[must_use]
pub fn find(
    findings: &[Finding],
    tables: &[TableDef<'_>],
    dialect: Dialect,
) -> Option<Vec<&'static Laxer>> {
    let line = |finding: &Finding| {
        let place = Place::new(finding, tables)?;
        let mut lines = LAXER.iter().filter(|line| line.dialects.contains(&dialect));
        lines.find(|line| line.rule == finding.rule && (line.is)(&place))
    };
    findings.iter().map(line).collect()
}

/// Schemas that crash the emulator, and are never sent: an identity column of another type than
/// INT64, and two columns of one name in a table with an expression.
#[must_use]
pub fn deadly(tables: &[TableDef<'_>]) -> Option<&'static str> {
    let mut columns = tables.iter().flat_map(|table| table.columns);
    if columns.any(|column| {
        matches!(column.fill, Fill::Identity(_))
            && (column.ty.scalar != Scalar::Int64 || column.ty.array)
    }) {
        return Some("an identity column of another type than INT64");
    }
    let twice = |table: &TableDef<'_>| {
        let names = table.columns.iter().map(|column| column.name.to_lowercase());
        let expressions = !table.checks.is_empty()
            || table.columns.iter().any(|column| column.fill != Fill::Supplied);
        expressions && names.collect::<std::collections::HashSet<_>>().len() < table.columns.len()
    };
    tables.iter().any(twice).then_some("two columns of one name in a table with an expression")
}
