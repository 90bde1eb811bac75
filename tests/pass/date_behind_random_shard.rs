#![allow(dead_code)]

use chrono::NaiveDate;
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Report {
    #[key(shard = 16, random)] shard: i64,
    #[key]
    day: NaiveDate,
}

fn main() {}
