#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

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
