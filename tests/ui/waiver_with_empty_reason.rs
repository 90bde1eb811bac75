use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(spread = "  ")]
    tenant: i64,
}

fn main() {}
