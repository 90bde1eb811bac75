#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;
use ulid::Ulid;

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 2_621_440)]
    note: String,
    #[column(length = 10_485_760)]
    picture: Vec<u8>,
}

#[derive(SpannerColumn)]
struct Name(String);

#[derive(SpannerColumn)]
enum Kind {
    Long,
    Short,
}

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10)]
    digest: Vec<u8>,
    #[column(length = 10)]
    name: Option<Name>,
    #[column(length = 10)]
    tags: Vec<String>,
    #[column(length = 10)]
    kind: Kind,
    #[column(length = 10)]
    parts: Vec<Vec<u8>>,
}

#[derive(SpannerColumn)]
struct Hash([u8; 1]);

#[derive(SpannerTable)]
struct File {
    #[key(uuid)]
    id: Uuid,
    hash: Hash,
    small: [u8; 1],
    large: Option<[u8; 10_485_760]>,
}

#[derive(SpannerTable)]
struct StorageBytesOnUlid {
    #[key]
    tenant: String,
    #[key(ulid, storage = bytes)]
    id: Ulid,
}

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(storage = text, length = 30)]
    name: String,
}

#[derive(SpannerTable)]
struct InText {
    #[key(uuid)]
    #[column(length = 36)]
    id: String,
}

#[derive(SpannerTable)]
struct InBytes {
    #[key(uuid)]
    id: [u8; 16],
    #[key(uuid_v7)]
    other: Vec<u8>,
}

#[derive(SpannerTable)]
struct InBytesByWord {
    #[key(uuid, storage = bytes)]
    id: Uuid,
    #[column(storage = native)]
    other: Option<Uuid>,
}

#[derive(SpannerColumn)]
struct Embedding(Vec<f32>);

#[derive(SpannerTable)]
struct Document {
    #[key(uuid)]
    id: Uuid,
    #[column(vector_length = 768)]
    title: Vec<f64>,
    #[column(vector_length = 768)]
    text: Option<Vec<f32>>,
    #[column(vector_length = 768)]
    picture: Option<Embedding>,
    #[column(sql_type = "ARRAY<FLOAT16>", vector_length = 3)]
    small: Vec<u8>,
}

#[derive(SpannerTable)]
struct CommitTimestampOnTimestamps {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    one: DateTime<Utc>,
    #[column(commit_timestamp)]
    two: Option<SystemTime>,
}

fn main() {}

// rule: fill-type
