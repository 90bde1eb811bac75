use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable};

// Two mistakes, two errors: the broken type of one column does not hide the hot key.
#[derive(SpannerColumn)]
enum Status {}

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(status), allow_hotspot = "few")]
struct Order {
    #[key]
    at: DateTime<Utc>,
    status: Status,
}

fn main() {}
