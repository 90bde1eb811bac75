#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersById, columns(id, placed_at), interleave(Order))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(order_id, status), interleave(crate::Invoice))]
struct Invoice {
    #[key(uuid)]
    order_id: Uuid,
    status: String,
}

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(id, at), interleave(self::Payment))]
#[index(OrdersByNumber, columns(id, number), interleave(Self))]
#[foreign_key(columns(number), references(Self, number))]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
    number: i64,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
#[index(OrdersByTime, columns(customer_id, placed_at), interleave(Customer))]
struct Visit {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
}

fn main() {}

// rule: clock-leads
// rule: index-parent
