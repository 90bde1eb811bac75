use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key]
    id: i64,
}

fn main() {}

// rule: integer-leads
