#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(random)]
    id: i64,
}

fn main() {}

// rule: fill-type
