use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
struct Wrapper<'a>(&'a str);

fn main() {}
