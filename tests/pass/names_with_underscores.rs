//! Names of generated types follow the style of the struct's name.
#![deny(warnings)]
#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(name = "Customers")]
struct _Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[table(name = "Events")]
#[interleave(_Customer)]
struct __Event {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    event_id: Uuid,
}

fn main() {
    let customer = _CustomerKey { customer_id: Uuid::nil() };
    let _ = __NewEvent { _customer: customer }.insert();
}
