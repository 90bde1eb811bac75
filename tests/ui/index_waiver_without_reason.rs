use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(at), allow_hotspot)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

fn main() {}
