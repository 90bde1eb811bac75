use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(shard = 16)]
    shard: i64,
}

fn main() {}
