use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    text: str,
}

fn main() {}
