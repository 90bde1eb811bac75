use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
enum Status {
    Open,
    #[column(other)]
    Other,
}

fn main() {}
