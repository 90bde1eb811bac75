#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[foreign_key(columns(last_order), references(Order, id))]
#[foreign_key(columns(referrer), references(Customer, customer_id), name = "Customers_referrer", on_delete = cascade)]
struct Customer {
    #[key(uuid, storage = bytes)]
    customer_id: Uuid,
    last_order: Option<Uuid>,
    #[column(storage = bytes)]
    referrer: Option<Uuid>,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Customer, customer_id))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(storage = bytes)]
    customer: Uuid,
}

fn main() {}

// rule: foreign-key
