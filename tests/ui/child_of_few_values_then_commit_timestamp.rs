use spanner_keys::{SpannerColumn, SpannerTable};
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
struct Document {
    #[key(parent)]
    kind: Kind,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
