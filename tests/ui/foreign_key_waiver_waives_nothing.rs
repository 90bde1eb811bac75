use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Customer, id), allow_hotspot = "few orders")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

fn main() {}

// rule: unused-waiver
