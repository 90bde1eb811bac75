use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    created_at: Option<DateTime<Utc>>,
}

fn main() {}

// rule: clock-leads
