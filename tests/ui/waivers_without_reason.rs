use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(allow_hotspot)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct WaiverWithEmptyReason {
    #[key(spread = "  ")]
    tenant: i64,
}

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(at), allow_hotspot)]
struct IndexWaiverWithoutReason {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

fn main() {}
