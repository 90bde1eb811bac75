use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    grid: Vec<Vec<i64>>,
}

fn main() {}
