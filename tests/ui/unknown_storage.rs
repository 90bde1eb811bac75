use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid, storage = txt)]
    id: Uuid,
}

fn main() {}
