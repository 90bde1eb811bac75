use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
enum Status {
    Open,
    Closed,
}

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(status, placed_at))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    status: Status,
    placed_at: DateTime<Utc>,
}

fn main() {}

// rule: only-few-values-before
