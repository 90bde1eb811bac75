use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByName, columns(name))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10)]
    name: &str,
}

fn main() {}
