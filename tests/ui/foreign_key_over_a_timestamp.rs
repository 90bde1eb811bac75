use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Period {
    #[key(allow_hotspot = "one period a month")]
    start: SystemTime,
}

#[derive(SpannerTable)]
#[foreign_key(columns(period), references(Period, start))]
struct Booking {
    #[key(uuid)]
    id: Uuid,
    period: SystemTime,
}

fn main() {}

// rule: clock-leads
