//! The tables of the gallery, with good and with hot keys. `cargo run --release -p
//! spanner-keys-gallery --example gallery` draws them.

use spanner_keys::spread::{Model, PowerLaw, Report, SERVERS, Scaling, Workload};
use spanner_keys::value::RowError;
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

/// A timestamp first: every insert goes after the previous one.
#[derive(SpannerTable)]
pub struct TimestampFirst {
    #[key(allow_hotspot = "it is here to be looked at")]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

/// A counter.
#[derive(SpannerTable)]
pub struct Counter {
    #[key(allow_hotspot = "it is here to be looked at")]
    id: i64,
}

/// Time-ordered UUIDs.
#[derive(SpannerTable)]
pub struct UuidV7 {
    #[key(uuid_v7, allow_hotspot = "it is here to be looked at")]
    id: Uuid,
}

/// ULIDs.
#[derive(SpannerTable)]
pub struct Ulid {
    #[key(ulid, allow_hotspot = "it is here to be looked at")]
    id: String,
}

/// Two shards, each of which is a hotspot.
#[derive(SpannerTable)]
pub struct Shards2 {
    #[key(shard = 2)]
    shard: i64,
    #[key]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

/// Sixteen shards.
#[derive(SpannerTable)]
pub struct Shards16 {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

/// Sixty-four shards.
#[derive(SpannerTable)]
pub struct Shards64 {
    #[key(shard = 64)]
    shard: i64,
    #[key]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

/// A bit-reversed counter.
#[derive(SpannerTable)]
pub struct BitReversed {
    #[key(bit_reversed)]
    id: i64,
}

/// Random UUIDs.
#[derive(SpannerTable)]
pub struct UuidV4 {
    #[key(uuid)]
    id: Uuid,
}

/// The tenant first, then the time.
#[derive(SpannerTable)]
pub struct TenantFirst {
    #[key]
    tenant: String,
    #[key]
    at: SystemTime,
}

/// The state of a job.
#[derive(SpannerColumn)]
pub enum Status {
    /// Not started.
    New,
    /// Started again.
    Again,
    /// Given up.
    Failed,
}

/// A state first, then the time: nearly all new rows have the same state.
#[derive(SpannerTable)]
pub struct StatusFirst {
    #[key]
    status: Status,
    #[key(allow_hotspot = "it is here to be looked at")]
    at: SystemTime,
}

/// A shard of a flag: two of the sixteen shards receive writes.
#[derive(SpannerTable)]
pub struct ShardOfFlag {
    #[key(shard = 16, of(urgent))]
    shard: i64,
    #[key(allow_hotspot = "it is here to be looked at")]
    at: SystemTime,
    #[key]
    urgent: bool,
}

/// Runs the inserts of a table, and reports their number after every moment.
pub type Run<R> = fn(&Workload, &mut dyn FnMut(u64)) -> Result<R, RowError>;

/// A table of the gallery, and how its rows are generated.
#[expect(missing_debug_implementations, reason = "never printed")]
pub struct Subject {
    /// The file name of its pictures.
    pub file: &'static str,
    /// The title of its heat map.
    pub title: &'static str,
    /// Runs its inserts.
    pub report: Run<Report>,
    /// Simulates it on more servers.
    pub scaling: Run<Scaling>,
}

macro_rules! subject {
    ($file:literal, $title:literal, $table:ty, $rows:expr) => {
        Subject {
            file: $file,
            title: $title,
            report: |workload, watch| workload.run_watched::<$table>($rows, watch),
            scaling: |workload, watch| {
                workload.scaling_watched::<$table>(SERVERS, &Model::default(), $rows, watch)
            },
        }
    };
}

/// All tables of the gallery.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    vec![
        subject!("timestamp", "timestamp first: one range at a time", TimestampFirst, |at| {
            NewTimestampFirst { at: at.now() }
        }),
        subject!("counter", "counter: one range at a time", Counter, |at| NewCounter {
            id: at.counter()
        }),
        subject!("uuid_v7", "UUIDv7: begins with the time", UuidV7, |_| NewUuidV7 {}),
        subject!("ulid", "ULID: begins with the time", Ulid, |_| NewUlid {}),
        subject!("shards_2", "(shard, timestamp), 2 shards", Shards2, |at| NewShards2 {
            at: at.now()
        }),
        subject!("shards_16", "(shard, timestamp), 16 shards", Shards16, |at| NewShards16 {
            at: at.now()
        }),
        subject!("shards_64", "(shard, timestamp), 64 shards", Shards64, |at| NewShards64 {
            at: at.now()
        }),
        subject!("bit_reversed", "bit-reversed counter: even at every moment", BitReversed, |at| {
            NewBitReversed { id: at.counter() }
        }),
        subject!("uuid", "random UUID: even at every moment", UuidV4, |_| NewUuidV4 {}),
        subject!("tenant", "(tenant, timestamp): one big tenant", TenantFirst, {
            let sizes = PowerLaw::new(40, 1.9);
            move |at| NewTenantFirst { tenant: tenant(sizes.draw(at)), at: at.now() }
        }),
        subject!("status", "(status, timestamp): few values first", StatusFirst, |at| {
            let status = match at.below(20) {
                0 => Status::Failed,
                1 | 2 => Status::Again,
                _ => Status::New,
            };
            NewStatusFirst { status, at: at.now() }
        }),
        subject!("shard_of_flag", "shard of a flag: 2 of 16 shards", ShardOfFlag, |at| {
            NewShardOfFlag { at: at.now(), urgent: at.below(10) == 0 }
        }),
    ]
}

/// The name of the tenant with this rank by size. The order of the names is unrelated to the size.
fn tenant(rank: usize) -> String {
    format!("tenant-{:02}", (rank * 17 + 22) % 40)
}
