use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(identity, start_counter = 0)]
    id: i64,
}

fn main() {}

// rule: counter
