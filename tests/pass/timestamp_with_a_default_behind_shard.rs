#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    #[column(default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"))]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
