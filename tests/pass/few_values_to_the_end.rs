#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
struct Setting {
    #[key]
    kind: Kind,
    #[key]
    on: bool,
    value: String,
}

fn main() {}

// rule: only-few-values-before
