#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(identity, skip_range(1, 10), start_counter = 1)]
    id: i64,
}

fn main() {}

// rule: counter
