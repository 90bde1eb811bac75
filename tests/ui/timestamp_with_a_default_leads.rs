use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Event {
    #[key]
    #[column(default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"))]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
