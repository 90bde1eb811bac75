use spanner_keys::{SpannerTable, Uuid};

type Parent = Order;

#[derive(SpannerTable)]
#[interleave(Parent)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

fn main() {}
