use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
struct Money {
    cents: i64,
    currency: String,
}

fn main() {}
