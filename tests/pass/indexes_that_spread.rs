#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(shard, desc(placed_at)))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
    #[column(shard = 16, of(id))] shard: i64,
}

#[derive(SpannerTable)]
#[index(EventsByHash, columns(hash))]
#[index(EventsByName, columns(name_and_month))]
#[index(EventsByWeekday, columns(weekday), spread = "all days of the week get the same")]
struct Event {
    #[key(uuid)]
    id: Uuid,
    at: SystemTime,
    name: String,
    #[column(generated = "FARM_FINGERPRINT(CAST(UNIX_MICROS({at}) AS STRING))")]
    hash: Option<i64>,
    #[column(generated = "CONCAT({name}, FORMAT_TIMESTAMP('%Y-%m', {at}, 'UTC'))")]
    name_and_month: Option<String>,
    #[column(generated = "FORMAT_TIMESTAMP('%A', {at}, 'UTC')")]
    weekday: Option<String>,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(cents))]
struct IndexOnAnInteger {
    #[key(uuid)]
    id: Uuid,
    cents: i64,
}

// The key of the table follows the status, and a random id spreads.
#[derive(SpannerColumn)]
enum Status {
    Open,
    Closed,
}

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(status), storing(placed_at))]
struct IndexStatusAlone {
    #[key(uuid)]
    id: Uuid,
    status: Status,
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total), storing(note), unique, null_filtered)]
struct IndexStoresAnotherColumn {
    #[key(uuid)]
    id: Uuid,
    total: i64,
    note: String,
}

#[derive(SpannerTable)]
#[index(DocumentsByName, columns(name), storing(body, tags, weight))]
struct Document {
    #[key(uuid)]
    id: Uuid,
    name: String,
    body: serde_json::Value,
    tags: Vec<String>,
    weight: f32,
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
#[index(ItemsByBatch, columns(shard, batch_id, name))]
struct Item {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    batch_id: String,
    #[key]
    number: i64,
    name: String,
}

fn main() {}

// rule: clock-leads
// rule: index-columns
// rule: integer-leads
// rule: key-type
// rule: only-few-values-before
