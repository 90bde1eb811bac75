use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    tenant: String,
    #[key]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent)]
    tenant: String,
    #[key(parent)]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

fn main() {}

// rule: parent-key
