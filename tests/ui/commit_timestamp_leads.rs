use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

fn main() {}

// rule: clock-leads
