use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

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
#[index(DocumentsByTime, columns(kind, at), interleave(Folder))]
struct Document {
    #[key(parent)]
    kind: Kind,
    #[key(uuid)]
    id: Uuid,
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
