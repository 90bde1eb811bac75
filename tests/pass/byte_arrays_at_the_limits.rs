#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

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

fn main() {}

// rule: fill-type
