#![deny(warnings)]
#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};



#[deprecated]
#[derive(SpannerColumn)]
struct OldId(Uuid);

#[allow(deprecated)]
#[derive(SpannerTable)]
#[index(OrdersByOld, columns(old))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    old: OldId,
}

fn main() {}
