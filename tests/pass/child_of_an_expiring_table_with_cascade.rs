#![allow(dead_code)]

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
#[interleave(Tenant, on_delete = cascade)]
struct User {
    #[key(parent)]
    tenant: String,
    #[key]
    number: i64,
}

fn main() {}

// rule: expiry
