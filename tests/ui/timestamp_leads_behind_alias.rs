use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

type CreatedAt = DateTime<Utc>;

#[derive(SpannerTable)]
struct Event {
    #[key]
    created_at: CreatedAt,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
