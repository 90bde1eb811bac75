use spanner_keys::{SpannerColumn, SpannerTable};
use ulid::Ulid;

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
    #[key]
    id: Ulid,
}

fn main() {}

// rule: only-few-values-before
