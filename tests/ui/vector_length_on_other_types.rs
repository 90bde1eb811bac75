use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Words(Vec<String>);

#[derive(SpannerTable)]
struct Document {
    #[key(uuid)]
    id: Uuid,
    #[column(vector_length = 768)]
    pages: i64,
    #[column(vector_length = 3)]
    words: Option<Words>,
    #[column(vector_length = 16)]
    digest: Vec<u8>,
    #[column(vector_length = 2)]
    score: f64,
}

fn main() {}

// rule: fill-type
