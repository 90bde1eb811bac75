use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    id: Uuid,
    total: i64,
}

fn main() {}
