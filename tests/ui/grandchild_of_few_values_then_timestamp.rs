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
struct Drawer {
    #[key(parent)]
    kind: Kind,
    #[key]
    open: bool,
}

#[derive(SpannerTable)]
#[interleave(Drawer)]
struct Document {
    #[key(parent)]
    kind: Kind,
    #[key(parent)]
    open: bool,
    #[key]
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
