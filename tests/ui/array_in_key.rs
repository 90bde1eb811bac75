use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Document {
    #[key]
    tags: Vec<String>,
}

fn main() {}

// rule: key-type
