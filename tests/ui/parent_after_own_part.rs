use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[key(parent)]
    customer: Uuid,
}

fn main() {}
