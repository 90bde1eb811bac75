use chrono::{DateTime, NaiveDate, Utc};
use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;
use ulid::Ulid;

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(placed_at))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(desc(placed_at), note), storing(total))]
struct Invoice {
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
    note: String,
    total: f64,
}

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(placed_at), unique)]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[index(OrdersByDay, columns(day))]
struct Report {
    #[key(uuid)]
    id: Uuid,
    day: NaiveDate,
}

#[derive(SpannerTable)]
#[index(EventsByMonth, columns(month))]
struct Event {
    #[key(uuid)]
    id: Uuid,
    at: SystemTime,
    #[column(generated(googlesql = "FORMAT_TIMESTAMP('%Y-%m', {at}, 'UTC')", postgresql = "left({at}::text, 7)"))]
    month: Option<String>,
}

#[derive(SpannerTable)]
#[index(EventsByTime, columns(at), spread = "events happen at any time")]
struct Change {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    at: SystemTime,
}

#[derive(SpannerTable)]
#[index(TripsByToken, columns(token))]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    token: Ulid,
}

#[derive(SpannerTable)]
#[index(TripsById, columns(id))]
struct Visit {
    #[key]
    tenant: String,
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable)]
struct Batch {
    #[key(shard = 4)]
    shard: i64,
    #[key(ulid)]
    batch_id: String,
}

#[derive(SpannerTable)]
#[interleave(Batch)]
#[index(ItemsByBatch, columns(batch_id))]
struct Item {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    batch_id: String,
    #[key]
    number: i64,
}

fn main() {}

// rule: clock-leads
// rule: time-ordered-id-leads
