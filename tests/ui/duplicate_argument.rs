use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10, length = 20)]
    name: String,
}

fn main() {}
