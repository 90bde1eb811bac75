#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key]
    tenant: Uuid,
    #[key(uuid_v7)]
    id: Uuid,
}

fn main() {}

// rule: time-ordered-id-leads
