//! Makes one thing in a valid schema invalid, or nearly invalid.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, IndexColumn, KeyPart, OnDelete, Scalar, SequenceDef,
    ShardBy, ShardDef, SqlText, SqlType, Ttl,
};

use super::spec::{ForeignKeySpec, IndexSpec, Spec, TableSpec};
use super::wish::{Numbers, Picks};
use crate::unchecked::longest;

/// Changes a schema in one place; `None` if it has no such place.
type Spoil = fn(&mut Spec, &mut Picks<'_>, Dialect) -> Option<()>;

/// Every way to spoil a schema, by name.
const SPOILS: &[(&str, Spoil)] = &[
    ("a name with other characters", |spec, picks, _| {
        let name = picks.from(&[
            "", "1a", "_a", "a-b", "a b", "a`b", "a\"b", "a.b", "é", "a\\", "a\n", "a'b", "a;b",
            "a)", "a--b",
        ])?;
        rename(spec, picks, name)
    }),
    ("a name that is too long", |spec, picks, dialect| {
        let length = longest(dialect) + 1 + picks.of(2) * 100;
        rename(spec, picks, "n".repeat(length).leak())
    }),
    ("a name that is taken", |spec, picks, _| {
        let (one, two) = (any(spec, picks)?.name, picks.of(2) == 0);
        let name = if two { one } else { one.to_lowercase().leak() };
        rename(spec, picks, name)
    }),
    ("a name of Spanner's own", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        if picks.of(2) == 0 {
            table.schema = picks.from(&[
                Some("public"),
                Some("information_schema"),
                Some("pg_x"),
                Some("spanner_sys"),
            ])?;
            return Some(());
        }
        index(table, picks)?.name = "PRIMARY_KEY";
        Some(())
    }),
    ("a column's name twice", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let name = table.columns[picks.of(table.columns.len())].name.to_uppercase().leak();
        column(table, picks).name = name;
        Some(())
    }),
    ("a length", |spec, picks, _| {
        let length = picks.from(&[0, 2_621_441, 10_485_761, u32::MAX, 1])?;
        column(any_mut(spec, picks)?, picks).ty.length = Some(length);
        Some(())
    }),
    ("another type", |spec, picks, _| {
        let scalar = picks.from(&[
            Scalar::JsonDocument,
            Scalar::Float32,
            Scalar::Numeric,
            Scalar::Text,
            Scalar::Int64,
            Scalar::Float64,
        ])?;
        let array = picks.one_in(4);
        column(any_mut(spec, picks)?, picks).ty = SqlType { scalar, length: None, array };
        Some(())
    }),
    ("nullable or not", |spec, picks, _| {
        let column = column(any_mut(spec, picks)?, picks);
        column.nullable = !column.nullable;
        Some(())
    }),
    ("a commit timestamp", |spec, picks, _| {
        column(any_mut(spec, picks)?, picks).commit_timestamp = true;
        Some(())
    }),
    ("no key", |spec, picks, _| {
        any_mut(spec, picks)?.key.clear();
        Some(())
    }),
    ("a key part twice", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let part = *table.key.get(picks.of(table.key.len()))?;
        table.key.push(KeyPart { inherited: false, ..part });
        Some(())
    }),
    ("a key part less", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let at = picks.of(table.key.len());
        table.key.get(at)?;
        table.key.remove(at);
        Some(())
    }),
    ("key parts in another order", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let at = picks.of(table.key.len());
        table.key.get(at + 1)?;
        table.key.swap(at, at + 1);
        Some(())
    }),
    ("a descending key part", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let at = picks.of(table.key.len());
        let part = table.key.get_mut(at)?;
        part.descending = !part.descending;
        Some(())
    }),
    ("17 key columns", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        while table.key.len() < 17 {
            table.key.push(KeyPart::new(table.columns.len()));
            table.columns.push(ColumnDef::new(
                format!("Extra{}", table.columns.len()).leak(),
                SqlType::INT64,
            ));
        }
        Some(())
    }),
    ("a key column that is not there", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        table.key.push(KeyPart::new(table.columns.len() + picks.of(9)));
        Some(())
    }),
    ("a chain of eight", |spec, picks, _| {
        chain(spec, picks, 8);
        Some(())
    }),
    ("an index in the last table of a chain", |spec, picks, _| {
        let level = 5 + picks.of(3);
        let last = chain(spec, picks, level);
        let table = &mut spec.tables[last];
        let mut columns: Vec<IndexColumn> = table
            .key
            .iter()
            .map(|part| IndexColumn { column: part.column, descending: part.descending })
            .collect();
        columns.push(IndexColumn { column: table.columns.len(), descending: false });
        table.columns.push(ColumnDef::new("Indexed", SqlType::TEXT));
        table.indexes.push(IndexSpec {
            name: "Spoiled",
            columns,
            storing: Vec::new(),
            unique: false,
            null_filtered: false,
            host: Some(last),
            waiver: None,
        });
        Some(())
    }),
    ("another parent", |spec, picks, _| {
        let at = picks.of(spec.tables.len());
        let parent = picks.of(at);
        (parent < at).then(|| spec.tables[at].parent = Some((parent, OnDelete::NoAction)))
    }),
    ("a default", |spec, picks, _| {
        let sql = picks.from(HOSTILE)?;
        column(any_mut(spec, picks)?, picks).fill = Fill::Default(sql);
        Some(())
    }),
    ("a default from a column", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let field = table.columns[picks.of(table.columns.len())].field;
        column(table, picks).fill = Fill::Default(SqlText::both(format!("{{{field}}}").leak()));
        Some(())
    }),
    ("a generated column", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let fields =
            picks.some(&table.columns.iter().map(|column| column.field).collect::<Vec<_>>(), 3);
        let terms: Vec<String> =
            fields.iter().map(|field| format!("({{{field}}} IS NULL)")).collect();
        let sql = SqlText::both(terms.join(" OR ").leak());
        let stored = picks.of(2) == 0;
        let column = column(table, picks);
        (column.fill, column.ty) = (Fill::Generated { sql, stored }, SqlType::BOOL);
        Some(())
    }),
    ("a counter", |spec, picks, _| {
        let options = picks.from(&[
            CounterOptions { skip_range: Some((2, 1)), start_counter: None },
            CounterOptions { skip_range: None, start_counter: Some(0) },
            CounterOptions { skip_range: None, start_counter: Some(-1) },
            CounterOptions { skip_range: Some((-5, -1)), start_counter: None },
            CounterOptions {
                skip_range: Some((i64::MIN, i64::MAX)),
                start_counter: Some(i64::MAX),
            },
        ])?;
        let identity = picks.of(2) == 0;
        let column = column(any_mut(spec, picks)?, picks);
        column.fill = if identity {
            Fill::Identity(options)
        } else {
            Fill::Sequence(SequenceDef { name: "Spoiled", options })
        };
        // An identity column of another type crashes the emulator, so it is never sent.
        column.ty = SqlType::INT64;
        Some(())
    }),
    ("a sequence", |spec, picks, _| {
        let options = CounterOptions::default();
        column(any_mut(spec, picks)?, picks).fill =
            Fill::Sequence(SequenceDef { name: "Spoiled", options });
        Some(())
    }),
    ("a strategy", |spec, picks, _| {
        column(any_mut(spec, picks)?, picks).fill = picks.from(&[
            Fill::UuidV4,
            Fill::UuidV7,
            Fill::UlidKey,
            Fill::Random,
            Fill::BitReversed,
        ])?;
        Some(())
    }),
    ("a shard", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let inputs = picks.some(&(0..=table.columns.len()).collect::<Vec<_>>(), 3).leak();
        let by = picks.from(&[ShardBy::Database, ShardBy::Client, ShardBy::Chance])?;
        let count = picks.from(&[16, 7, 1, 0, 1025])?;
        let column = column(table, picks);
        (column.fill, column.ty) = (Fill::Shard(ShardDef { count, inputs, by }), SqlType::INT64);
        Some(())
    }),
    ("a check", |spec, picks, _| {
        let sql = picks.from(HOSTILE)?;
        let name = picks.from(&[None, Some("spoiled")])?;
        any_mut(spec, picks)?.checks.push(CheckDef { name, sql });
        Some(())
    }),
    ("a check of some column", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let field = table.columns[picks.of(table.columns.len())].field;
        let sql = picks
            .from(&[
                "$ IS NOT NULL", "$ > 0", "$) OR (1 = 1", "($", "$ > 0 -- x", "$ = 'a", "$$ > 0",
            ])?
            .replace('$', &format!("{{{field}}}"));
        table.checks.push(CheckDef { name: None, sql: SqlText::both(sql.leak()) });
        Some(())
    }),
    ("an index", |spec, picks, _| {
        let host = picks.of(spec.tables.len());
        let table = any_mut(spec, picks)?;
        let all: Vec<usize> = (0..=table.columns.len()).collect();
        let columns = picks
            .some(&all, 3)
            .into_iter()
            .map(|column| IndexColumn { column, descending: false })
            .collect();
        let storing = if picks.of(2) == 0 { picks.some(&all, 2) } else { Vec::new() };
        let host = picks.one_in(3).then_some(host);
        let (unique, null_filtered) = (picks.of(2) == 0, picks.of(2) == 0);
        table.indexes.push(IndexSpec {
            name: "Spoiled",
            columns,
            storing,
            unique,
            null_filtered,
            host,
            waiver: None,
        });
        Some(())
    }),
    ("an index column twice", |spec, picks, _| {
        let index = index(any_mut(spec, picks)?, picks)?;
        index.columns.push(*index.columns.first()?);
        Some(())
    }),
    ("an index without columns", |spec, picks, _| {
        index(any_mut(spec, picks)?, picks)?.columns.clear();
        Some(())
    }),
    ("an index elsewhere", |spec, picks, _| {
        let host = picks.of(spec.tables.len());
        index(any_mut(spec, picks)?, picks)?.host = Some(host);
        Some(())
    }),
    ("a foreign key", |spec, picks, _| {
        // One past the last table is a table that does not exist.
        let other = picks.of(spec.tables.len() + 1);
        let theirs: Vec<&'static str> = spec
            .tables
            .get(other)
            .map(|other| other.columns.iter().map(|column| column.name).collect())
            .unwrap_or_default();
        let theirs = if picks.one_in(5) { vec!["Nothing"] } else { picks.some(&theirs, 2) };
        let table = any_mut(spec, picks)?;
        let columns = picks.some(&(0..table.columns.len()).collect::<Vec<_>>(), 2);
        let on_delete = OnDelete::NoAction;
        table.foreign_keys.push(ForeignKeySpec {
            name: Some("spoiled"),
            columns,
            other,
            theirs,
            on_delete,
            waiver: None,
        });
        Some(())
    }),
    ("expiry", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let days = picks.from(&[0, 1, u32::MAX])?;
        table.ttl = Some(Ttl { column: picks.of(table.columns.len() + 1), days });
        Some(())
    }),
    ("expiry after a timestamp", |spec, picks, _| {
        let table = any_mut(spec, picks)?;
        let times = (0..table.columns.len())
            .filter(|&at| table.columns[at].ty == SqlType::TIMESTAMP)
            .collect::<Vec<_>>();
        table.ttl = Some(Ttl { column: picks.from(&times)?, days: 1 });
        Some(())
    }),
    ("1,025 columns", |spec, picks, _| {
        // Rarely, because so many columns take long.
        let table = any_mut(spec, picks)?;
        let most = if picks.one_in(4) { 1024 + picks.of(2) } else { return None };
        while table.columns.len() < most {
            let name = format!("Extra{}", table.columns.len()).leak();
            table
                .columns
                .push(ColumnDef { nullable: true, ..ColumnDef::new(name, SqlType::INT64) });
        }
        Some(())
    }),
];

/// Texts that no default and no check may hold, or only those of one dialect.
const HOSTILE: &[SqlText<'static>] = &[
    SqlText::both("1"),
    SqlText::both(""),
    SqlText::both("1 = 1"),
    SqlText::both("NULL"),
    SqlText::both("'"),
    SqlText::both("\""),
    SqlText::both("`"),
    SqlText::both("1) STORED, `x` INT64 AS (1"),
    SqlText::both("1), \"x\" bigint DEFAULT (1"),
    SqlText::both("1; DROP TABLE T0"),
    SqlText::both("1 -- x"),
    SqlText::both("1 # x"),
    SqlText::both("1 /* x"),
    SqlText::both("1 /* x */"),
    SqlText::both("$$a$$"),
    SqlText::both("E'\\'"),
    SqlText::both("'\\'"),
    SqlText::both("'''"),
    SqlText::both("'a' 'b'"),
    SqlText::both("{unknown}"),
    SqlText::both("{"),
    SqlText::both("a}"),
    SqlText::both("unknown"),
    SqlText::both("\0"),
    SqlText::both("((1)"),
    SqlText { googlesql: Some("1"), postgresql: None },
    SqlText { googlesql: None, postgresql: Some("1") },
];

fn any<'s>(spec: &'s Spec, picks: &mut Picks<'_>) -> Option<&'s TableSpec> {
    spec.tables.get(picks.of(spec.tables.len()))
}

fn any_mut<'s>(spec: &'s mut Spec, picks: &mut Picks<'_>) -> Option<&'s mut TableSpec> {
    let at = picks.of(spec.tables.len());
    spec.tables.get_mut(at)
}

fn column<'s>(table: &'s mut TableSpec, picks: &mut Picks<'_>) -> &'s mut ColumnDef<'static> {
    let at = picks.of(table.columns.len());
    &mut table.columns[at]
}

/// Adds children below a table until one has this level; its position.
fn chain(spec: &mut Spec, picks: &mut Picks<'_>, level: usize) -> usize {
    let mut parent = picks.of(spec.tables.len());
    while spec.level(parent) < level {
        let above = spec.tables[parent].clone();
        let columns: Vec<ColumnDef<'static>> = above
            .key
            .iter()
            .map(|part| ColumnDef { fill: Fill::Supplied, ..above.columns[part.column] })
            .collect();
        let key = above
            .key
            .iter()
            .enumerate()
            .map(|(column, part)| KeyPart { column, inherited: true, waiver: None, ..*part })
            .collect();
        spec.tables.push(TableSpec {
            name: format!("Chained{}", spec.tables.len()).leak(),
            schema: None,
            columns,
            key,
            parent: Some((parent, OnDelete::Cascade)),
            indexes: Vec::new(),
            foreign_keys: Vec::new(),
            checks: Vec::new(),
            ttl: None,
        });
        parent = spec.tables.len() - 1;
    }
    parent
}

fn index<'s>(table: &'s mut TableSpec, picks: &mut Picks<'_>) -> Option<&'s mut IndexSpec> {
    let at = picks.of(table.indexes.len());
    table.indexes.get_mut(at)
}

/// Gives something this name.
fn rename(spec: &mut Spec, picks: &mut Picks<'_>, name: &'static str) -> Option<()> {
    let table = any_mut(spec, picks)?;
    match picks.of(6) {
        0 => table.name = name,
        1 => column(table, picks).name = name,
        2 => index(table, picks)?.name = name,
        3 => table.checks.first_mut()?.name = Some(name),
        4 => table.foreign_keys.first_mut()?.name = Some(name),
        _ => table.schema = Some(name),
    }
    Some(())
}

/// What was done to a schema.
#[derive(Clone, Copy, Debug)]
pub struct Spoiled {
    /// Its name.
    pub how: &'static str,
    /// Whether the author's SQL was changed. We keep it in its place and leave its validity to the
    /// database.
    pub authors_sql: bool,
}

/// Spoils a schema in one place.
#[must_use]
pub fn spoil(spec: &mut Spec, numbers: &Numbers, dialect: Dialect) -> Option<Spoiled> {
    let mut picks = Picks::new(numbers);
    let (how, spoil) = picks.from(SPOILS)?;
    let authors_sql = WRITES_SQL.contains(&how);
    if !authors_sql {
        // The SQL may not fit a column of another type or name, and we do not parse it.
        for table in &mut spec.tables {
            table.checks.clear();
            let authors = |fill| matches!(fill, Fill::Default(_) | Fill::Generated { .. });
            table
                .columns
                .iter_mut()
                .filter(|column| authors(column.fill))
                .for_each(|column| column.fill = Fill::Supplied);
        }
    }
    spoil(spec, &mut picks, dialect).map(|()| Spoiled { how, authors_sql })
}

/// The ways that change the author's SQL.
const WRITES_SQL: &[&str] = &[
    "a default", "a default from a column", "a generated column", "a check",
    "a check of some column",
];

/// How many ways there are.
pub const WAYS: usize = SPOILS.len();
