use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Document {
    #[key(uuid)]
    id: Uuid,
    #[column(vector_length = "3")]
    title: Vec<f32>,
    #[column(vector_length(64))]
    text: Vec<f32>,
    #[column(dimensions = 768)]
    picture: Vec<f64>,
}

fn main() {}
