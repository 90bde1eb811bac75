use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 64k)]
    name: String,
}

fn main() {}
