use spanner_keys::{SpannerColumn, SpannerRow};

#[derive(SpannerColumn)]
struct Name(str);

#[derive(SpannerRow)]
struct Person {
    id: i64,
    name: str,
}

#[derive(SpannerRow)]
struct Picture {
    bytes: [u8],
    id: i64,
}

fn main() {}
