use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[check("{totl} >= 0")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

fn main() {}

// rule: expression
