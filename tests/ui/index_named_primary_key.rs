use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(PRIMARY_KEY, columns(total))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

fn main() {}

// rule: name
