use chrono::NaiveDateTime;
use spanner_keys::{SpannerTable, Uuid};

// `i64` or `DateTime<Utc>` would be hot here, so the help only describes them.
#[derive(SpannerTable)]
#[index(EventsByTime, columns(at))]
struct Event {
    #[key]
    number: u64,
    #[key(uuid)]
    id: Uuid,
    at: NaiveDateTime,
}

fn main() {}
