use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(bitreversed)]
    id: i64,
}

fn main() {}
