use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order<'a> {
    #[key(uuid)]
    id: Uuid,
    body: &'a str,
}

fn main() {}
