#![allow(dead_code)]
#![forbid(unused_qualifications, unsafe_code, unused_imports, clippy::all, clippy::unwrap_used)]

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Name(String);

#[derive(SpannerTable)]
#[index(OrdersByName, columns(name))]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    id: Uuid,
    #[key]
    number: i64,
    name: Name,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
