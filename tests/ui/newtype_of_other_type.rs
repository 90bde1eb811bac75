use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
struct Money(u64);

fn main() {}
