//! KeySource and parents that do not fit.

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
    [alone(), parents()].into_iter().flatten().collect()
}

fn alone() -> Vec<Refusal> {
    let error = |says| ("InvalidKey", says);
    let plain = KeyPart::new;
    vec![
        Refusal::new("no key", error("missing"), keyed([]), keyed([plain(0)])),
        Refusal::new("17 key columns", error("17 columns"), wide(17), wide(16)),
        Refusal::new(
            "a column twice",
            error("twice"),
            keyed([plain(0), plain(0)]),
            keyed([plain(0), plain(1)]),
        ),
        Refusal::new(
            "no such column",
            ("UnknownColumn", "#2"),
            keyed([plain(2)]),
            keyed([plain(1)]),
        ),
        Refusal::new(
            "inherited from nobody",
            error("inherits"),
            keyed([inherited(0)]),
            keyed([plain(0)]),
        ),
        Refusal::new("a key of JSON", error("JSON"), typed(SqlType::JSON), typed(SqlType::TEXT)),
        Refusal::new("a key of arrays", error("array"), typed(INT.array()), typed(INT)),
        Refusal::new(
            "a key of FLOAT32",
            error("FLOAT32"),
            typed(SqlType::FLOAT32),
            typed(SqlType::FLOAT64),
        ),
        Refusal::new("NUMERIC", ("NumericKey", "`Id`"), typed(SqlType::NUMERIC), typed(INT))
            .only(POSTGRES),
        Refusal::new("descending", ("DescendingKey", "`A`"), keyed([DOWN]), keyed([plain(0)]))
            .only(POSTGRES),
        Refusal::new(
            "nullable",
            ("NullableKey", "`Id`"),
            [table("T", [null("Id", INT)])],
            [table("T", [col("Id", INT)])],
        )
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

fn chain(length: usize) -> [TableDef<'static>; 1] {
    let columns: Vec<ColumnDef<'static>> =
        (0..length).map(|at| col(format!("C{at}").leak(), INT)).collect();
    let columns: &[ColumnDef<'static>] = columns.leak();
    let mut last: Option<TableDef<'static>> = None;
    for at in 0..length {
        let key: Vec<KeyPart<'static>> = (0..=at).map(KeyPart::new).collect();
        last = Some(TableDef {
            key: key.leak(),
            parent: last.and_then(|parent| under(&list([parent])[0], OnDelete::Cascade)),
            ..TableDef::new(format!("T{at}").leak(), &columns[..=at])
        });
    }
    [last.unwrap_or_else(root)]
}

fn parents() -> Vec<Refusal> {
    let error = |says| ("InvalidInterleave", says);
    let (a, b) = (col("A", SqlType::text(36)), col("B", INT));
    let fine = || below(a, b);
    let key = |parts: &'static [KeyPart<'static>]| [TableDef { key: parts, ..fine()[0] }];
    let up = KeyPart::new;
    let turned = |descending| {
        let part = |column| KeyPart { descending, ..inherited(column) };
        [TableDef { key: list([inherited(0), part(1), KeyPart::new(2)]), ..fine()[0] }]
    };
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
            "another name",
            error("`X` instead of `A`"),
            below(col("X", SqlType::text(36)), b),
            fine(),
        ),
        Refusal::new(
            "another letter case",
            error("`a` instead of `A`"),
            below(col("a", SqlType::text(36)), b),
            fine(),
        ),
        Refusal::new(
            "another type",
            error("BYTES(36)"),
            below(col("A", SqlType::bytes(36)), b),
            fine(),
        ),
        Refusal::new(
            "another length",
            error("STRING(20)"),
            below(col("A", SqlType::text(20)), b),
            fine(),
        ),
        Refusal::new("no length", error("STRING(MAX)"), below(col("A", SqlType::TEXT), b), fine()),
        Refusal::new(
            "a missing part",
            error("`B` is missing"),
            key(list([up(0)])),
            key(list([up(0), up(1)])),
        ),
        Refusal::new(
            "another order",
            error("part 1"),
            key(list([up(1), up(0), up(2)])),
            key(list([up(0), up(1), up(2)])),
        ),
        Refusal::new("another direction", error("DESC"), turned(true), turned(false)).only(GOOGLE),
        Refusal::new(
            "nullable below",
            error("NOT NULL"),
            nullable(false, true),
            nullable(true, true),
        )
        .only(GOOGLE),
        Refusal::new(
            "nullable above",
            error("NOT NULL"),
            nullable(true, false),
            nullable(false, false),
        )
        .only(GOOGLE),
        Refusal::new(
            "commit timestamps below",
            error("commit timestamps"),
            stamped(false, true),
            stamped(true, true),
        ),
        Refusal::new(
            "commit timestamps above",
            error("commit timestamps"),
            stamped(true, false),
            stamped(false, false),
        ),
        Refusal::new("eight tables deep", error("more than 7"), chain(8), chain(7)),
    ]
}
