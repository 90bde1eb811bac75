#![allow(dead_code)]

use spanner_keys::SpannerTable;

// `NewOrder` asks for `id`, because the shard is computed from it.
#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16, client)]
    shard: i64,
    #[key]
    #[column(default(googlesql = "GENERATE_UUID()", postgresql = "spanner.generate_uuid()"))]
    id: String,
    #[column(shard = 8, of(region), client)]
    region_shard: i64,
    #[column(default = "'EU'")]
    region: String,
}

fn main() {}

// rule: shard-input
