#![allow(dead_code)]

use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Reading {
    #[key]
    value: f64,
}

fn main() {}

// rule: key-type
