#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Batch {
    #[key(shard = 4)]
    shard: i64,
    #[key(ulid)]
    batch_id: String,
}

#[derive(SpannerTable)]
#[interleave(Batch)]
#[index(ItemsByBatch, columns(shard, batch_id, name))]
struct Item {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    batch_id: String,
    #[key]
    number: i64,
    name: String,
}

fn main() {}
