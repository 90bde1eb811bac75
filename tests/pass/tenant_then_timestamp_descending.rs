#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    tenant: String,
    #[key(desc)]
    created_at: DateTime<Utc>,
}

fn main() {}

// rule: clock-leads
