use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(identity)]
    id: String,
}

fn main() {}

// rule: fill-type
