use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Tags(Vec);

#[derive(SpannerTable)]
struct Event {
    #[key(uuid)]
    id: Uuid,
    tags: Tags,
    #[key]
    at: chrono::DateTime,
    name: Option<Vec>,
    sizes: Vec<[u8]>,
    bare: Option,
    map: std::collections::HashMap,
}

fn id(key: EventKey) -> Uuid {
    key.clone().id
}

fn main() {}
