#![allow(dead_code)]

use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
#[column(storage = integer)]
enum Level {
    Low = 1,
    High = 2,
}

#[derive(SpannerColumn)]
#[column(storage = text, rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Open,
    Closed,
}

fn main() {}
