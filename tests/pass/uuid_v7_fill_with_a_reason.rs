#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid_v7, allow_hotspot = "at most 10 writes a minute")]
    id: Uuid,
}

fn main() {}
