use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key]
    at: DateTime<Utc>,
    #[key(uuid)]
    id: Uuid,
    shard: String,
    #[column(name = "KeyShard")]
    other: i64,
}

fn main() {}
