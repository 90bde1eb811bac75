use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;
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
    at: SystemTime,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Change {
    #[key(parent)]
    kind: Kind,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Page {
    #[key(parent)]
    kind: Kind,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Letter {
    #[key(parent)]
    kind: Kind,
    #[key]
    id: Ulid,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Note {
    #[key(parent)]
    kind: Kind,
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Copy {
    #[key(parent)]
    kind: Kind,
    #[key(shard = 16, of(kind))]
    shard: i64,
    #[key]
    at: SystemTime,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
struct Drawer {
    #[key(parent)]
    kind: Kind,
    #[key]
    open: bool,
}

#[derive(SpannerTable)]
#[interleave(Drawer)]
struct Draft {
    #[key(parent)]
    kind: Kind,
    #[key(parent)]
    open: bool,
    #[key]
    at: SystemTime,
}

#[derive(SpannerTable)]
#[interleave(Folder)]
#[index(DocumentsByTime, columns(kind, at), interleave(Folder))]
struct Plan {
    #[key(parent)]
    kind: Kind,
    #[key(uuid)]
    id: Uuid,
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
// rule: shard-of-few-values
