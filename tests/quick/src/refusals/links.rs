//! Invalid indexes, foreign keys and row deletion policies.

use spanner_keys::rules::Rule;
use spanner_keys::schema::{
    ColumnDef, Fill, ForeignKeyDef, IndexColumn, IndexDef, IndexParent, KeyPart, OnDelete,
    ParentDef, ReferenceDef, SqlType, TableDef, Ttl,
};

use super::keys::chain;
use super::{POSTGRES, Refusal};
use crate::tables::{child, col, down, filled, list, null, table, up};

const INT: SqlType = SqlType::INT64;

pub(super) fn all() -> Vec<Refusal> {
    [indexes(), interleaved(), foreign_keys(), expiry()].into_iter().flatten().collect()
}

fn indexed(index: IndexDef<'static>) -> [TableDef<'static>; 1] {
    let columns = [
        col("Id", INT),
        null("A", INT),
        null("J", SqlType::JSON),
        null("F", SqlType::FLOAT32),
        null("L", INT.array()),
        null("N", SqlType::NUMERIC),
    ];
    [TableDef { indexes: list([index]), ..table("T", columns) }]
}

fn on<const N: usize>(columns: [IndexColumn; N]) -> [TableDef<'static>; 1] {
    indexed(IndexDef::new("I", list(columns)))
}

fn storing(storing: &'static [usize]) -> [TableDef<'static>; 1] {
    indexed(IndexDef { storing, ..IndexDef::new("I", list([up(1)])) })
}

/// A table of 18 columns with an index over those from `first` to 16.
fn wide(first: usize) -> [TableDef<'static>; 1] {
    let columns: Vec<ColumnDef<'static>> =
        (0..18).map(|at| col(format!("C{at}").leak(), INT)).collect();
    let indexed: Vec<IndexColumn> = (first..17).map(up).collect();
    [TableDef {
        indexes: list([IndexDef::new("I", indexed.leak())]),
        ..TableDef { columns: columns.leak(), ..table("T", [col("C0", INT)]) }
    }]
}

fn indexes() -> Vec<Refusal> {
    let of = |rule, column| Refusal::of(rule).index("I").column(column);
    let mut all = vec![
        of(Rule::KeyType, "J").case(("JSON", on([up(2)]), storing(&[2]))),
        of(Rule::KeyType, "F").case(("FLOAT32", on([up(3)]), storing(&[3]))),
        of(Rule::KeyType, "L").case(("an array", on([up(4)]), storing(&[4]))),
        Refusal::of(Rule::IndexColumns).index("I").case(("no columns", on([]), on([up(1)]))),
        Refusal::of(Rule::KeyLength).index("I").counted(17, 16).case((
            "17 columns",
            wide(1),
            wide(2),
        )),
        Refusal::of(Rule::DialectLimit).column("N").only(POSTGRES).case((
            "NUMERIC",
            on([up(5)]),
            storing(&[5]),
        )),
    ];
    for (column, case) in [
        ("A", ("a column twice", on([up(1), down(1)]), on([up(1), down(0)]))),
        ("Id", ("storing a key column", storing(&[0]), storing(&[3]))),
        ("A", ("storing an indexed column", storing(&[1]), storing(&[2]))),
        ("J", ("storing twice", storing(&[2, 2]), storing(&[2, 3]))),
    ] {
        all.push(of(Rule::IndexColumns, column).case(case));
    }
    all.extend(Refusal::of(Rule::UnknownColumn).index("I").cases([
        ("no such column", on([up(6)]), on([up(1)])),
        ("storing no column", storing(&[7]), storing(&[5])),
    ]));
    all
}

fn interleaved() -> Vec<Refusal> {
    let parent = table("P", [col("A", INT)]);
    let stranger = table("Q", [col("A", INT)]);
    let below = |host, columns: &'static [IndexColumn]| {
        let index = IndexDef { interleave: Some(host), ..IndexDef::new("I", columns) };
        let table =
            child("C", parent, OnDelete::NoAction, [col("A", INT), col("B", INT), col("V", INT)]);
        [TableDef { indexes: list([index]), ..table }]
    };
    let ancestor = |table: TableDef<'static>| IndexParent::Ancestor(&list([table])[0]);
    // An interleaved index counts as a level.
    let in_level = |level: usize| {
        let [table] = chain(level);
        let columns: Vec<IndexColumn> = (0..level).map(up).collect();
        let index = IndexDef {
            interleave: Some(IndexParent::OwnTable),
            ..IndexDef::new("I", columns.leak())
        };
        [TableDef { indexes: list([index]), ..table }]
    };
    let of = Refusal::of(Rule::IndexParent).index("I");
    let in_parent = |columns| below(ancestor(parent), columns);
    let in_own = |columns| below(IndexParent::OwnTable, columns);
    let mut all = of.cases([
        (
            "by another column of the same type",
            in_parent(list([up(1), up(0)])),
            in_parent(list([up(0), up(1)])),
        ),
        ("without the key", in_parent(list([up(2)])), in_parent(list([up(0)]))),
        (
            "in the other direction",
            in_parent(list([down(0), up(2)])),
            in_parent(list([up(0), down(2)])),
        ),
        // The emulator counts the key columns that an index stores implicitly.
        (
            "in its own table with half of the key",
            in_own(list([up(0)])),
            in_own(list([up(0), up(1)])),
        ),
        (
            "in its own table without the whole key",
            in_own(list([up(0), up(2)])),
            in_own(list([up(0), up(1), up(2)])),
        ),
    ]);
    all.push(of.case((
        "in a stranger",
        [stranger, below(ancestor(stranger), list([up(0), up(2)]))[0]],
        [stranger, in_parent(list([up(0), up(2)]))[0]],
    )));
    let depth = Refusal::of(Rule::InterleaveDepth).index("I").counted(8, 7);
    all.push(depth.case(("in a table of level 7", in_level(7), in_level(6))));
    all
}

fn key(columns: &'static [usize], theirs: &'static [&'static str]) -> ForeignKeyDef<'static> {
    let references = ReferenceDef::Named { schema: None, table: "R", columns: theirs };
    ForeignKeyDef::new(columns, references)
}

fn joined(key: ForeignKeyDef<'static>) -> [TableDef<'static>; 2] {
    let columns = [
        col("Id", INT),
        null("A", INT),
        null("B", SqlType::text(10)),
        ColumnDef { commit_timestamp: true, ..null("At", SqlType::TIMESTAMP) },
        null("J", SqlType::JSON),
        null("N", SqlType::NUMERIC),
        null("F", SqlType::FLOAT32),
    ];
    let referenced =
        columns.map(|column| if column.name == "B" { null("B", SqlType::TEXT) } else { column });
    [table("R", referenced), TableDef { foreign_keys: list([key]), ..table("T", columns) }]
}

/// A table with so many key columns, and a foreign key from a column outside of them.
fn from_wide(parts: usize) -> [TableDef<'static>; 2] {
    let columns: Vec<ColumnDef<'static>> =
        (0..=parts).map(|at| col(format!("C{at}").leak(), INT)).collect();
    let foreign = ForeignKeyDef { columns: list([parts]), ..key(&[], &["Id"]) };
    let parts: Vec<KeyPart<'static>> = (0..parts).map(KeyPart::new).collect();
    let wide = TableDef {
        key: parts.leak(),
        foreign_keys: list([foreign]),
        ..TableDef::new("T", columns.leak())
    };
    [table("R", [col("Id", INT)]), wide]
}

fn foreign_keys() -> Vec<Refusal> {
    let fine = || joined(key(&[1], &["Id"]));
    let elsewhere = ReferenceDef::Named { schema: None, table: "r", columns: &["Id"] };
    let other_schema = ReferenceDef::Named { schema: Some("s"), table: "R", columns: &["Id"] };
    let to = |references| joined(ForeignKeyDef { references, ..key(&[1], &["Id"]) });
    let mut all = Refusal::of(Rule::UnknownColumn).cases([
        ("no such table", to(elsewhere), fine()),
        ("no such schema", to(other_schema), fine()),
        ("no such column here", joined(key(&[8], &["Id"])), fine()),
    ]);
    let of = || Refusal::of(Rule::ForeignKey);
    all.extend(of().column("A").cases([
        ("two types", joined(key(&[1], &["B"])), joined(key(&[2], &["B"]))),
        ("a column twice", joined(key(&[1, 1], &["Id", "A"])), joined(key(&[0, 1], &["Id", "A"]))),
        (
            "a column twice there",
            joined(key(&[0, 1], &["A", "A"])),
            joined(key(&[0, 1], &["A", "Id"])),
        ),
    ]));
    let (one, two) = (joined(key(&[1], &["Id", "A"])), joined(key(&[1, 0], &["Id", "A"])));
    all.extend([
        of().case(("no such column there", joined(key(&[1], &["id"])), fine())),
        of().counted(0, 0).case(("no columns", joined(key(&[], &[])), fine())),
        of().counted(1, 2).case(("one to two", one, two)),
        of().column("At").case(("commit timestamps", joined(key(&[3], &["At"])), fine())),
        of().column("J").case(("JSON", joined(key(&[4], &["J"])), fine())),
        of().column("F").case(("FLOAT32", joined(key(&[6], &["F"])), fine())),
        Refusal::of(Rule::KeyLength).counted(17, 16).case((
            "a wide key here",
            from_wide(16),
            from_wide(15),
        )),
        Refusal::of(Rule::DialectLimit).column("N").only(POSTGRES).case((
            "NUMERIC",
            joined(key(&[5], &["N"])),
            fine(),
        )),
    ]);
    all
}

fn expiry() -> Vec<Refusal> {
    let columns = [
        col("Id", INT),
        null("At", SqlType::TIMESTAMP),
        null("Day", SqlType::DATE),
        null("All", SqlType::TIMESTAMP.array()),
    ];
    let after = |column, days| TableDef { ttl: Some(Ttl { column, days }), ..table("R", columns) };
    let below = |on_delete| [child("C", after(1, 1), on_delete, [col("Id", INT), col("C", INT)])];
    let two_below = |on_delete| {
        [child(
            "D",
            below(OnDelete::Cascade)[0],
            on_delete,
            [col("Id", INT), col("C", INT), col("D", INT)],
        )]
    };
    let referenced = |on_delete| {
        let key = ForeignKeyDef { on_delete, ..key(&[1], &["Id"]) };
        [
            after(1, 1),
            TableDef { foreign_keys: list([key]), ..table("T", [col("Id", INT), null("A", INT)]) },
        ]
    };
    let pointing = |references, on_delete| {
        let key = ForeignKeyDef { on_delete, ..ForeignKeyDef::new(&[1, 2], references) };
        TableDef {
            foreign_keys: list([key]),
            ..table("T", [col("Id", INT), null("A", INT), null("B", INT)])
        }
    };
    let by_name = |on_delete| {
        let other = ReferenceDef::Named { schema: None, table: "C", columns: &["Id", "C"] };
        [BELOW, pointing(other, on_delete)]
    };
    let typed = |on_delete| {
        [pointing(ReferenceDef::Table { table: || &BELOW, fields: &["Id", "C"] }, on_delete)]
    };
    let (stays, goes) = (OnDelete::NoAction, OnDelete::Cascade);
    let of = || Refusal::of(Rule::Expiry);
    // The emulator refuses every foreign key to such a table; the documentation only those
    // without a cascade.
    let disagreed = of().emulator_disagrees();
    let days = ("too many days", [after(1, 2_147_483_648)], [after(1, 2_147_483_647)]);
    let unknown = ("no such column", [after(4, 1)], [after(1, 0)]);
    vec![
        of().column("Day").case(("a date", [after(2, 1)], [after(1, 1)])),
        of().column("All").case(("an array", [after(3, 1)], [after(1, 1)])),
        of().case(("a child that stays", below(stays), below(goes))),
        of().case(("a grandchild that stays", two_below(stays), two_below(goes))),
        disagreed.case(("a reference that stays", referenced(stays), referenced(goes))),
        disagreed.case(("a reference below that stays", by_name(stays), by_name(goes))),
        disagreed.case(("a typed reference below that stays", typed(stays), typed(goes))),
        Refusal::of(Rule::UnknownColumn).case(unknown),
        Refusal::of(Rule::DialectLimit).column("At").only(POSTGRES).case(days),
    ]
}

const RANDOM: ColumnDef<'static> = filled("Id", INT, Fill::Random);

static EXPIRING: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    ttl: Some(Ttl { column: 1, days: 1 }),
    ..TableDef::new("R", &[RANDOM, ColumnDef::new("At", SqlType::TIMESTAMP)])
};

/// A child whose rows are deleted with those of its expiring parent.
static BELOW: TableDef<'static> = TableDef {
    key: &[KeyPart { inherited: true, ..KeyPart::new(0) }, KeyPart::new(1)],
    parent: Some(ParentDef { table: &EXPIRING, on_delete: OnDelete::Cascade }),
    ..TableDef::new("C", &[RANDOM, ColumnDef::new("C", INT)])
};
