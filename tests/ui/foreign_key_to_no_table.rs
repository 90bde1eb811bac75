use spanner_keys::{SpannerTable, Uuid};

struct Customer {
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
