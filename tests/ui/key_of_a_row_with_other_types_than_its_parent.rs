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
    customer_id: String,
    #[key(uuid)]
    order_id: Uuid,
}

fn main() {
    let order = Order { customer_id: String::new(), order_id: Uuid::nil() };
    println!("{:?}", order.key());
}
