use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
enum Status {
    Open,
    Closed(String),
}

fn main() {}
