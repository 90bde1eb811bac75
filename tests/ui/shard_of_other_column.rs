use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16, of(name))]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
    name: String,
}

fn main() {}
