use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[check("{total} >= 0; DROP TABLE Orders")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

fn main() {}

// rule: expression
