use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
enum Order {
    Open,
    Closed,
}

fn main() {}
