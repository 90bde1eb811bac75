//! Which fields `update!` may set. The compiler asks this in const; here it is asked at run time.

use std::panic::catch_unwind;

use spanner_keys::__private::check_update;
use spanner_keys::schema::{ColumnDef, KeyPart, ShardBy, SqlType, TableDef};
use spanner_keys_quick_tests::tables::{
    AT, ID, NAME, NUMBER, col, filled, generated, shard_column, two,
};

const COLUMNS: &[ColumnDef<'static>] = &[
    ID,
    NAME,
    NUMBER,
    ColumnDef { commit_timestamp: true, ..AT },
    filled("Upper", SqlType::text(64), generated(two("UPPER(Name)", "UPPER(name)"), true)),
    col("Free", SqlType::INT64),
    // Computed from two columns, and from one and the key.
    shard_column("Both", &[1, 2], ShardBy::Client),
    shard_column("WithKey", &[0, 5], ShardBy::Client),
    // The database computes these.
    shard_column("Stored", &[5, 1], ShardBy::Database),
    shard_column("Drawn", &[], ShardBy::Chance),
    shard_column("InKey", &[5, 1], ShardBy::Client),
];

const TABLE: TableDef<'static> =
    TableDef { key: &[KeyPart::new(0), KeyPart::new(10)], ..TableDef::new("T", COLUMNS) };

/// The table of a struct with errors.
const STAND_IN: TableDef<'static> = TableDef { stand_in: true, ..TABLE };

/// What the compiler would report.
fn refusal(table: &'static TableDef<'static>, field: &str, set: &[&str]) -> Option<String> {
    let panic = catch_unwind(|| check_update(table, field, set)).err()?;
    panic.downcast_ref::<String>().cloned()
}

#[test]
fn update_may_set_what_the_database_does_not_fill() {
    for (field, set) in [
        ("Free", &["Free"][..]),
        ("Name", &["Name", "Number"]),
        ("Number", &["Number", "Free", "Name"]),
        // The compiler reports these.
        ("Missing", &["Missing"]),
    ] {
        assert_eq!(refusal(&TABLE, field, set), None, "{field}");
    }
    assert_eq!(refusal(&STAND_IN, "Id", &["Id"]), None);
}

#[test]
fn update_may_not_set_the_key_and_what_is_computed() {
    for (field, reason) in [
        ("Id", "part of the primary key"),
        ("InKey", "part of the primary key"),
        ("At", "time of the commit"),
        ("Upper", "computed by the database"),
        ("Both", "is a shard"),
        ("Stored", "is a shard"),
        ("Drawn", "is a shard"),
    ] {
        let refusal = refusal(&TABLE, field, &[field]).unwrap_or_default();
        assert!(refusal.contains(field) && refusal.contains(reason), "{field}: {refusal}");
    }
}

#[test]
fn update_must_set_all_that_a_shard_is_computed_from() {
    for (field, set, missing) in [
        ("Name", &["Name"][..], "Number"),
        ("Name", &["Name", "Free"], "Number"),
        ("Number", &["Number"], "Name"),
    ] {
        let refusal = refusal(&TABLE, field, set).unwrap_or_default();
        assert!(
            refusal.contains("`Both`") && refusal.contains(&format!("`{missing}`")),
            "{refusal}"
        );
    }
}
