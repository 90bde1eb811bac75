#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(cents))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    cents: i64,
}

fn main() {}

// rule: integer-leads
