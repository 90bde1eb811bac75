use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order<T> {
    #[key(uuid)]
    id: Uuid,
    body: T,
}

fn main() {}
