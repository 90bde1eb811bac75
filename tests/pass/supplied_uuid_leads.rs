#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key]
    id: Uuid,
}

fn main() {}

// rule: time-ordered-id-leads
