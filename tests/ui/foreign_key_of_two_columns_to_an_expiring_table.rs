use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[ttl(column = at, days = 1)]
struct Session {
    #[key]
    user: Uuid,
    #[key]
    number: i64,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[foreign_key(columns(user, number), references(Session, user, number))]
struct Click {
    #[key(uuid)]
    id: Uuid,
    user: Uuid,
    number: i64,
}

fn main() {}
