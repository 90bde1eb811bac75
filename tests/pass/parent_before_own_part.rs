#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    customer: Uuid,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: parent-key
