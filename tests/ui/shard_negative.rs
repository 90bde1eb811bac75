use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(shard = -1)]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
