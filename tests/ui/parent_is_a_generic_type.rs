use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Vec)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
    note: String,
}

fn order_id(key: OrderKey) -> Uuid {
    key.order_id
}

fn main() {}
