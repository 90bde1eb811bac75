use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Option<Uuid>,
}

fn main() {}
