//! Fields that are `Copy` can be taken out of a struct with `Drop`.
#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
struct Count(i64);

impl Drop for Count {
    fn drop(&mut self) {}
}

#[derive(SpannerTable)]
struct Visit {
    #[key(random)]
    id: i64,
    seconds: f64,
}

impl Drop for Visit {
    fn drop(&mut self) {}
}

fn main() {}
