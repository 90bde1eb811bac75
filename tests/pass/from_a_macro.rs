#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

macro_rules! table {
    ($name:ident, $id:ident: $ty:ty, $shards:expr, $why:expr) => {
        #[derive(SpannerTable)]
        struct $name {
            #[key(shard = $shards)]
            shard: i64,
            #[key]
            $id: $ty,
            #[column(length = $shards)]
            note: String,
        }

        const _: &str = $why;
    };
}

table!(Event, at: DateTime<Utc>, 16, "because");

fn main() {}
