//! Writes the schema of all tables in `shop-tables` to OUT_DIR, for the program to carry. The lock
//! is kept with the tables.

use shop_tables as _; // so that its tables are part of this program
use spanner_keys::{Dialect, Schema, build};

fn main() -> build::Result {
    build::schema(Schema::registered()?)
        .dialect(Dialect::GoogleSql)
        .lock("../shop-tables/schema.lock")
        .write()
}
