use chrono::{DateTime, NaiveDate, Utc};
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16)]
    shard: String,
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable)]
struct ShardTooManyForTheInteger {
    #[key(shard = 257)]
    shard: u8,
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable)]
struct ShardOfFloat {
    #[key(shard = 16, of(distance))]
    shard: i64,
    #[key]
    distance: f64,
    #[key]
    name: String,
}

#[derive(SpannerTable)]
struct ShardOfFloat32 {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    weight: f32,
}

#[derive(SpannerTable)]
struct ShardOfNullable {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    name: Option<String>,
}

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Report {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    day: NaiveDate,
}

#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16, of(urgent))]
    shard: i64,
    #[key]
    urgent: bool,
    #[key]
    at: DateTime<Utc>,
}

// Not a second error about the few values.
#[derive(SpannerTable)]
struct ShardOfNullableFlag {
    #[key(shard = 16, of(done))]
    shard: i64,
    #[key]
    done: Option<bool>,
    #[key]
    at: DateTime<Utc>,
}

fn main() {}

// rule: fill-type
// rule: key-type
// rule: shard-input
// rule: shard-of-few-values
