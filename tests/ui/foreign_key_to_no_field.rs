use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Customer, id))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

fn main() {}

// rule: foreign-key
