#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Reading {
    #[key(shard = 16, random)] shard: i64,
    #[key]
    at: DateTime<Utc>,
    #[key]
    value: f64,
}

fn main() {}
