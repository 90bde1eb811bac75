use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
struct Wrapper<T>(T);

fn main() {}
