use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid, ulid)]
    id: Uuid,
}

fn main() {}
