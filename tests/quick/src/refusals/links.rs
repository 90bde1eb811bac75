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
    vec![
        Refusal::new("no columns", Rule::IndexColumns, on([]), on([up(1)])).index("I"),
        Refusal::new(
            "a column twice",
            Rule::IndexColumns,
            on([up(1), down(1)]),
            on([up(1), down(0)]),
        )
        .index("I")
        .column("A"),
        Refusal::new("no such column", Rule::UnknownColumn, on([up(6)]), on([up(1)])).index("I"),
        Refusal::new("JSON", Rule::KeyType, on([up(2)]), storing(&[2])).index("I").column("J"),
        Refusal::new("FLOAT32", Rule::KeyType, on([up(3)]), storing(&[3])).index("I").column("F"),
        Refusal::new("an array", Rule::KeyType, on([up(4)]), storing(&[4])).index("I").column("L"),
        Refusal::new("NUMERIC", Rule::DialectLimit, on([up(5)]), storing(&[5]))
            .column("N")
            .only(POSTGRES),
        Refusal::new("17 columns", Rule::KeyLength, wide(1), wide(2)).index("I").counted(17, 16),
        Refusal::new("storing a key column", Rule::IndexColumns, storing(&[0]), storing(&[3]))
            .index("I")
            .column("Id"),
        Refusal::new("storing an indexed column", Rule::IndexColumns, storing(&[1]), storing(&[2]))
            .index("I")
            .column("A"),
        Refusal::new("storing twice", Rule::IndexColumns, storing(&[2, 2]), storing(&[2, 3]))
            .index("I")
            .column("J"),
        Refusal::new("storing no column", Rule::UnknownColumn, storing(&[7]), storing(&[5]))
            .index("I"),
    ]
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
    vec![
        Refusal::new("in a table of level 7", Rule::InterleaveDepth, in_level(7), in_level(6))
            .index("I")
            .counted(8, 7),
        Refusal::new(
            "by another column of the same type",
            Rule::IndexParent,
            below(ancestor(parent), list([up(1), up(0)])),
            below(ancestor(parent), list([up(0), up(1)])),
        )
        .index("I"),
        Refusal::new(
            "in a stranger",
            Rule::IndexParent,
            [stranger, below(ancestor(stranger), list([up(0), up(2)]))[0]],
            [stranger, below(ancestor(parent), list([up(0), up(2)]))[0]],
        )
        .index("I"),
        Refusal::new(
            "without the key",
            Rule::IndexParent,
            below(ancestor(parent), list([up(2)])),
            below(ancestor(parent), list([up(0)])),
        )
        .index("I"),
        Refusal::new(
            "in the other direction",
            Rule::IndexParent,
            below(ancestor(parent), list([down(0), up(2)])),
            below(ancestor(parent), list([up(0), down(2)])),
        )
        .index("I"),
        // The emulator counts the key columns that an index stores implicitly.
        Refusal::new(
            "in its own table with half of the key",
            Rule::IndexParent,
            below(IndexParent::OwnTable, list([up(0)])),
            below(IndexParent::OwnTable, list([up(0), up(1)])),
        )
        .index("I"),
        Refusal::new(
            "in its own table without the whole key",
            Rule::IndexParent,
            below(IndexParent::OwnTable, list([up(0), up(2)])),
            below(IndexParent::OwnTable, list([up(0), up(1), up(2)])),
        )
        .index("I"),
    ]
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
    vec![
        Refusal::new(
            "no such table",
            Rule::UnknownColumn,
            joined(ForeignKeyDef { references: elsewhere, ..key(&[1], &["Id"]) }),
            fine(),
        ),
        Refusal::new(
            "no such schema",
            Rule::UnknownColumn,
            joined(ForeignKeyDef { references: other_schema, ..key(&[1], &["Id"]) }),
            fine(),
        ),
        Refusal::new("no such column there", Rule::ForeignKey, joined(key(&[1], &["id"])), fine()),
        Refusal::new(
            "no such column here",
            Rule::UnknownColumn,
            joined(key(&[8], &["Id"])),
            fine(),
        ),
        Refusal::new("no columns", Rule::ForeignKey, joined(key(&[], &[])), fine()).counted(0, 0),
        Refusal::new(
            "one to two",
            Rule::ForeignKey,
            joined(key(&[1], &["Id", "A"])),
            joined(key(&[1, 0], &["Id", "A"])),
        )
        .counted(1, 2),
        Refusal::new(
            "two types",
            Rule::ForeignKey,
            joined(key(&[1], &["B"])),
            joined(key(&[2], &["B"])),
        )
        .column("A"),
        Refusal::new(
            "a column twice",
            Rule::ForeignKey,
            joined(key(&[1, 1], &["Id", "A"])),
            joined(key(&[0, 1], &["Id", "A"])),
        )
        .column("A"),
        Refusal::new(
            "a column twice there",
            Rule::ForeignKey,
            joined(key(&[0, 1], &["A", "A"])),
            joined(key(&[0, 1], &["A", "Id"])),
        )
        .column("A"),
        Refusal::new("a wide key here", Rule::KeyLength, from_wide(16), from_wide(15))
            .counted(17, 16),
        Refusal::new("commit timestamps", Rule::ForeignKey, joined(key(&[3], &["At"])), fine())
            .column("At"),
        Refusal::new("JSON", Rule::ForeignKey, joined(key(&[4], &["J"])), fine()).column("J"),
        Refusal::new("FLOAT32", Rule::ForeignKey, joined(key(&[6], &["F"])), fine()).column("F"),
        Refusal::new("NUMERIC", Rule::DialectLimit, joined(key(&[5], &["N"])), fine())
            .column("N")
            .only(POSTGRES),
    ]
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
        Refusal::new("a date", Rule::Expiry, [after(2, 1)], [after(1, 1)]).column("Day"),
        Refusal::new("an array", Rule::Expiry, [after(3, 1)], [after(1, 1)]).column("All"),
        Refusal::new("no such column", Rule::UnknownColumn, [after(4, 1)], [after(1, 0)]),
        Refusal::new(
            "too many days",
            Rule::DialectLimit,
            [after(1, 2_147_483_648)],
            [after(1, 2_147_483_647)],
        )
        .column("At")
        .only(POSTGRES),
        Refusal::new(
            "a child that stays",
            Rule::Expiry,
            below(OnDelete::NoAction),
            below(OnDelete::Cascade),
        ),
        Refusal::new(
            "a grandchild that stays",
            Rule::Expiry,
            two_below(OnDelete::NoAction),
            two_below(OnDelete::Cascade),
        ),
        // The emulator refuses every foreign key to such a table; the documentation only those
        // without a cascade.
        Refusal::new(
            "a reference that stays",
            Rule::Expiry,
            referenced(OnDelete::NoAction),
            referenced(OnDelete::Cascade),
        )
        .emulator_disagrees(),
        Refusal::new(
            "a reference below that stays",
            Rule::Expiry,
            by_name(OnDelete::NoAction),
            by_name(OnDelete::Cascade),
        )
        .emulator_disagrees(),
        Refusal::new(
            "a typed reference below that stays",
            Rule::Expiry,
            typed(OnDelete::NoAction),
            typed(OnDelete::Cascade),
        )
        .emulator_disagrees(),
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
