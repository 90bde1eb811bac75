use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    #[column(virtual)]
    lower: String,
}

fn main() {}
