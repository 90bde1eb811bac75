#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
#[column(storage = integer)]
enum Kind {
    Invoice = 1,
    Receipt = 2,
}

#[derive(SpannerTable)]
struct Document {
    #[key]
    kind: Kind,
    #[key(shard = 16, random)] shard: i64,
    #[key]
    at: DateTime<Utc>,
}

fn main() {}
