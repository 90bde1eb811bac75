#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    one: DateTime<Utc>,
    #[column(commit_timestamp)]
    two: Option<SystemTime>,
}

fn main() {}

// rule: fill-type
