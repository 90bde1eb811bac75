#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(sequence = "OrderSeq", skip_range(1, 1_000_000), start_counter = 50)]
    id: i64,
}

fn main() {}

// rule: counter
