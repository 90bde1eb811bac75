use spanner_keys::{SpannerTable, Uuid};

struct Customer;

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Order)]
struct Line {
    #[key(parent)]
    customer_id: Uuid,
    #[key(parent)]
    order_id: Uuid,
    #[key(uuid)]
    line_id: Uuid,
    count: i64,
}

fn add(order: OrderKey) {
    let _ = NewLine { order, count: 1 }.insert();
}

fn main() {}
