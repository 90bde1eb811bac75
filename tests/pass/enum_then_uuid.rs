#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
struct Document {
    #[key]
    kind: Kind,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: only-few-values-before
