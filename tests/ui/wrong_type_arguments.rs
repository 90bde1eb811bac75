use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct TooMany {
    #[key(uuid)]
    id: Uuid,
    count: Option<i64, i64>,
}

#[derive(SpannerTable)]
struct NotAType {
    #[key(uuid)]
    id: Uuid,
    shown: Box<Clone>,
}

#[derive(SpannerTable)]
struct Borrowed {
    #[key]
    at: DateTime<&Utc>,
    count: i64,
}

#[derive(SpannerTable)]
struct Bare {
    #[key(uuid)]
    id: Uuid,
    at: DateTime,
}

#[derive(SpannerTable)]
struct Nothing {
    #[key(uuid)]
    id: Uuid,
    never: !,
}

fn add(at: DateTime<Utc>) {
    let _ = NewBare { at }.insert();
}

#[derive(SpannerTable)]
struct Text {
    #[key(uuid)]
    id: Uuid,
    name: String<64>,
    count: i64<20>,
}

#[derive(SpannerTable)]
struct Traits {
    #[key(uuid)]
    id: Uuid,
    copied: Option<Clone>,
    shown: std::fmt::Debug,
}

#[derive(SpannerTable)]
struct Links {
    #[key(uuid)]
    id: Uuid,
    maps: std::collections::HashMap<String>,
    at: DateTime<Utc, Utc>,
}

fn link(key: LinksKey) {
    let _ = key.clone() == key;
}

fn main() {}
