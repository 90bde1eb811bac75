use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key(desc)]
    created_at: DateTime<Utc>,
}

fn main() {}

// rule: clock-leads
