use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(EventsByMonth, columns(month))]
struct Event {
    #[key(uuid)]
    id: Uuid,
    at: SystemTime,
    #[column(generated(googlesql = "FORMAT_TIMESTAMP('%Y-%m', {at}, 'UTC')", postgresql = "left({at}::text, 7)"))]
    month: Option<String>,
}

fn main() {}

// rule: clock-leads
