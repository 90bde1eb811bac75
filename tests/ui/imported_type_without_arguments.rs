use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key(uuid)]
    id: Uuid,
    until: Option<DateTime<Utc>>,
    #[key]
    at: DateTime,
    seen: Option<DateTime>,
}

fn id(key: EventKey) -> Uuid {
    key.clone().id
}

fn main() {}
