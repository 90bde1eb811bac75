#![allow(dead_code)]

use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Report {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    day: NaiveDate,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: shard-of-few-values
