use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(desc(placed_at), note), storing(total))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
    note: String,
    total: f64,
}

fn main() {}

// rule: clock-leads
