use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(lenght = 10)]
    name: String,
}

fn main() {}
