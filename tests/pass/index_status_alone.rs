#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

// The key of the table follows the status, and a random id spreads.
#[derive(SpannerColumn)]
enum Status {
    Open,
    Closed,
}

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(status), storing(placed_at))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    status: Status,
    placed_at: DateTime<Utc>,
}

fn main() {}

// rule: only-few-values-before
