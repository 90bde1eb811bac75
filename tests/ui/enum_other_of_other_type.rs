use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
enum Status {
    Open,
    #[column(other)]
    Other(i64),
}

fn main() {}
