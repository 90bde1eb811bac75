use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(EventsByTime, columns(at), spread = "events happen at any time")]
struct Event {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    at: SystemTime,
}

fn main() {}

// rule: clock-leads
