#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct CustomerId(Uuid);

type Buyer = CustomerId;

#[derive(SpannerTable)]
struct Customer {
    #[key]
    region: String,
    #[key(uuid)]
    customer_id: CustomerId,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    region: String,
    #[key(parent)]
    customer_id: Buyer,
    #[key(uuid)]
    order_id: Uuid,
}

fn main() {}

// rule: parent-key
