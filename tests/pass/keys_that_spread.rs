#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)] id: Uuid,
    started: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Order {
    #[key]
    id: Uuid,
}

#[derive(SpannerTable)]
struct UuidV7FillBehindTenant {
    #[key]
    tenant: Uuid,
    #[key(uuid_v7)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Event {
    #[key]
    tenant: String,
    #[key(desc)]
    created_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct ClocksThatDoNotLead {
    #[key]
    user: [u8; 16],
    #[key]
    at: time::UtcDateTime,
    #[key]
    seen: jiff::Timestamp,
    #[key]
    stored: SystemTime,
    #[key]
    day: jiff::civil::Date,
    #[key]
    other_day: time::Date,
}

#[derive(SpannerTable)]
struct Line {
    #[key]
    order: Uuid,
    #[key]
    number: i32,
}

#[derive(SpannerColumn)]
struct OrderId(i64);

#[derive(SpannerTable)]
struct IntegerBitReversed {
    #[key(bit_reversed)]
    id: OrderId,
}

#[derive(SpannerTable)]
struct IntegerNumberedBySpanner {
    #[key(identity)]
    id: i64,
}

#[derive(SpannerTable)]
struct RandomInteger {
    #[key(random)]
    id: i64,
}

#[derive(SpannerTable)]
struct SequenceWithOptions {
    #[key(sequence = "OrderSeq", skip_range(1, 1_000_000), start_counter = 50)]
    id: i64,
}

#[derive(SpannerTable)]
struct SkipRangeForwards {
    #[key(identity, skip_range(1, 10), start_counter = 1)]
    id: i64,
}

#[derive(SpannerColumn)]
enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
struct Document {
    #[key]
    kind: Kind,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Reading {
    #[key]
    value: f64,
}

#[derive(SpannerTable)]
struct BytesInKey {
    #[key]
    #[column(length = 64)]
    digest: Vec<u8>,
    #[key]
    part: bytes::Bytes,
}

#[derive(SpannerTable)]
struct Setting {
    #[key]
    kind: Kind,
    #[key]
    on: bool,
    value: String,
}

#[derive(SpannerTable)]
#[index(JobsByPriority, columns(priority, owner, at))]
#[index(JobsByGrade, columns(grade, owner, at))]
struct Job {
    #[key]
    region: u8,
    #[key(uuid)]
    id: Uuid,
    priority: i8,
    #[column(length = 1)]
    grade: String,
    #[column(length = 2)]
    owner: String,
    at: SystemTime,
}

fn main() {}

// rule: clock-leads
// rule: counter
// rule: fill-type
// rule: integer-leads
// rule: key-type
// rule: only-few-values-before
// rule: time-ordered-id-leads
