#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(ulid, allow_hotspot = "at most 10 writes a minute")]
    id: String,
}

fn main() {}

// rule: time-ordered-id-leads
