#![allow(dead_code)]

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;
use ulid::Ulid;

#[derive(SpannerColumn)]
struct Tags(Vec<String>);

#[derive(SpannerColumn)]
struct CustomerId(Uuid);

#[derive(SpannerColumn)]
struct MaybeName(Option<String>);

#[derive(SpannerColumn)]
struct Level {
    value: u8,
}

#[derive(SpannerColumn)]
#[column(rename_all = "snake_case")]
enum Color {
    DeepRed,
    #[column(name = "GREEN")]
    Green,
}

#[derive(SpannerTable)]
struct Everything {
    #[key(uuid)]
    id: Uuid,
    a: bool,
    b: i8,
    c: i16,
    d: i32,
    e: i64,
    f: u8,
    g: u16,
    h: u32,
    i: f32,
    j: f64,
    k: String,
    l: Vec<u8>,
    m: [u8; 20],
    n: bytes::Bytes,
    o: Option<bool>,
    p: Vec<Option<i64>>,
    q: Option<Vec<String>>,
    r: DateTime<Utc>,
    s: NaiveDate,
    t: time::OffsetDateTime,
    u: time::UtcDateTime,
    v: time::Date,
    w: jiff::Timestamp,
    x: jiff::civil::Date,
    y: SystemTime,
    z: Decimal,
    aa: bigdecimal::BigDecimal,
    ab: serde_json::Value,
    ac: Ulid,
    ad: Option<Tags>,
    ae: Vec<CustomerId>,
    af: MaybeName,
    ag: Vec<Level>,
    ah: Color,
    ai: Vec<Option<Color>>,
    aj: Vec<Vec<u8>>,
    ak: Vec<[u8; 4]>,
    al: Vec<DateTime<Utc>>,
    am: Vec<serde_json::Value>,
    an: Vec<f32>,
}

fn main() {}
