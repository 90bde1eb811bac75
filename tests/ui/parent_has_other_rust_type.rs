use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

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

#[derive(SpannerColumn)]
struct CustomerId(Uuid);

#[derive(SpannerColumn)]
struct OrderId(Uuid);

#[derive(SpannerTable)]
struct OtherNewtypeCustomer {
    #[key]
    region: String,
    #[key(uuid)]
    customer_id: CustomerId,
}

#[derive(SpannerTable)]
#[interleave(OtherNewtypeCustomer)]
struct OtherNewtype {
    #[key(parent)]
    region: String,
    #[key(parent)]
    customer_id: OrderId,
    #[key(uuid)]
    order_id: OrderId,
}

fn main() {}

// rule: parent-key
