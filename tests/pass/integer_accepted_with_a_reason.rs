#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Currency {
    #[key(allow_hotspot = "at most 10 writes a minute")]
    code: i16,
}

fn main() {}

// rule: unused-waiver
