//! Every key strategy.

use std::time::SystemTime;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use spanner_keys::{Schema, SpannerColumn, SpannerTable, Uuid};
use ulid::Ulid;

#[derive(SpannerColumn)]
pub enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
pub struct UuidInText {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
pub struct UuidInBytes {
    #[key(uuid, storage = bytes)]
    id: Uuid,
    #[column(storage = bytes)]
    other: Option<Uuid>,
}

#[derive(SpannerTable)]
pub struct UuidInOwnText {
    #[key(uuid)]
    id: String,
}

#[derive(SpannerTable)]
pub struct UuidInOwnBytes {
    #[key(uuid)]
    id: [u8; 16],
}

#[derive(SpannerTable)]
pub struct Random {
    #[key(random)]
    id: i64,
}

#[derive(SpannerTable)]
pub struct BitReversed {
    #[key(bit_reversed)]
    id: i64,
}

#[derive(SpannerTable)]
pub struct FromSequence {
    #[key(sequence = "PlainSeq")]
    id: i64,
}

#[derive(SpannerTable)]
pub struct FromSequenceWithOptions {
    #[key(sequence = "TunedSeq", skip_range(1, 1_000_000), start_counter = 50)]
    id: i64,
}

/// Two tables may share a sequence.
#[derive(SpannerTable)]
pub struct FromTheSameSequence {
    #[key(sequence = "TunedSeq", skip_range(1, 1_000_000), start_counter = 50)]
    id: i64,
}

#[derive(SpannerTable)]
pub struct Identity {
    #[key(identity)]
    id: i64,
}

#[derive(SpannerTable)]
pub struct IdentityWithOptions {
    #[key(identity, skip_range(1, 1000), start_counter = 7)]
    id: i64,
}

#[derive(SpannerTable)]
pub struct TimeOrdered {
    #[key]
    #[column(length = 64)]
    tenant: String,
    #[key(ulid)]
    ulid: Ulid,
    #[key(uuid_v7)]
    uuid: Uuid,
    #[key(ulid, storage = bytes)]
    ulid_in_bytes: Ulid,
}

#[derive(SpannerTable)]
pub struct Supplied {
    #[key(spread = "tenant ids are drawn at random")]
    tenant: i64,
    #[key]
    kind: Kind,
    #[key]
    done: bool,
    #[key]
    at: DateTime<Utc>,
    #[key]
    day: NaiveDate,
    #[key]
    #[column(length = 32)]
    digest: Vec<u8>,
    #[key]
    fixed: [u8; 8],
    #[key]
    weight: f64,
    #[key]
    reference: Uuid,
}

#[derive(SpannerTable)]
pub struct Waived {
    #[key(allow_hotspot = "one row a day\nand no more")]
    day: NaiveDate,
}

pub fn schema() -> Schema<'static> {
    Schema::new()
        .table::<UuidInText>()
        .table::<UuidInBytes>()
        .table::<UuidInOwnText>()
        .table::<UuidInOwnBytes>()
        .table::<Random>()
        .table::<BitReversed>()
        .table::<FromSequence>()
        .table::<FromSequenceWithOptions>()
        .table::<FromTheSameSequence>()
        .table::<Identity>()
        .table::<IdentityWithOptions>()
        .table::<TimeOrdered>()
        .table::<Supplied>()
        .table::<Waived>()
}

#[derive(SpannerTable)]
pub struct ShardOfText {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    name: String,
}

#[derive(SpannerTable)]
pub struct ShardOfTimestamp {
    #[key(shard = 12)]
    shard: i64,
    #[key]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
pub struct ShardOfEverything {
    #[key(shard = 1024)]
    shard: i64,
    #[key]
    name: String,
    #[key]
    number: i64,
    #[key]
    at: SystemTime,
    #[key]
    day: NaiveDate,
    #[key]
    done: bool,
    #[key]
    digest: Vec<u8>,
    #[key(uuid)]
    id: Uuid,
    #[key(ulid, storage = bytes)]
    token: Ulid,
}

#[derive(SpannerTable)]
pub struct ShardOfSome {
    #[key(shard = 3, of(digest))]
    shard: i64,
    #[key]
    at: DateTime<Utc>,
    #[key]
    digest: Vec<u8>,
}

#[derive(SpannerTable)]
pub struct ShardOfIdentity {
    #[key(shard = 5)]
    shard: i64,
    #[key(identity)]
    id: i64,
}

#[derive(SpannerTable)]
pub struct ShardByClient {
    #[key(shard = 100, client)]
    shard: i64,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
pub struct ShardByChance {
    #[key(shard = 2, random)]
    shard: i64,
    #[key]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(ShardOfText)]
pub struct ChildOfShard {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    name: String,
    #[key]
    number: i64,
}

pub fn shards() -> Schema<'static> {
    Schema::new()
        .table::<ShardOfText>()
        .table::<ShardOfTimestamp>()
        .table::<ShardOfEverything>()
        .table::<ShardOfSome>()
        .table::<ShardOfIdentity>()
        .table::<ShardByClient>()
        .table::<ShardByChance>()
        .table::<ChildOfShard>()
}

#[derive(SpannerTable)]
pub struct NativeUuid {
    #[key(uuid, storage = native)]
    id: Uuid,
    #[column(storage = native)]
    other: Option<Uuid>,
}

pub fn native_uuid() -> Schema<'static> {
    Schema::new().table::<NativeUuid>()
}

#[derive(SpannerTable)]
pub struct Newest {
    #[key]
    #[column(length = 64)]
    tenant: String,
    #[key(desc)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(Newest)]
pub struct NewestChild {
    #[key(parent)]
    tenant: String,
    #[key(parent)]
    at: DateTime<Utc>,
    #[key]
    number: i64,
}

pub fn descending() -> Schema<'static> {
    Schema::new().table::<NewestChild>()
}

#[derive(SpannerTable)]
#[index(PricesByAmount, columns(amount))]
pub struct Price {
    #[key]
    amount: Decimal,
}

pub fn numeric() -> Schema<'static> {
    Schema::new().table::<Price>()
}

#[derive(SpannerTable)]
pub struct Optional {
    #[key]
    name: Option<String>,
    #[key]
    other: Option<i64>,
}

pub fn nullable() -> Schema<'static> {
    Schema::new().table::<Optional>()
}
