#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
struct Wrapper(String);

#[derive(SpannerTable)]
struct Parent {
    #[key(identity, skip_range(1, 1_000_000))]
    id: i64,
    #[column(length = 256)]
    wrapped: Wrapper,
    #[column(name = "ID2")]
    other: String,
    #[column(generated = "0", virtual)]
    zero: Option<i64>,
}

#[derive(SpannerTable)]
#[table(rename_all = "PascalCase")]
#[interleave(Parent)]
#[index(ByStatus, columns(status))]
#[index(ByStatusAndTime, columns(status, desc(placed_at)))]
#[ttl(column = expires_at, days = 30)]
struct Child {
    #[key(parent)]
    #[column(name = "id")]
    id: i64,
    status: String,
    placed_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

fn main() {}
