use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(random)]
    id: Uuid,
}

fn main() {}

// rule: fill-type
