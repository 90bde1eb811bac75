use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16)]
    shard: i64,
    #[key(uuid_v7, client)]
    id: Uuid,
}

fn main() {}
