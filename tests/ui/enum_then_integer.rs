use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
struct Document {
    #[key]
    kind: Kind,
    #[key]
    number: i64,
}

fn main() {}

// rule: only-few-values-before
