use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(TasksByDone, columns(done, at))]
struct Task {
    #[key(uuid)]
    id: Uuid,
    done: Option<bool>,
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
