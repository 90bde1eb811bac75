#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Period {
    #[key(allow_hotspot = "one period a month")]
    start: SystemTime,
}

#[derive(SpannerTable)]
#[foreign_key(columns(period), references(Period, start), allow_hotspot = "at most 10 writes a minute")]
struct Booking {
    #[key(uuid)]
    id: Uuid,
    period: SystemTime,
}

#[derive(SpannerTable)]
#[foreign_key(columns(period), references(Period, start), spread = "bookings are for any period")]
struct Reservation {
    #[key(uuid)]
    id: Uuid,
    period: SystemTime,
}

// The key starts with the columns, so Spanner creates no index for the foreign key.
#[derive(SpannerTable)]
#[foreign_key(columns(period), references(Period, start))]
struct Holiday {
    #[key(allow_hotspot = "one period a month")]
    period: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
// rule: unused-waiver
