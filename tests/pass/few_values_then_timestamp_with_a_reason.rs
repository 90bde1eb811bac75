#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    urgent: bool,
    #[key(allow_hotspot = "at most 10 writes a minute")]
    at: DateTime<Utc>,
}

fn main() {}

// rule: unused-waiver
