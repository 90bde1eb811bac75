#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(shard, desc(placed_at)))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
    #[column(shard = 16, of(id))] shard: i64,
}

fn main() {}
