use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid, shard = 16)]
    id: Uuid,
}

fn main() {}
