use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    #[column(length = 36)]
    customer_id: String,
    #[key(uuid)]
    order_id: Uuid,
}

fn main() {}

// rule: parent-key
