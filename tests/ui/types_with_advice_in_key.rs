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

// Not a second error about the parent's type.
#[derive(SpannerTable)]
#[interleave(Event)]
struct Step {
    #[key(parent)]
    number: i64,
    #[key(parent)]
    id: Uuid,
    #[key]
    step: String,
}

fn main() {}
