use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(identity, skip_range(10, 1))]
    id: i64,
}

fn main() {}

// rule: counter
