#![allow(dead_code)]

use std::time::SystemTime;

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(status, total))]
#[foreign_key(columns(customer_id), references(Customer, customer_id))]
#[ttl(column = placed_at, days = 30)]
struct Order {
    #[key(uuid)]
    order_id: Uuid,
    customer_id: Uuid,
    status: String,
    total: i64,
    #[column(commit_timestamp)]
    placed_at: SystemTime,
}

fn main() {}
