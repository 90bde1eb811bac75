#![allow(dead_code)]

use spanner_keys::{Column, SpannerColumn, schema::SqlType, value::WireValue};

#[derive(SpannerColumn, Debug, PartialEq)]
enum Status {
    Open,
    Closed,
    #[column(other)]
    Other(String),
}

#[derive(SpannerColumn, Debug, PartialEq)]
#[column(storage = integer)]
#[repr(i64)]
enum Level {
    Low = -3,
    #[column(other)]
    Other(i64),
    High = -1,
}

fn main() {
    let read = |text: &str| Level::from_wire(WireValue::Text(text.into()), SqlType::INT64);
    assert_eq!(read("-3"), Ok(Level::Low));
    assert_eq!(read("-2"), Ok(Level::Other(-2)));
    assert_eq!(read("-1"), Ok(Level::High));
}
