#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16, of(name))]
    shard: i64,
    #[key]
    distance: f64,
    #[key]
    name: String,
}

fn main() {}

// rule: shard-input
