#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(DocumentsByName, columns(name), storing(body, tags, weight))]
struct Document {
    #[key(uuid)]
    id: Uuid,
    name: String,
    body: serde_json::Value,
    tags: Vec<String>,
    weight: f32,
}

fn main() {}

// rule: key-type
