#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)] id: Uuid,
    started: DateTime<Utc>,
}

fn main() {}
