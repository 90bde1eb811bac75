use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Report {
    #[key]
    day: NaiveDate,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
