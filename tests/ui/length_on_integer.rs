use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10)]
    count: i64,
}

fn main() {}

// rule: fill-type
