use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid, storage = bytes)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Customer, customer_id))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

fn main() {}

// rule: foreign-key
