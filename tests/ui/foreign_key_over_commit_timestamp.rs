use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[foreign_key(columns(at), references(Order, at))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

fn main() {}

// rule: foreign-key
