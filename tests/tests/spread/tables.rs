//! The simulated tables, with good and hot keys.

use std::time::SystemTime;

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerTable)]
pub(crate) struct Timestamp {
    #[key(allow_hotspot = "a test")]
    pub(crate) at: SystemTime,
    #[key(uuid)]
    pub(crate) id: Uuid,
}

/// Newest first, which does not help.
#[derive(SpannerTable)]
pub(crate) struct Newest {
    #[key(desc, allow_hotspot = "a test")]
    pub(crate) at: SystemTime,
}

#[derive(SpannerTable)]
pub(crate) struct Counter {
    #[key(allow_hotspot = "a test")]
    pub(crate) id: i64,
}

#[derive(SpannerTable)]
pub(crate) struct Ulids {
    #[key(ulid, allow_hotspot = "a test")]
    pub(crate) id: String,
}

#[derive(SpannerTable)]
pub(crate) struct Uuids7 {
    #[key(uuid_v7, storage = bytes, allow_hotspot = "a test")]
    pub(crate) id: Uuid,
}

#[derive(SpannerTable)]
pub(crate) struct Stamped {
    #[key(allow_hotspot = "a test")]
    #[column(commit_timestamp)]
    pub(crate) at: SystemTime,
}

#[derive(SpannerTable)]
pub(crate) struct Uuids {
    #[key(uuid)]
    pub(crate) id: Uuid,
    #[column(length = 5)]
    pub(crate) note: String,
}

#[derive(SpannerTable)]
pub(crate) struct UuidBytes {
    #[key(uuid, storage = bytes)]
    pub(crate) id: Uuid,
}

#[derive(SpannerTable)]
pub(crate) struct Randoms {
    #[key(random)]
    pub(crate) id: i64,
}

#[derive(SpannerTable)]
pub(crate) struct Reversed {
    #[key(bit_reversed)]
    pub(crate) id: i64,
}

#[derive(SpannerTable)]
pub(crate) struct Numbered {
    #[key(sequence = "NumberSeq", skip_range(1, 4_611_686_018_427_387_904), start_counter = 50)]
    pub(crate) id: i64,
}

#[derive(SpannerTable)]
pub(crate) struct Identified {
    #[key(identity)]
    pub(crate) id: i64,
}

/// The server generates the number and computes its shard.
#[derive(SpannerTable)]
pub(crate) struct ShardOfNumber {
    #[key(shard = 8)]
    pub(crate) shard: i64,
    #[key(identity)]
    pub(crate) id: i64,
}

#[derive(SpannerTable)]
pub(crate) struct Shards2 {
    #[key(shard = 2)]
    pub(crate) shard: i64,
    #[key]
    pub(crate) at: SystemTime,
    #[key(uuid)]
    pub(crate) id: Uuid,
}

#[derive(SpannerTable)]
pub(crate) struct Shards16 {
    #[key(shard = 16)]
    pub(crate) shard: i64,
    #[key]
    pub(crate) at: SystemTime,
    #[key(uuid)]
    pub(crate) id: Uuid,
}

#[derive(SpannerTable)]
pub(crate) struct Shards64 {
    #[key(shard = 64)]
    pub(crate) shard: i64,
    #[key(desc)]
    pub(crate) at: SystemTime,
}

#[derive(SpannerTable)]
pub(crate) struct ChanceShards {
    #[key(shard = 16, random)]
    pub(crate) shard: i64,
    #[key]
    #[column(commit_timestamp)]
    pub(crate) at: SystemTime,
}

/// A shard of a text that may have few values.
#[derive(SpannerTable)]
pub(crate) struct ShardOfText {
    #[key(shard = 16, of(text), client)]
    pub(crate) shard: i64,
    #[key]
    pub(crate) text: String,
    #[key(ulid)]
    pub(crate) id: String,
}

#[derive(SpannerTable)]
pub(crate) struct Tenants {
    #[key]
    pub(crate) tenant: String,
    #[key]
    pub(crate) at: SystemTime,
}

#[derive(SpannerTable)]
pub(crate) struct TenantIds {
    #[key(spread = "tenants are many and come in no order")]
    pub(crate) tenant: i64,
    #[key(uuid)]
    pub(crate) id: Uuid,
}

#[derive(SpannerColumn)]
pub(crate) enum Status {
    Open,
    #[allow(dead_code, reason = "all new rows are open")]
    Closed,
}

/// All new rows are open, and Spanner splits by the parts after it.
#[derive(SpannerTable)]
pub(crate) struct ByStatus {
    #[key]
    pub(crate) status: Status,
    #[key(uuid)]
    pub(crate) id: Uuid,
}

#[derive(SpannerTable)]
pub(crate) struct Customers {
    #[key(uuid)]
    pub(crate) customer_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customers)]
pub(crate) struct Orders {
    #[key(parent)]
    pub(crate) customer_id: Uuid,
    #[key(ulid)]
    pub(crate) order_id: String,
}

#[derive(SpannerTable)]
pub(crate) struct Streams {
    #[key(shard = 8)]
    pub(crate) shard: i64,
    #[key]
    pub(crate) name: String,
}

/// The server generates the number, after an inherited shard.
#[derive(SpannerTable)]
#[interleave(Streams)]
pub(crate) struct Items {
    #[key(parent)]
    pub(crate) shard: i64,
    #[key(parent)]
    pub(crate) name: String,
    #[key(identity)]
    pub(crate) number: i64,
    #[key]
    #[column(commit_timestamp)]
    pub(crate) at: SystemTime,
}

/// Every type that a key may have, some of them NULL, some descending.
#[derive(SpannerTable)]
pub(crate) struct EveryType {
    #[key]
    pub(crate) flag: Option<bool>,
    #[key(desc)]
    pub(crate) text: String,
    #[key]
    pub(crate) number: Option<i64>,
    #[key(desc)]
    pub(crate) float: f64,
    #[key]
    pub(crate) bytes: Vec<u8>,
    #[key]
    pub(crate) day: chrono::NaiveDate,
    #[key(desc)]
    pub(crate) at: chrono::DateTime<chrono::Utc>,
    #[key]
    pub(crate) amount: rust_decimal::Decimal,
    #[key(desc)]
    pub(crate) note: Option<String>,
}
