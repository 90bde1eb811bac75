#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[deprecated = "rows go to NewOrders"]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
