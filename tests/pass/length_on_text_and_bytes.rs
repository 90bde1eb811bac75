#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

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

fn main() {}

// rule: fill-type
