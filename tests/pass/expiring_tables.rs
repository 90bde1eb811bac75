#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[ttl(column = at, days = 30)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    at: Option<SystemTime>,
}

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

#[derive(SpannerTable)]
#[ttl(column = at, days = 1)]
struct Session {
    #[key(uuid)]
    session_id: Uuid,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[foreign_key(columns(session), references(Session, session_id), on_delete = cascade)]
struct Click {
    #[key(uuid)]
    id: Uuid,
    session: Uuid,
}

fn main() {}

// rule: expiry
