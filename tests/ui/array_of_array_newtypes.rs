use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Tags(Vec<String>);

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    tags: Vec<Tags>,
}

fn main() {}
