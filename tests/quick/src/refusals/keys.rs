//! Invalid keys and parents.

use spanner_keys::rules::Rule;
use spanner_keys::schema::{ColumnDef, KeyPart, OnDelete, SqlType, TableDef};

use super::{GOOGLE, POSTGRES, Refusal};
use crate::tables::{child, col, inherited, list, null, table, under};

const INT: SqlType = SqlType::INT64;
const DOWN: KeyPart<'static> = KeyPart { descending: true, ..KeyPart::new(0) };

fn typed(ty: SqlType) -> [TableDef<'static>; 1] {
    [table("T", [col("Id", ty)])]
}

fn wide(count: usize) -> [TableDef<'static>; 1] {
    let columns: Vec<ColumnDef<'static>> =
        (0..20).map(|at| col(format!("C{at}").leak(), INT)).collect();
    let key: Vec<KeyPart<'static>> = (0..count).map(KeyPart::new).collect();
    [TableDef { key: key.leak(), ..TableDef::new("T", columns.leak()) }]
}

fn keyed<const N: usize>(key: [KeyPart<'static>; N]) -> [TableDef<'static>; 1] {
    [TableDef { key: list(key), ..table("T", [col("A", INT), col("B", INT)]) }]
}

pub(super) fn all() -> Vec<Refusal> {
    [alone(), parents(), parents_and_their_columns()].into_iter().flatten().collect()
}

fn alone() -> Vec<Refusal> {
    let plain = KeyPart::new;
    vec![
        Refusal::new("no key", Rule::KeyLength, keyed([]), keyed([plain(0)])),
        Refusal::new("17 key columns", Rule::KeyLength, wide(17), wide(16)).counted(17, 16),
        Refusal::new(
            "a column twice",
            Rule::KeyLength,
            keyed([plain(0), plain(0)]),
            keyed([plain(0), plain(1)]),
        )
        .column("A"),
        Refusal::new("no such column", Rule::UnknownColumn, keyed([plain(2)]), keyed([plain(1)])),
        Refusal::new(
            "inherited without a parent",
            Rule::ParentKey,
            keyed([inherited(0)]),
            keyed([plain(0)]),
        )
        .column("A"),
        Refusal::new("a key of JSON", Rule::KeyType, typed(SqlType::JSON), typed(SqlType::TEXT))
            .column("Id"),
        Refusal::new("a key of arrays", Rule::KeyType, typed(INT.array()), typed(INT)).column("Id"),
        Refusal::new(
            "a key of FLOAT32",
            Rule::KeyType,
            typed(SqlType::FLOAT32),
            typed(SqlType::FLOAT64),
        )
        .column("Id"),
        Refusal::new("NUMERIC", Rule::DialectLimit, typed(SqlType::NUMERIC), typed(INT))
            .column("Id")
            .only(POSTGRES),
        Refusal::new("descending", Rule::DialectLimit, keyed([DOWN]), keyed([plain(0)]))
            .column("A")
            .only(POSTGRES),
        Refusal::new(
            "nullable",
            Rule::DialectLimit,
            [table("T", [null("Id", INT)])],
            [table("T", [col("Id", INT)])],
        )
        .column("Id")
        .only(POSTGRES),
    ]
}

fn root() -> TableDef<'static> {
    let columns = [col("A", SqlType::text(36)), col("B", INT)];
    TableDef { key: list([KeyPart::new(0), KeyPart::new(1)]), ..table("P", columns) }
}

/// A child of [`root`] with these first two columns.
fn below(a: ColumnDef<'static>, b: ColumnDef<'static>) -> [TableDef<'static>; 1] {
    [child("C", root(), OnDelete::NoAction, [a, b, col("C", INT)])]
}

pub(super) fn chain(length: usize) -> [TableDef<'static>; 1] {
    let columns: Vec<ColumnDef<'static>> =
        (0..length).map(|at| col(format!("C{at}").leak(), INT)).collect();
    let columns: &[ColumnDef<'static>] = columns.leak();
    let mut last: Option<TableDef<'static>> = None;
    for at in 0..length {
        let mut key: Vec<KeyPart<'static>> = (0..at).map(inherited).collect();
        key.push(KeyPart::new(at));
        last = Some(TableDef {
            key: key.leak(),
            parent: last.and_then(|parent| under(&list([parent])[0], OnDelete::Cascade)),
            ..TableDef::new(format!("T{at}").leak(), &columns[..=at])
        });
    }
    [last.unwrap_or_else(root)]
}

fn parents() -> Vec<Refusal> {
    let (a, b) = (col("A", SqlType::text(36)), col("B", INT));
    let fine = || below(a, b);
    let key = |parts: &'static [KeyPart<'static>]| [TableDef { key: parts, ..fine()[0] }];
    let up = KeyPart::new;
    let turned = |descending| {
        let part = |column| KeyPart { descending, ..inherited(column) };
        [TableDef { key: list([inherited(0), part(1), KeyPart::new(2)]), ..fine()[0] }]
    };
    vec![
        Refusal::new(
            "another name",
            Rule::ParentKey,
            below(col("X", SqlType::text(36)), b),
            fine(),
        ),
        Refusal::new(
            "another letter case",
            Rule::ParentKey,
            below(col("a", SqlType::text(36)), b),
            fine(),
        ),
        Refusal::new(
            "another type",
            Rule::ParentKey,
            below(col("A", SqlType::bytes(36)), b),
            fine(),
        ),
        Refusal::new(
            "another length",
            Rule::ParentKey,
            below(col("A", SqlType::text(20)), b),
            fine(),
        ),
        Refusal::new("no length", Rule::ParentKey, below(col("A", SqlType::TEXT), b), fine()),
        Refusal::new(
            "a missing part",
            Rule::ParentKey,
            key(list([inherited(0)])),
            key(list([inherited(0), inherited(1)])),
        ),
        Refusal::new(
            "another order",
            Rule::ParentKey,
            key(list([inherited(1), inherited(0), up(2)])),
            key(list([inherited(0), inherited(1), up(2)])),
        ),
        Refusal::new(
            "a part that is not marked as inherited",
            Rule::ParentKey,
            key(list([inherited(0), up(1), up(2)])),
            key(list([inherited(0), inherited(1), up(2)])),
        ),
        Refusal::new(
            "a part that the parent does not have",
            Rule::ParentKey,
            key(list([inherited(0), inherited(1), inherited(2)])),
            key(list([inherited(0), inherited(1), up(2)])),
        ),
        Refusal::new("another direction", Rule::ParentKey, turned(true), turned(false))
            .only(GOOGLE),
    ]
}

fn parents_and_their_columns() -> Vec<Refusal> {
    let stamped = |above: bool, below: bool| {
        let column =
            |commit_timestamp| ColumnDef { commit_timestamp, ..col("At", SqlType::TIMESTAMP) };
        [child(
            "C",
            table("P", [column(above)]),
            OnDelete::NoAction,
            [column(below), col("C", INT)],
        )]
    };
    let bytes = |above: u32, below: u32| {
        let column = |length| col("A", SqlType::bytes(length));
        [child(
            "C",
            table("P", [column(above)]),
            OnDelete::NoAction,
            [column(below), col("C", INT)],
        )]
    };
    let nullable = |above: bool, below: bool| {
        let column = |nullable| ColumnDef { nullable, ..col("A", INT) };
        [child(
            "C",
            table("P", [column(above)]),
            OnDelete::NoAction,
            [column(below), col("C", INT)],
        )]
    };
    vec![
        Refusal::new(
            "nullable below",
            Rule::ParentKey,
            nullable(false, true),
            nullable(true, true),
        )
        .only(GOOGLE),
        Refusal::new(
            "nullable above",
            Rule::ParentKey,
            nullable(true, false),
            nullable(false, false),
        )
        .also(Rule::DialectLimit),
        Refusal::new(
            "commit timestamps below",
            Rule::ParentKey,
            stamped(false, true),
            stamped(true, true),
        ),
        Refusal::new(
            "commit timestamps above",
            Rule::ParentKey,
            stamped(true, false),
            stamped(false, false),
        ),
        Refusal::new("another length of bytes", Rule::ParentKey, bytes(16, 20), bytes(16, 16)),
        Refusal::new("eight tables deep", Rule::InterleaveDepth, chain(8), chain(7)).counted(8, 7),
    ]
}
