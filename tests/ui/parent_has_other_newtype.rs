use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct CustomerId(Uuid);

#[derive(SpannerColumn)]
struct OrderId(Uuid);

#[derive(SpannerTable)]
struct Customer {
    #[key]
    region: String,
    #[key(uuid)]
    customer_id: CustomerId,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    region: String,
    #[key(parent)]
    customer_id: OrderId,
    #[key(uuid)]
    order_id: OrderId,
}

fn main() {}

// rule: parent-key
