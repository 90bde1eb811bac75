use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp, default = "CURRENT_TIMESTAMP()")]
    at: DateTime<Utc>,
}

fn main() {}
