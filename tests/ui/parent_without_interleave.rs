use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(parent)]
    customer: Uuid,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
