use chrono::{DateTime, NaiveDate, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Event {
    #[key(desc)]
    created_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Measure {
    #[key]
    created_at: Option<DateTime<Utc>>,
}

#[derive(SpannerColumn)]
struct CreatedAt(DateTime<Utc>);

#[derive(SpannerTable)]
struct Order {
    #[key]
    created_at: CreatedAt,
    #[key(uuid)]
    id: Uuid,
}

// The shard that the error proposes is drawn at random: floats are not hashed.
#[derive(SpannerTable)]
struct Reading {
    #[key]
    at: DateTime<Utc>,
    #[key]
    value: f64,
}

#[derive(SpannerTable)]
struct Visit {
    #[key]
    created_at: jiff::Timestamp,
}

#[derive(SpannerTable)]
struct Payment {
    #[key]
    created_at: time::OffsetDateTime,
}

#[derive(SpannerTable)]
struct Draft {
    #[key]
    created_at: SystemTime,
}

#[derive(SpannerTable)]
struct Change {
    #[key]
    #[column(default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"))]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Commit {
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Report {
    #[key]
    day: NaiveDate,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Alert {
    #[key]
    urgent: bool,
    #[key]
    at: DateTime<Utc>,
}

fn main() {}

// rule: clock-leads
// rule: only-few-values-before
