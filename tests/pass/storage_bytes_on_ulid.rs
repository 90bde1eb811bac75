#![allow(dead_code)]

use spanner_keys::SpannerTable;
use ulid::Ulid;

#[derive(SpannerTable)]
struct Trip {
    #[key]
    tenant: String,
    #[key(ulid, storage = bytes)]
    id: Ulid,
}

fn main() {}

// rule: fill-type
