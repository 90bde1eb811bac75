use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Order)]
struct Line {
    #[key(parent)]
    order_id: Uuid,
    #[key(uuid)]
    line_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Line)]
struct Order {
    #[key(parent)]
    line_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

fn main() {}
