use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

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

#[derive(SpannerTable)]
#[ttl(column = at, days = 1)]
struct Session {
    #[key(uuid)]
    session_id: Uuid,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[foreign_key(columns(session), references(Session, session_id))]
struct Click {
    #[key(uuid)]
    id: Uuid,
    session: Uuid,
}

#[derive(SpannerTable)]
#[ttl(column = at, days = 1)]
struct NumberedSession {
    #[key]
    user: Uuid,
    #[key]
    number: i64,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[foreign_key(columns(user, number), references(NumberedSession, user, number))]
struct Tap {
    #[key(uuid)]
    id: Uuid,
    user: Uuid,
    number: i64,
}

#[derive(SpannerTable)]
#[ttl(column = at, days = 3)]
struct LongSession {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(LongSession, on_delete = cascade)]
struct Page {
    #[key(parent)]
    id: Uuid,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[foreign_key(columns(session, page), references(Page, id, number))]
struct View {
    #[key(uuid)]
    id: Uuid,
    session: Uuid,
    page: i64,
}

fn main() {}

// rule: expiry
