use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(DocumentsByBody, columns(body))]
struct Document {
    #[key(uuid)]
    id: Uuid,
    body: serde_json::Value,
}

fn main() {}

// rule: key-type
