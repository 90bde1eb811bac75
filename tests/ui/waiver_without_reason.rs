use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(allow_hotspot)]
    at: DateTime<Utc>,
}

fn main() {}
