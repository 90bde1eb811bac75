#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Batch {
    #[key(ulid, allow_hotspot = "one batch an hour")]
    batch_id: String,
}

#[derive(SpannerTable)]
#[interleave(Batch)]
#[index(ItemsByDone, columns(done))]
struct Item {
    #[key(parent)]
    batch_id: String,
    #[key]
    number: i64,
    done: bool,
}

fn main() {}
