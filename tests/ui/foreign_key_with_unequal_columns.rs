use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Order, id, customer))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

fn main() {}
