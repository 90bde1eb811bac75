use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 3_000_000)]
    note: String,
}

fn main() {}
