use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
struct Name(Option<Strng>);

fn main() {}
