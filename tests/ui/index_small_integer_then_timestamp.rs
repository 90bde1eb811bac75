use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(JobsByPriority, columns(priority, at))]
struct Job {
    #[key(uuid)]
    id: Uuid,
    priority: u8,
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
