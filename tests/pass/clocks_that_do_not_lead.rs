#![allow(dead_code)]

use spanner_keys::SpannerTable;
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Event {
    #[key]
    user: [u8; 16],
    #[key]
    at: time::UtcDateTime,
    #[key]
    seen: jiff::Timestamp,
    #[key]
    stored: SystemTime,
    #[key]
    day: jiff::civil::Date,
    #[key]
    other_day: time::Date,
}

fn main() {}

// rule: clock-leads
