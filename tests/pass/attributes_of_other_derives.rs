//! An attribute that looks like ours belongs to another derive.
#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable, Default)]
struct Order {
    #[cfg_attr(all(), key(uuid))]
    order_id: Uuid,
    status: String,
}

fn main() {}
