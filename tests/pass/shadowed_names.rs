#![allow(dead_code)]

use spanner_keys::SpannerTable;

mod core {}
mod std {}
struct Option;
struct Some;
struct None;
struct String;
struct Vec;
struct Column;
struct TableDef;
struct __Found;

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total))]
struct Order {
    #[key(identity)]
    id: i64,
    total: i64,
}

#[derive(SpannerTable)]
#[interleave(Order)]
struct Line {
    #[key(parent)]
    id: i64,
    #[key]
    number: i64,
}

fn main() {}
