#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
struct OrderId(i64);

#[derive(SpannerTable)]
struct Order {
    #[key(bit_reversed)]
    id: OrderId,
}

fn main() {}

// rule: integer-leads
