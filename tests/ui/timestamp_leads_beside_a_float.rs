use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

// The shard that the error proposes is drawn at random: floats are not hashed.
#[derive(SpannerTable)]
struct Reading {
    #[key]
    at: DateTime<Utc>,
    #[key]
    value: f64,
}

fn main() {}
