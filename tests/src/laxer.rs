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

/// Writes the list as it reads: the name, the rule, the dialects, why, and the condition.
macro_rules! laxer {
    ($($name:literal: $rule:ident in $dialects:ident, $why:ident if |$place:ident| $is:expr;)+) => {
        &[$(Laxer {
            name: $name,
            dialects: $dialects,
            rule: Rule::$rule,
            is: |$place| $is,
            why: Why::$why,
        }),+]
    };
}

/// All of them.
pub const LAXER: &[Laxer] = laxer! {
    "names with invalid characters": Name in BOTH, Documented
        if |place| place.finding.limit.is_none() && place.has_name(is_odd);
    "long names are truncated silently": DialectLimit in POSTGRES, Meaning
        if |place| place.finding.limit == Some(63);
    "names that are too long in both dialects are truncated too": Name in POSTGRES, Meaning
        if |place| place.finding.limit == Some(128);
    "PRIMARY_KEY in a named schema": Name in BOTH, Documented
        if |place| place.table.schema.is_some() && place.finding.index.as_deref().is_some_and(|name| {
            name.eq_ignore_ascii_case("primary_key")
        });
    "schemas named like Spanner's own": Name in BOTH, Ours
        if |place| place.table.schema.is_some_and(is_spanners);
    "names of constraints in a named schema": Name in BOTH, Documented
        if |place| place.table.schema.is_some()
            && place.finding.column.is_none()
            && place.finding.limit.is_none();
    "a table without a key has one row": KeyLength in GOOGLE, Meaning
        if |place| place.table.key.is_empty();
    "a table of the other dialect": DialectLimit in BOTH, Ours
        if |place| place.table.dialect.is_some() && place.finding.column.is_none();
    "nullable keys become NOT NULL": DialectLimit in POSTGRES, Meaning
        if |place| place.in_key() && place.column(|column| column.nullable);
    "a NUMERIC has more than one text": DialectLimit in POSTGRES, Meaning
        if |place| place.column(|column| matches!(column.fill, Fill::Shard(_)));
    "nullable keys become NOT NULL, in the parent or the child": ParentKey in POSTGRES, Meaning
        if |place| place.parts_differ(|column| column.nullable);
    "a random shard has no inputs": UnknownColumn in BOTH, Ours
        if |place| place.table.columns.iter().any(|column| {
            matches!(column.fill, Fill::Shard(shard) if shard.by == ShardBy::Chance && !shard.inputs.is_empty())
        });
    "FLOAT32 in a key or an index": KeyType in BOTH, Documented
        if |place| place.is_scalar(Scalar::Float32);
    "virtual columns in a key": Expression in BOTH, Documented
        if |place| place.in_key()
            && place.column(|column| matches!(column.fill, Fill::Generated { stored: false, .. }));
    "inputs of a generated key column": Expression in BOTH, Documented
        if |place| place.in_key()
            && place.column(|column| matches!(column.fill, Fill::Generated { stored: true, .. }));
    "FLOAT32 in a foreign key": ForeignKey in BOTH, Documented
        if |place| place.is_scalar(Scalar::Float32);
    "a reference to children of expiring rows": Expiry in BOTH, Documented
        if |place| place.finding.column.is_none() && !place.table.foreign_keys.is_empty();
    "an interleaved index without the whole key of its host": IndexParent in BOTH, Documented
        if |place| place.index_carries_key();
    "commit timestamps in the parent or the child only": ParentKey in BOTH, Meaning
        if |place| place.parts_differ(|column| column.commit_timestamp);
    "a table without columns": TableSize in GOOGLE, Meaning
        if |place| place.table.columns.is_empty();
    "a NUL character": Expression in GOOGLE, Meaning
        if |place| place.has_text(|text| text.contains('\0'));
    "dollar quotes": Expression in POSTGRES, Meaning
        if |place| place.has_text(|text| text.contains('$'));
    "adjacent literals": Expression in POSTGRES, Meaning
        if |place| place.has_text(|text| text.contains("'\n'") || text.contains("' '"));
    "braces without a known field": Expression in BOTH, Ours
        if |place| place.has_text(has_lone_brace);
    "text that could end its clause": Expression in BOTH, Meaning
        if |place| place.has_text(|text| text.contains("), "));
    "comments in expressions": Expression in BOTH, Meaning
        if |place| place.has_text(|text| ["--", "/*", "#"].iter().any(|mark| text.contains(mark)));
    "bytes have no length": FillType in POSTGRES, Ours
        if |place| place.finding.limit.is_some()
            && place.column(|column| column.ty.scalar == Scalar::Binary);
    "bytes have no length, in the parent or the child": ParentKey in POSTGRES, Ours
        if |place| place.parts_differ(|column| (column.ty.scalar == Scalar::Binary, column.ty.length));
    "inherited parts that differ from the parent's key": ParentKey in BOTH, Ours
        if |place| place.inherited() != place.table.parent.map_or(0, |parent| parent.table.key.len());
    "a commit timestamp that the client fills": FillType in BOTH, Ours
        if |place| place.column(|column| column.commit_timestamp && column.fill != Fill::Supplied);
    "a column too small for its id": FillType in BOTH, Ours
        if |place| place.column(|column| {
            matches!(column.fill, Fill::UuidV4 | Fill::UuidV7 | Fill::UlidKey)
        });
    "a filled number that is not an INT64": FillType in BOTH, Ours
        if |place| place.column(|column| {
            matches!(column.fill, Fill::Random | Fill::BitReversed | Fill::Sequence(_))
        });
    "a shard that is not an INT64": FillType in BOTH, Ours
        if |place| place.column(|column| matches!(column.fill, Fill::Shard(_)) && !column.nullable);
    "values that are not known": FillType in BOTH, Ours
        if |place| place.column(|column| {
            column.variants.is_empty() && column.extra.is_some_and(|extra| extra.check_values)
        });
    "a filled column that is nullable": FillType in BOTH, Ours
        if |place| place.column(|column| column.nullable && column.fill != Fill::Supplied);
    "the count of shards": ShardInput in BOTH, Ours
        if |place| place.finding.limit.is_some();
    "inputs of a shard in a key": ShardInput in BOTH, Documented
        if |place| place.in_key() && place.column(|column| {
            matches!(column.fill, Fill::Shard(shard) if shard.by == ShardBy::Database)
        });
    "inputs of a shard": ShardInput in BOTH, Ours
        if |place| place.finding.limit.is_none();
};

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
