#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Line {
    #[key]
    order: Uuid,
    #[key]
    number: i32,
}

fn main() {}

// rule: integer-leads
