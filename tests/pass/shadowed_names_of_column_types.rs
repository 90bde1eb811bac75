#![allow(dead_code, non_upper_case_globals)]

use spanner_keys::SpannerColumn;

mod outer {
    pub const value: i64 = 1;
    pub const wire: i64 = 2;
    pub const inner: i64 = 3;
    pub const problem: i64 = 4;
    pub const ty: i64 = 5;
    pub const filled: i64 = 6;
    pub const place: i64 = 7;
}

#[allow(non_camel_case_types)]
struct bool;
#[allow(non_camel_case_types)]
struct usize;

#[allow(unused_imports)]
use outer::*;

#[derive(SpannerColumn)]
struct W(i64);

#[derive(SpannerColumn)]
struct X(W);

#[derive(SpannerColumn)]
struct __W {
    inner: X,
}

#[derive(SpannerColumn)]
enum Color {
    Red,
    Green,
}

#[derive(SpannerColumn)]
#[column(storage = integer)]
enum Level {
    Low = 1,
    High = 2,
}

fn main() {}
