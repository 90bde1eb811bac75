use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(random, skip_range(1, 10))]
    id: i64,
}

fn main() {}
