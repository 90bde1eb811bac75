use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[ttl(column = day, days = 30)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    day: NaiveDate,
}

fn main() {}

// rule: expiry
