#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[index(BatchesByDone, columns(done))]
struct Batch {
    #[key(ulid, allow_hotspot = "one batch an hour")]
    batch_id: String,
    done: bool,
}

fn main() {}
