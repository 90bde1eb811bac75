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
    #[key(shard = 16, of(kind))]
    shard: i64,
    #[key]
    at: SystemTime,
}

fn main() {}

// rule: shard-of-few-values
