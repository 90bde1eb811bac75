#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Document {
    #[key]
    #[column(length = 64)]
    digest: Vec<u8>,
    #[key]
    part: bytes::Bytes,
}

fn main() {}

// rule: key-type
