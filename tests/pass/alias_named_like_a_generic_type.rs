//! A name that a generic type has elsewhere.

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

mod time {
    pub(crate) type DateTime = chrono::DateTime<chrono::Utc>;
}

use time::DateTime;

#[derive(SpannerColumn)]
struct At(DateTime);

#[derive(SpannerTable)]
struct Event {
    #[key(uuid)]
    id: Uuid,
    at: At,
    until: Option<DateTime>,
}

fn main() {}
