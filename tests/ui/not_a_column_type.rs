use spanner_keys::{SpannerTable, Uuid};

struct Money {
    cents: i64,
}

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    price: Money,
}

fn main() {}
