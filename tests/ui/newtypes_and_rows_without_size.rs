use spanner_keys::{SpannerColumn, SpannerRow, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Name(str);

// Without an end.
#[derive(SpannerTable)]
struct Comment {
    #[key(uuid)]
    id: Uuid,
    answer: Option<Self>,
}

#[derive(SpannerTable)]
struct Message {
    #[key(uuid)]
    id: Uuid,
    first: Message,
    text: String,
}

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
