use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[ttl(column = at, days = 30)]
struct Tenant {
    #[key]
    tenant: String,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent)]
    tenant: String,
    #[key]
    number: i64,
}

fn main() {}

// rule: expiry
