use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: i64,
}

fn main() {}

// rule: fill-type
