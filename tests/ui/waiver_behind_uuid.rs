use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key(uuid)]
    id: Uuid,
    #[key(allow_hotspot = "few events")]
    at: DateTime<Utc>,
}

fn main() {}

// rule: unused-waiver
