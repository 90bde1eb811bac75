#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(spread = "tenant ids are drawn at random")]
    tenant: u32,
    #[key]
    number: i64,
}

fn main() {}

// rule: integer-leads
