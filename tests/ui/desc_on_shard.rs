use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16, desc)]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
