use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[ttl(column = at, days = -1)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

fn main() {}
