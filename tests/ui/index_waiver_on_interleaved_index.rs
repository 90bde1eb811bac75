use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
#[index(OrdersByTime, columns(customer_id, placed_at), interleave(Customer), allow_hotspot = "few orders")]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
}

fn main() {}

// rule: unused-waiver
