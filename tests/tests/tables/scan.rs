//! Scans: their ranges and statements, their errors, and the rows that they return.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a failed step ends the test")]
#![allow(clippy::struct_field_names, reason = "a table and its key are named alike")]
#![allow(clippy::duplicated_attributes, reason = "false positive for two `index` attributes")]

mod cursor;
mod random;
mod ranges;
mod refusals;
mod statements;

use spanner_keys::value::WireValue;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable, Debug)]
struct Visit {
    #[key(shard = 4, of(user))]
    shard: i64,
    #[key]
    user: String,
    #[key(desc)]
    number: i64,
    note: String,
}

#[derive(SpannerTable, Debug)]
struct Tenant {
    #[key]
    tenant: String,
    #[key(shard = 2, of(at))]
    shard: i64,
    #[key]
    at: i64,
}

#[derive(SpannerTable, Debug)]
struct Tick {
    #[key(shard = 3, random)]
    shard: i64,
    #[key]
    at: String,
}

#[derive(SpannerTable, Debug)]
#[interleave(Tick)]
struct Mark {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    at: String,
    #[key(shard = 2)]
    mark_shard: i64,
    #[key]
    mark: String,
}

#[derive(SpannerTable, Debug)]
struct Parcel {
    #[key(shard = 8)]
    shard: i64,
    #[key(uuid, storage = bytes)]
    parcel: Uuid,
}

#[derive(SpannerTable, Debug)]
#[index(SalesByDay, columns(spread, desc(day)))]
#[index(SalesByPrice, columns(price), null_filtered)]
#[index(SalesByRate, columns(rate))]
#[index(SalesOnce, columns(price, rate), unique)]
struct Sale {
    #[key(shard = 2)]
    shard: i64,
    #[key]
    region: String,
    #[key]
    number: i64,
    #[column(shard = 2, of(region))]
    spread: i64,
    day: Option<String>,
    price: Option<i64>,
    rate: f64,
}

fn text(text: &str) -> WireValue {
    WireValue::Text(text.into())
}
