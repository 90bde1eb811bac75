#![allow(dead_code)]

use spanner_keys::SpannerTable;
use ulid::Ulid;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16)] shard: i64,
    #[key(ulid)]
    id: Ulid,
}

fn main() {}

// rule: time-ordered-id-leads
