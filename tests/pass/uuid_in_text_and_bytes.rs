#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

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

fn main() {}

// rule: fill-type
