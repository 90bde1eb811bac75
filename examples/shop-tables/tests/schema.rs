//! `cargo test` fails when the schema file is stale, or when a key changed. `SPANNER_KEYS_UPDATE=1
//! cargo test` writes it anew.

use shop_tables as _;
use spanner_keys::{Schema, SchemaError}; // so that its tables are part of this program

#[test]
fn schema_file_is_up_to_date() -> Result<(), SchemaError> {
    Schema::registered()?.assert_matches("schema.sql");
    Ok(())
}
