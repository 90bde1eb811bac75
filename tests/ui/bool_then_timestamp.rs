use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    urgent: bool,
    #[key]
    at: DateTime<Utc>,
}

fn main() {}

// rule: only-few-values-before
