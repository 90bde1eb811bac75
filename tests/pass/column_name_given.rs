#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    #[column(name = "id")]
    _id: Uuid,
}

fn main() {}

// rule: name
