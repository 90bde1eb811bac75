use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Order)]
struct Order {
    #[key(parent)]
    id: Uuid,
}

fn main() {}
