#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

// The first fix that the error proposes.
#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16)] shard: i64,
    #[key]
    created_at: DateTime<Utc>,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
