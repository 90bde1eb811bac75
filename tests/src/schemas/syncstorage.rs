//! The Spanner schema of Mozilla's sync storage, a Rust service in production, as structs.
//!
//! Where the original is available, the emulator suite shows that both create the same database.

use chrono::{DateTime, Utc};
use spanner_keys::{Schema, SpannerTable};

#[derive(SpannerTable)]
#[table(name = "user_collections")]
pub struct UserCollection {
    #[key]
    fxa_uid: String,
    #[key]
    fxa_kid: String,
    #[key]
    collection_id: i64,
    modified: DateTime<Utc>,
    count: Option<i64>,
    total_bytes: Option<i64>,
}

#[derive(SpannerTable)]
#[table(name = "bsos")]
#[interleave(UserCollection, on_delete = cascade)]
#[ttl(column = expiry, days = 0)]
pub struct Bso {
    #[key(parent)]
    fxa_uid: String,
    #[key(parent)]
    fxa_kid: String,
    #[key(parent)]
    collection_id: i64,
    #[key]
    bso_id: String,
    sortindex: Option<i64>,
    payload: Option<String>,
    modified: DateTime<Utc>,
    expiry: DateTime<Utc>,
    payload_link: Option<String>,
}

#[derive(SpannerTable)]
#[table(name = "collections")]
#[index(CollectionName, columns(name), unique)]
pub struct Collection {
    #[key(allow_hotspot = "a handful of collections, written once when the service is set up")]
    collection_id: i64,
    #[column(length = 32)]
    name: String,
}

#[derive(SpannerTable)]
#[table(name = "batches")]
#[interleave(UserCollection, on_delete = cascade)]
#[ttl(column = expiry, days = 0)]
pub struct Batch {
    #[key(parent)]
    fxa_uid: String,
    #[key(parent)]
    fxa_kid: String,
    #[key(parent)]
    collection_id: i64,
    #[key]
    batch_id: String,
    expiry: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[table(name = "batch_bsos")]
#[interleave(Batch, on_delete = cascade)]
pub struct BatchBso {
    #[key(parent)]
    fxa_uid: String,
    #[key(parent)]
    fxa_kid: String,
    #[key(parent)]
    collection_id: i64,
    #[key(parent)]
    batch_id: String,
    #[key]
    batch_bso_id: String,
    sortindex: Option<i64>,
    payload: Option<String>,
    ttl: Option<i64>,
    payload_link: Option<String>,
}

pub fn schema() -> Schema<'static> {
    Schema::new()
        .table::<UserCollection>()
        .table::<Bso>()
        .table::<Collection>()
        .table::<Batch>()
        .table::<BatchBso>()
}
