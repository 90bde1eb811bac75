use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
#[column(storage = number)]
enum Level {
    Low,
    High,
}

fn main() {}
