//! `cargo test` fails if the schema file is outdated or a key has changed. `SPANNER_KEYS_UPDATE=1
//! cargo test` updates it.

use shop_tables as _;
use spanner_keys::{Schema, SchemaError}; // links its tables into this program

#[test]
fn schema_file_is_up_to_date() -> Result<(), SchemaError> {
    Schema::registered()?.assert_matches("schema.sql");
    Ok(())
}
