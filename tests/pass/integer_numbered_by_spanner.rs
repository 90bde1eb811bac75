#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(identity)]
    id: i64,
}

fn main() {}

// rule: integer-leads
