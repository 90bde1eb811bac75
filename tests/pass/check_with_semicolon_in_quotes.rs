#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[check("{name} != ';'")]
// `#` is an operator of PostgreSQL and a comment in GoogleSQL: only the DDL of one dialect fails.
#[check("({total} # 1) > 0")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    name: String,
    total: i64,
}

fn main() {}

// rule: expression
