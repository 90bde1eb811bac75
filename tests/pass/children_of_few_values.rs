#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerColumn)]
enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
struct Folder {
    #[key]
    kind: Kind,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
#[index(DocumentsByTitle, columns(kind, title), interleave(Folder))]
struct Document {
    #[key(parent)]
    kind: Kind,
    #[key(uuid)]
    id: Uuid,
    title: String,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Scan {
    #[key(parent)]
    kind: Kind,
    #[key(shard = 16, of(kind, at))]
    shard: i64,
    #[key]
    at: SystemTime,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Label {
    #[key(parent)]
    kind: Kind,
    #[key]
    name: String,
    #[key]
    at: SystemTime,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Audit {
    #[key(parent)]
    kind: Kind,
    #[key(allow_hotspot = "one audit a day")]
    at: SystemTime,
}

// The key of a document spreads, so its pages may have any order.
#[derive(SpannerTable)]
#[interleave(Document)]
struct Page {
    #[key(parent)]
    kind: Kind,
    #[key(parent)]
    id: Uuid,
    #[key]
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
