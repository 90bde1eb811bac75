use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order(Uuid, i64);

fn main() {}
