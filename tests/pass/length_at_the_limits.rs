#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 2_621_440)]
    note: String,
    #[column(length = 10_485_760)]
    picture: Vec<u8>,
}

fn main() {}
