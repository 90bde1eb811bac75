//! Writes the schema of all tables in `shop-tables` to OUT_DIR, so that the program can include it.
//! The lock file is in the crate of the tables.

use shop_tables as _; // links its tables into this program
use spanner_keys::{Dialect, Schema, build};

fn main() -> build::Result {
    build::schema(Schema::registered()?)
        .dialect(Dialect::GoogleSql)
        .lock("../shop-tables/schema.lock")
        .write()
}
