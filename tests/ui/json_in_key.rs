use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Document {
    #[key(uuid)]
    id: Uuid,
    #[key]
    body: serde_json::Value,
}

fn main() {}

// rule: key-type
