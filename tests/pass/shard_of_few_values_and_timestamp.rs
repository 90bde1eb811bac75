#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16, of(urgent, at))]
    shard: i64,
    #[key]
    urgent: bool,
    #[key]
    at: DateTime<Utc>,
}

fn main() {}

// rule: shard-of-few-values
