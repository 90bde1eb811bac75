#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(id, at), interleave(self::Order))]
#[index(OrdersByNumber, columns(id, number), interleave(Self))]
#[foreign_key(columns(number), references(Self, number))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
    number: i64,
}

fn main() {}

// rule: index-parent
