//! Invalid keys and parents.

use spanner_keys::rules::Rule;
use spanner_keys::schema::{ColumnDef, KeyPart, OnDelete, SqlType, TableDef};

use super::{GOOGLE, POSTGRES, Refusal};
use crate::tables::{child, col, inherited, led_by, list, null, table, under};

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
    let mut all = Refusal::of(Rule::KeyType).column("Id").cases([
        ("a key of JSON", typed(SqlType::JSON), typed(SqlType::TEXT)),
        ("a key of arrays", typed(INT.array()), typed(INT)),
        ("a key of FLOAT32", typed(SqlType::FLOAT32), typed(SqlType::FLOAT64)),
    ]);
    all.extend(Refusal::of(Rule::DialectLimit).column("Id").only(POSTGRES).cases([
        ("NUMERIC", typed(SqlType::NUMERIC), typed(INT)),
        ("nullable", [table("T", [null("Id", INT)])], typed(INT)),
    ]));
    let postgres = Refusal::of(Rule::DialectLimit).column("A").only(POSTGRES);
    let (twice, both) = (keyed([plain(0), plain(0)]), keyed([plain(0), plain(1)]));
    let first = || keyed([plain(0)]);
    all.extend([
        postgres.case(("descending", keyed([DOWN]), first())),
        Refusal::of(Rule::KeyLength).case(("no key", keyed([]), first())),
        Refusal::of(Rule::KeyLength).counted(17, 16).case(("17 key columns", wide(17), wide(16))),
        Refusal::of(Rule::KeyLength).column("A").case(("a column twice", twice, both)),
        Refusal::of(Rule::UnknownColumn).case((
            "no such column",
            keyed([plain(2)]),
            keyed([plain(1)]),
        )),
        Refusal::of(Rule::ParentKey).column("A").case((
            "inherited without a parent",
            keyed([inherited(0)]),
            first(),
        )),
    ]);
    all
}

fn root() -> TableDef<'static> {
    let columns = [col("A", SqlType::text(36)), col("B", INT)];
    led_by(2, "P", &columns)
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
    let named = |name, ty| below(col(name, ty), b);
    let whole = || key(list([inherited(0), inherited(1), up(2)]));
    let of = Refusal::of(Rule::ParentKey);
    let mut all = of.cases([
        ("another name", named("X", SqlType::text(36)), fine()),
        ("another letter case", named("a", SqlType::text(36)), fine()),
        ("another type", named("A", SqlType::bytes(36)), fine()),
        ("another length", named("A", SqlType::text(20)), fine()),
        ("no length", named("A", SqlType::TEXT), fine()),
        ("a missing part", key(list([inherited(0)])), key(list([inherited(0), inherited(1)]))),
        ("another order", key(list([inherited(1), inherited(0), up(2)])), whole()),
        (
            "a part that is not marked as inherited",
            key(list([inherited(0), up(1), up(2)])),
            whole(),
        ),
        (
            "a part that the parent does not have",
            key(list([inherited(0), inherited(1), inherited(2)])),
            whole(),
        ),
    ]);
    all.push(of.only(GOOGLE).case(("another direction", turned(true), turned(false))));
    all
}

fn parents_and_their_columns() -> Vec<Refusal> {
    let both = |above, below| {
        [child("C", table("P", [above]), OnDelete::NoAction, [below, col("C", INT)])]
    };
    let stamped = |above: bool, below: bool| {
        let column =
            |commit_timestamp| ColumnDef { commit_timestamp, ..col("At", SqlType::TIMESTAMP) };
        both(column(above), column(below))
    };
    let nullable = |above: bool, below: bool| {
        let column = |nullable| ColumnDef { nullable, ..col("A", INT) };
        both(column(above), column(below))
    };
    let bytes =
        |above, below| both(col("A", SqlType::bytes(above)), col("A", SqlType::bytes(below)));
    let of = || Refusal::of(Rule::ParentKey);
    let depth = Refusal::of(Rule::InterleaveDepth).counted(8, 7);
    let mut all = of().cases([
        ("commit timestamps below", stamped(false, true), stamped(true, true)),
        ("commit timestamps above", stamped(true, false), stamped(false, false)),
        ("another length of bytes", bytes(16, 20), bytes(16, 16)),
    ]);
    let below = ("nullable below", nullable(false, true), nullable(true, true));
    let above = ("nullable above", nullable(true, false), nullable(false, false));
    all.push(of().only(GOOGLE).case(below));
    all.push(of().also(Rule::DialectLimit).case(above));
    all.push(depth.case(("eight tables deep", chain(8), chain(7))));
    all
}
