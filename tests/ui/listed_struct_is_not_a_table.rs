use spanner_keys::{Schema, SpannerTable, Uuid, tables};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

struct Order {
    order_id: Uuid,
}

fn schema() -> Schema<'static> {
    tables![Customer, Order]
}

fn main() {
    _ = schema();
}
