#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    #[column(length = 64)]
    tenant: String,
    #[key(uuid, storage = bytes)]
    region: Uuid,
    #[key(desc)]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
    #[key]
    note: Option<String>,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent)]
    tenant: String,
    #[key(parent)]
    region: Uuid,
    #[key(parent)]
    at: DateTime<Utc>,
    #[key(parent)]
    note: Option<String>,
}

#[derive(SpannerTable)]
#[interleave(User)]
struct Login {
    #[key(parent)]
    #[column(length = 64)]
    tenant: String,
    #[key(parent, storage = bytes)]
    region: Uuid,
    #[key(parent, desc)]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
    #[key(parent)]
    note: Option<String>,
    #[key]
    number: i64,
}

fn main() {}

// rule: parent-key
