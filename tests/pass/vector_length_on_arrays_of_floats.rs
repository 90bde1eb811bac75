use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Embedding(Vec<f32>);

#[derive(SpannerTable)]
struct Document {
    #[key(uuid)]
    id: Uuid,
    #[column(vector_length = 768)]
    title: Vec<f64>,
    #[column(vector_length = 768)]
    text: Option<Vec<f32>>,
    #[column(vector_length = 768)]
    picture: Option<Embedding>,
    #[column(sql_type = "ARRAY<FLOAT16>", vector_length = 3)]
    small: Vec<u8>,
}

fn main() {}

// rule: fill-type
