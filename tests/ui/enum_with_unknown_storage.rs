use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
#[column(storage = bytes)]
enum Status {
    Open,
    Closed,
}

fn main() {}
