//! Indexes, foreign keys and row deletion policies that do not fit.

use spanner_keys::schema::{
    ColumnDef, ForeignKeyDef, IndexColumn, IndexDef, IndexParent, KeyPart, OnDelete, ParentDef,
    ReferenceDef, SqlType, TableDef, Ttl,
};

use super::{POSTGRES, Refusal};
use crate::tables::{child, col, down, list, null, table, up};

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
    let error = |says| ("InvalidIndex", says);
    vec![
        Refusal::new("no columns", error("no columns"), on([]), on([up(1)])),
        Refusal::new("a column twice", error("twice"), on([up(1), down(1)]), on([up(1), down(0)])),
        Refusal::new("no such column", ("UnknownColumn", "#6"), on([up(6)]), on([up(1)])),
        Refusal::new("JSON", error("JSON"), on([up(2)]), storing(&[2])),
        Refusal::new("FLOAT32", error("FLOAT32"), on([up(3)]), storing(&[3])),
        Refusal::new("an array", error("array"), on([up(4)]), storing(&[4])),
        Refusal::new("NUMERIC", ("NumericKey", "`N`"), on([up(5)]), storing(&[5])).only(POSTGRES),
        Refusal::new("17 columns", error("17 columns"), wide(1), wide(2)),
        Refusal::new("storing a key column", error("key column"), storing(&[0]), storing(&[3])),
        Refusal::new("storing an indexed column", error("already"), storing(&[1]), storing(&[2])),
        Refusal::new("storing twice", error("already"), storing(&[2, 2]), storing(&[2, 3])),
        Refusal::new("storing no column", ("UnknownColumn", "#7"), storing(&[7]), storing(&[5])),
    ]
}

fn interleaved() -> Vec<Refusal> {
    let error = |says| ("InvalidIndex", says);
    let parent = table("P", [col("A", INT)]);
    let stranger = table("Q", [col("A", INT)]);
    let below = |host, columns: &'static [IndexColumn]| {
        let index = IndexDef { interleave: Some(host), ..IndexDef::new("I", columns) };
        let table =
            child("C", parent, OnDelete::NoAction, [col("A", INT), col("B", INT), col("V", INT)]);
        [TableDef { indexes: list([index]), ..table }]
    };
    let ancestor = |table: TableDef<'static>| IndexParent::Ancestor(&list([table])[0]);
    vec![
        Refusal::new(
            "in a stranger",
            error("not an ancestor"),
            [stranger, below(ancestor(stranger), list([up(0), up(2)]))[0]],
            [stranger, below(ancestor(parent), list([up(0), up(2)]))[0]],
        ),
        Refusal::new(
            "without the key",
            error("not `A`"),
            below(ancestor(parent), list([up(2)])),
            below(ancestor(parent), list([up(0)])),
        ),
        Refusal::new(
            "in the other direction",
            error("not `A`"),
            below(ancestor(parent), list([down(0), up(2)])),
            below(ancestor(parent), list([up(0), down(2)])),
        ),
        // The emulator counts the key columns that an index carries unsaid.
        Refusal::new(
            "in its own table with half of the key",
            error("not `B`"),
            below(IndexParent::OwnTable, list([up(0)])),
            below(IndexParent::OwnTable, list([up(0), up(1)])),
        ),
        Refusal::new(
            "in its own table without the whole key",
            error("not `B`"),
            below(IndexParent::OwnTable, list([up(0), up(2)])),
            below(IndexParent::OwnTable, list([up(0), up(1), up(2)])),
        ),
    ]
}

fn key(columns: &'static [usize], theirs: &'static [&'static str]) -> ForeignKeyDef<'static> {
    let references = ReferenceDef::Named { schema: None, table: "R", columns: theirs };
    ForeignKeyDef { name: None, columns, references, on_delete: OnDelete::NoAction }
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
    let error = |says| ("InvalidForeignKey", says);
    let fine = || joined(key(&[1], &["Id"]));
    let elsewhere = ReferenceDef::Named { schema: None, table: "r", columns: &["Id"] };
    let other_schema = ReferenceDef::Named { schema: Some("s"), table: "R", columns: &["Id"] };
    vec![
        Refusal::new(
            "no such table",
            ("UnknownTable", "`r`"),
            joined(ForeignKeyDef { references: elsewhere, ..key(&[1], &["Id"]) }),
            fine(),
        ),
        Refusal::new(
            "no such schema",
            ("UnknownTable", "`s.R`"),
            joined(ForeignKeyDef { references: other_schema, ..key(&[1], &["Id"]) }),
            fine(),
        ),
        Refusal::new(
            "no such column there",
            ("UnknownColumn", "`id`"),
            joined(key(&[1], &["id"])),
            fine(),
        ),
        Refusal::new(
            "no such column here",
            ("UnknownColumn", "#8"),
            joined(key(&[8], &["Id"])),
            fine(),
        ),
        Refusal::new("no columns", error("no columns"), joined(key(&[], &[])), fine()),
        Refusal::new(
            "one to two",
            error("1 columns and references 2"),
            joined(key(&[1], &["Id", "A"])),
            joined(key(&[1, 0], &["Id", "A"])),
        ),
        Refusal::new(
            "two types",
            error("of one type"),
            joined(key(&[1], &["B"])),
            joined(key(&[2], &["B"])),
        ),
        Refusal::new(
            "a column twice",
            error("twice"),
            joined(key(&[1, 1], &["Id", "A"])),
            joined(key(&[0, 1], &["Id", "A"])),
        ),
        Refusal::new(
            "a column twice there",
            error("twice"),
            joined(key(&[0, 1], &["A", "A"])),
            joined(key(&[0, 1], &["A", "Id"])),
        ),
        Refusal::new(
            "a wide key here",
            error("an index of more than 16"),
            from_wide(16),
            from_wide(15),
        ),
        Refusal::new(
            "commit timestamps",
            error("commit timestamps"),
            joined(key(&[3], &["At"])),
            fine(),
        ),
        Refusal::new("JSON", error("cannot be sorted"), joined(key(&[4], &["J"])), fine()),
        Refusal::new("FLOAT32", error("cannot be sorted"), joined(key(&[6], &["F"])), fine()),
        Refusal::new("NUMERIC", ("NumericKey", "`N`"), joined(key(&[5], &["N"])), fine())
            .only(POSTGRES),
    ]
}

fn expiry() -> Vec<Refusal> {
    let error = |says| ("InvalidTtl", says);
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
        let key = ForeignKeyDef { name: None, columns: &[1, 2], references, on_delete };
        TableDef {
            foreign_keys: list([key]),
            ..table("T", [col("Id", INT), null("A", INT), null("B", INT)])
        }
    };
    let by_name = |on_delete| {
        [
            BELOW,
            pointing(
                ReferenceDef::Named { schema: None, table: "C", columns: &["Id", "C"] },
                on_delete,
            ),
        ]
    };
    let typed = |on_delete| {
        [pointing(ReferenceDef::Table { table: || &BELOW, fields: &["Id", "C"] }, on_delete)]
    };
    vec![
        Refusal::new("a date", error("no TIMESTAMP"), [after(2, 1)], [after(1, 1)]),
        Refusal::new("an array", error("no TIMESTAMP"), [after(3, 1)], [after(1, 1)]),
        Refusal::new("no such column", ("UnknownColumn", "#4"), [after(4, 1)], [after(1, 0)]),
        Refusal::new(
            "too many days",
            error("at most"),
            [after(1, 2_147_483_648)],
            [after(1, 2_147_483_647)],
        )
        .only(POSTGRES),
        Refusal::new(
            "a child that stays",
            error("table `C`"),
            below(OnDelete::NoAction),
            below(OnDelete::Cascade),
        ),
        Refusal::new(
            "a grandchild that stays",
            error("table `D`"),
            two_below(OnDelete::NoAction),
            two_below(OnDelete::Cascade),
        ),
        // The emulator refuses every foreign key to such a table; the documentation only those
        // without a cascade.
        Refusal::new(
            "a reference that stays",
            error("table `T`"),
            referenced(OnDelete::NoAction),
            referenced(OnDelete::Cascade),
        )
        .emulator_disagrees(),
        Refusal::new(
            "a reference below that stays",
            error("rows below"),
            by_name(OnDelete::NoAction),
            by_name(OnDelete::Cascade),
        )
        .emulator_disagrees(),
        Refusal::new(
            "a typed reference below that stays",
            error("rows below"),
            typed(OnDelete::NoAction),
            typed(OnDelete::Cascade),
        )
        .emulator_disagrees(),
    ]
}

static EXPIRING: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    ttl: Some(Ttl { column: 1, days: 1 }),
    ..TableDef::new("R", &[ColumnDef::new("Id", INT), ColumnDef::new("At", SqlType::TIMESTAMP)])
};

/// A child whose rows go with those of the expiring table above it.
static BELOW: TableDef<'static> = TableDef {
    key: &[KeyPart { inherited: true, ..KeyPart::new(0) }, KeyPart::new(1)],
    parent: Some(ParentDef { table: &EXPIRING, on_delete: OnDelete::Cascade }),
    ..TableDef::new("C", &[ColumnDef::new("Id", INT), ColumnDef::new("C", INT)])
};
