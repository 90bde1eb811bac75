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

fn main() {}

// rule: expression
