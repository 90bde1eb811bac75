#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 1024)]
    shard: u16,
    #[key(ulid)]
    id: String,
}

fn main() {}

// rule: fill-type
