#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16, random)] shard: i64,
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

fn main() {}
