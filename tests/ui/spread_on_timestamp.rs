use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Tenant {
    #[key(spread = "times differ")]
    at: DateTime<Utc>,
}

fn main() {}

// rule: unused-waiver
