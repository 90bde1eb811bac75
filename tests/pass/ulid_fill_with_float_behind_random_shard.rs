#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16, random)] shard: i64,
    #[key(ulid)]
    id: String,
    #[key]
    distance: f64,
}

fn main() {}
