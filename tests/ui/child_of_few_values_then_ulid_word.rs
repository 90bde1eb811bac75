use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
struct Folder {
    #[key]
    kind: Kind,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Document {
    #[key(parent)]
    kind: Kind,
    #[key(ulid)]
    id: String,
}

fn main() {}

// rule: only-few-values-before
