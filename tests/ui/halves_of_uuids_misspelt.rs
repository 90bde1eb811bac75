use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(uuid_hi)]
    high: i64,
    #[key(uuid_lo)]
    low: i64,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid_low)]
    high: i64,
    #[key(uuid_low)]
    low: i64,
}

fn main() {
    let _ = NewOrder {}.insert().map(|order| (order.key().high, order.key().low));
    let _ = NewCustomer {}.insert();
}
