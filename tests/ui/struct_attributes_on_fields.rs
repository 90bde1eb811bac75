use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
struct Order {
    #[interleave(Customer)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
    #[index(OrdersByStatus)]
    status: String,
    #[ttl(days = 30)]
    #[column(commit_timestamp)]
    placed_at: std::time::SystemTime,
}

fn add(customer: CustomerKey) {
    let _ = NewOrder { customer, status: String::new() }.insert();
}

fn main() {}
