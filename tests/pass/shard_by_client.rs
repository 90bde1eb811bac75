#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16, client)]
    shard: i64,
    #[key(bit_reversed)]
    id: i64,
}

fn main() {}

// rule: shard-input
