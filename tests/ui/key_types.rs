use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Document {
    #[key]
    tags: Vec<String>,
}

#[derive(SpannerTable)]
struct Reading {
    #[key]
    value: f32,
}

#[derive(SpannerTable)]
struct JsonInKey {
    #[key(uuid)]
    id: Uuid,
    #[key]
    body: serde_json::Value,
}

#[derive(SpannerTable)]
#[index(ReadingsByValue, columns(id, value), interleave(Float32InInterleavedIndex))]
struct Float32InInterleavedIndex {
    #[key(uuid)]
    id: Uuid,
    value: f32,
}

#[derive(SpannerTable)]
#[index(DocumentsByBody, columns(body))]
struct JsonInIndex {
    #[key(uuid)]
    id: Uuid,
    body: serde_json::Value,
}

fn main() {}

// rule: key-type
