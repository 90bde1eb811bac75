use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[ttl(column = at, days = 3)]
struct Session {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(Session, on_delete = cascade)]
struct Page {
    #[key(parent)]
    id: Uuid,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[foreign_key(columns(session, page), references(Page, id, number))]
struct Click {
    #[key(uuid)]
    id: Uuid,
    session: Uuid,
    page: i64,
}

fn main() {}

// rule: expiry
