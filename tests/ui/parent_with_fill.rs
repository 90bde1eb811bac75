use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent, uuid)]
    customer: Uuid,
}

fn main() {}
