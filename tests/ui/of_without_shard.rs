use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid, of(name))]
    id: Uuid,
    name: String,
}

fn main() {}
