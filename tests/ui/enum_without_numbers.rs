use spanner_keys::SpannerColumn;

#[derive(SpannerColumn)]
#[column(storage = integer)]
enum Plan {
    Free,
    Team = 5,
    Enterprise,
}

fn main() {}
