use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    _id: Uuid,
}

fn main() {}

// rule: name
