#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total), storing(note), unique, null_filtered)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
    note: String,
}

fn main() {}

// rule: index-columns
