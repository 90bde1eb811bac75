#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(allow_hotspot = "ids come from an old system as version 1")]
    id: Uuid,
}

fn main() {}
