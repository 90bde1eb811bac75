use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

fn main() {}

// rule: shard-input
