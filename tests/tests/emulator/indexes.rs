//! Indexes: every form, and what UNIQUE means.

use serde_json::json;
use spanner_keys::Dialect;
use spanner_keys::schema::{
    Fill, IndexDef, IndexParent, KeyPart, OnDelete, SqlText, SqlType, TableDef,
};
use spanner_keys_tests::emulator::Emulator;

use super::Case;
use super::tables::{
    col, down, filled, generated, inherited, keyed, list, make, null, refused, under, up,
};

pub(crate) const CASES: &[Case] = cases![
    every_form_of_index,
    numeric_and_descending_keys in GoogleSql,
    rows_with_null_never_conflict,
];

fn every_form_of_index(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let parent_columns = [col("A", SqlType::text(36)), null("V", SqlType::INT64)];
    let parent = keyed("Parents", &parent_columns);
    let columns = [
        col("A", SqlType::text(36)),
        filled("B", SqlType::text(36), Fill::UuidV4),
        null("V", SqlType::INT64),
        col("W", SqlType::TIMESTAMP),
        null("J", SqlType::JSON),
        null("L", SqlType::TEXT.array()),
        null("N", SqlType::NUMERIC),
        filled("G", SqlType::INT64, generated(SqlText::both("{V} + 1"), true)),
        filled("H", SqlType::INT64, generated(SqlText::both("{V} + 2"), false)),
    ];
    let columns = columns.map(|column| {
        if column.name == "G" {
            spanner_keys::schema::ColumnDef { nullable: true, ..column }
        } else {
            column
        }
    });
    let table = TableDef {
        key: list([inherited(0), KeyPart::new(1)]),
        parent: under(&parent, OnDelete::Cascade),
        indexes: list([
            IndexDef::new("Plain", list([up(2), down(3)])),
            IndexDef { storing: &[4, 5, 6, 7], ..IndexDef::new("Storing", list([down(3)])) },
            IndexDef { unique: true, ..IndexDef::new("Unique", list([up(3)])) },
            IndexDef { unique: true, ..IndexDef::new("UniqueNullable", list([up(3), down(2)])) },
            IndexDef {
                null_filtered: true,
                ..IndexDef::new("Filtered", list([up(2), up(3), up(7)]))
            },
            IndexDef { null_filtered: true, ..IndexDef::new("FilteredForNothing", list([up(3)])) },
            IndexDef { unique: true, null_filtered: true, ..IndexDef::new("Both", list([up(2)])) },
            IndexDef {
                interleave: Some(IndexParent::Ancestor(&parent)),
                ..IndexDef::new("InParent", list([up(0), down(3)]))
            },
            IndexDef {
                interleave: Some(IndexParent::OwnTable),
                ..IndexDef::new("InOwn", list([up(0), up(1), up(2)]))
            },
            IndexDef {
                unique: true,
                storing: &[4],
                interleave: Some(IndexParent::Ancestor(&parent)),
                ..IndexDef::new("Everything", list([up(0), up(2), down(3)]))
            },
            IndexDef::new("OnKey", list([up(1), up(0)])),
            IndexDef::new("OnStored", list([up(7)])),
            IndexDef { unique: true, ..IndexDef::new("OnVirtual", list([up(8)])) },
        ]),
        ..TableDef::new("Children", &columns)
    };
    make(emulator, dialect, &[table]).map(drop)
}

fn numeric_and_descending_keys(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns =
        [col("N", SqlType::NUMERIC), null("At", SqlType::TIMESTAMP), col("V", SqlType::NUMERIC)];
    let part = KeyPart { descending: true, ..KeyPart::new(1) };
    let parent = TableDef {
        key: list([KeyPart::new(0), part]),
        indexes: list([IndexDef::new("ByV", list([down(2)]))]),
        ..TableDef::new("P", &columns)
    };
    let below =
        [col("N", SqlType::NUMERIC), null("At", SqlType::TIMESTAMP), col("C", SqlType::INT64)];
    let child = TableDef {
        key: list([inherited(0), KeyPart { inherited: true, ..part }, KeyPart::new(2)]),
        parent: under(&parent, OnDelete::NoAction),
        indexes: list([IndexDef {
            interleave: Some(IndexParent::Ancestor(&parent)),
            ..IndexDef::new("InP", list([up(0), down(1), down(2)]))
        }]),
        ..TableDef::new("C", &below)
    };
    make(emulator, dialect, &[child]).map(drop)
}

fn rows_with_null_never_conflict(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns = [
        col("Id", SqlType::INT64),
        null("A", SqlType::text(10)),
        null("B", SqlType::INT64),
        col("C", SqlType::INT64),
    ];
    let table = TableDef {
        indexes: list([
            IndexDef { unique: true, ..IndexDef::new("OneColumn", list([up(1)])) },
            IndexDef { unique: true, ..IndexDef::new("TwoColumns", list([up(2), up(3)])) },
        ]),
        ..keyed("Uniques", &columns)
    };
    let database = make(emulator, dialect, &[table])?;
    let mut id = 0;
    let mut row = |a, b, c: i32| {
        id += 1;
        database.insert(
            "Uniques",
            &["Id", "A", "B", "C"],
            &[vec![json!(id.to_string()), a, b, json!(c.to_string())]],
        )
    };
    row(json!(null), json!(null), 1)?;
    row(json!(null), json!(null), 1)?;
    row(json!("x"), json!(null), 1)?;
    refused(row(json!("x"), json!(null), 1), "OneColumn")?;
    row(json!("y"), json!("5"), 1)?;
    row(json!(null), json!("5"), 2)?;
    refused(row(json!(null), json!("5"), 1), "TwoColumns")
}
