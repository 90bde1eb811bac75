use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[index(OrdersByStatus, status, total)]
#[index(OrdersByName, name, status)]
#[foreign_key(customer_id, Customer)]
#[foreign_key(customer_id, Customer::customer_id)]
#[ttl(placed_at, 30)]
struct Order {
    #[key(uuid)]
    order_id: Uuid,
    customer_id: Uuid,
    status: String,
    total: i64,
    name: String,
    #[column(commit_timestamp)]
    placed_at: std::time::SystemTime,
}

fn main() {}
