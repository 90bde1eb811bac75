#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key(allow_hotspot = "at most 10 writes a minute")]
    created_at: DateTime<Utc>,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
