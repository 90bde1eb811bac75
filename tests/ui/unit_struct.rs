use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order;

fn main() {}
