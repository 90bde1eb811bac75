//! Keeps `schema/` up to date: the DDL for both dialects, and the lock file.

#[path = "src/tables.rs"]
mod tables;

fn main() -> spanner_keys::build::Result {
    spanner_keys::build::schema(spanner_keys::tables![tables::Order, tables::Payment])
        .folder("schema")
        .write()
}
