use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(frobnicate)]
    id: i64,
}

fn main() {}
