use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[ttl(column = at)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

fn main() {}
