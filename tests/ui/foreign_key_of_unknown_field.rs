use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[foreign_key(columns(custmer), references(Order, id))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

fn main() {}
