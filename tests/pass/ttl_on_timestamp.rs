#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[ttl(column = at, days = 30)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    at: Option<SystemTime>,
}

fn main() {}

// rule: expiry
