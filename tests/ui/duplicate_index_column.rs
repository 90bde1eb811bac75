use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total, desc(total)))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

fn main() {}

// rule: index-columns
