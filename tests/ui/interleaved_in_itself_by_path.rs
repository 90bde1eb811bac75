use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(crate::Order)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

fn main() {}
