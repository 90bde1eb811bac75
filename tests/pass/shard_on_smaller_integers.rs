#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 1024)]
    shard: u16,
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable)]
struct Ride {
    #[key(shard = 256)]
    shard: u8,
    #[key(ulid)]
    id: String,
    #[column(shard = 128, of(id))]
    other: i8,
}

fn main() {}

// rule: fill-type
