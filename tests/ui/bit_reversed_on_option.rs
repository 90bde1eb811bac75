use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(bit_reversed)]
    id: Option<i64>,
}

fn main() {}

// rule: fill-type
