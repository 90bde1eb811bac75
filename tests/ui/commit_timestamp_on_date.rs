use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    day: NaiveDate,
}

fn main() {}

// rule: fill-type
