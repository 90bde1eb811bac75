#![allow(dead_code)]

use chrono::{DateTime, NaiveDate, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;
use ulid::Ulid;

// The first fix that the error proposes.
#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16)] shard: i64,
    #[key]
    created_at: DateTime<Utc>,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct TimestampWithADefaultBehindShard {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    #[column(default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"))]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Reading {
    #[key(shard = 16, random)] shard: i64,
    #[key]
    at: DateTime<Utc>,
    #[key]
    value: f64,
}

#[derive(SpannerTable)]
struct CommitTimestampBehindRandomShard {
    #[key(shard = 16, random)] shard: i64,
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Report {
    #[key(shard = 16, random)] shard: i64,
    #[key]
    day: NaiveDate,
}

#[derive(SpannerTable)]
struct DateBehindShardOfMore {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    day: NaiveDate,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16)] shard: i64,
    #[key(ulid)]
    id: Ulid,
}

#[derive(SpannerTable)]
struct UlidFillWithFloatBehindRandomShard {
    #[key(shard = 16, random)] shard: i64,
    #[key(ulid)]
    id: String,
    #[key]
    distance: f64,
}

#[derive(SpannerTable)]
struct UlidTypeBehindShard {
    #[key(shard = 16)] shard: i64,
    #[key]
    id: Ulid,
}

#[derive(SpannerColumn)]
#[column(storage = integer)]
enum Kind {
    Invoice = 1,
    Receipt = 2,
}

#[derive(SpannerTable)]
struct Document {
    #[key]
    kind: Kind,
    #[key(shard = 16, random)] shard: i64,
    #[key]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct ShardOfFewValuesAndTimestamp {
    #[key(shard = 16, of(urgent, at))]
    shard: i64,
    #[key]
    urgent: bool,
    #[key]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct ShardOfTheRest {
    #[key(shard = 16, of(name))]
    shard: i64,
    #[key]
    distance: f64,
    #[key]
    name: String,
}

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16, client)]
    shard: i64,
    #[key(bit_reversed)]
    id: i64,
}

// `NewOrder` asks for `id`, because the shard is computed from it.
#[derive(SpannerTable)]
struct ShardByClientOfDefault {
    #[key(shard = 16, client)]
    shard: i64,
    #[key]
    #[column(default(googlesql = "GENERATE_UUID()", postgresql = "spanner.generate_uuid()"))]
    id: String,
    #[column(shard = 8, of(region), client)]
    region_shard: i64,
    #[column(default = "'EU'")]
    region: String,
}

#[derive(SpannerTable)]
struct ShardInByte {
    #[key(shard = 1024)]
    shard: u16,
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable)]
struct Ride {
    #[key(shard = 256)]
    shard: u8,
    #[key(ulid)]
    id: String,
    #[column(shard = 128, of(id))]
    other: i8,
}

fn main() {}

// rule: clock-leads
// rule: fill-type
// rule: shard-input
// rule: shard-of-few-values
// rule: time-ordered-id-leads
