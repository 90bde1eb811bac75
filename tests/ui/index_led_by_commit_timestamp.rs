use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(placed_at), unique)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    placed_at: DateTime<Utc>,
}

fn main() {}

// rule: clock-leads
