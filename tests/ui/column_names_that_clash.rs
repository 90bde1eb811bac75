use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    _id: i64,
    #[column(name = "Id2")]
    other: i64,
    #[column(name = "ID")]
    third: i64,
}

fn main() {}
