#![allow(dead_code)]

use chrono::Utc;
use spanner_keys::{SpannerTable, Uuid};

type DateTime = chrono::DateTime<Utc>;

#[derive(SpannerTable)]
struct Event {
    #[key(uuid)]
    id: Uuid,
    at: DateTime,
}

fn main() {}
