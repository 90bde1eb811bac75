use spanner_keys::SpannerTable;
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Event {
    #[key]
    created_at: SystemTime,
}

fn main() {}

// rule: clock-leads
