#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[check("{total} >= 0")]
#[check("{total} < 10", name = "Orders_total_below_ten")]
#[check(googlesql = "LENGTH({note}) > 0", postgresql = "length({note}) > 0")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
    note: String,
}

#[derive(SpannerTable)]
#[check("{name} != ';'")]
// `#` is an operator of PostgreSQL and a comment in GoogleSQL: only the DDL of one dialect fails.
#[check("({total} # 1) > 0")]
struct CheckWithSemicolonInQuotes {
    #[key(uuid)]
    id: Uuid,
    name: String,
    total: i64,
}

fn main() {}

// rule: expression
