use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct CreatedAt(DateTime<Utc>);

#[derive(SpannerTable)]
struct Event {
    #[key]
    created_at: CreatedAt,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
