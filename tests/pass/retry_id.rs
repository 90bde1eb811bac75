#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(ByRequest, columns(request), unique)]
struct Event {
    #[key(identity)]
    id: i64,
    #[column(retry_id)]
    request: Uuid,
    text: String,
}

fn main() {
    let insert = NewEvent { text: "started".into() }.insert_returning().unwrap();
    let again = insert.clone();
    assert_eq!(insert.sql(), again.sql());
}
