#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(order_id, status), interleave(crate::Order))]
struct Order {
    #[key(uuid)]
    order_id: Uuid,
    status: String,
}

fn main() {}
