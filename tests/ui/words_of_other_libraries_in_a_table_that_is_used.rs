use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(primary)]
    id: String,
    #[column(default_value = "0")]
    total: i64,
}

#[derive(SpannerTable)]
struct Event {
    #[key(auto_increment)]
    id: i64,
    note: String,
}

#[derive(SpannerTable)]
struct Visit {
    #[column(uuid)]
    id: Uuid,
    note: String,
}

fn add(order: OrderKey) {
    let _ = NewOrder { id: order.id, total: Some(1) }.insert();
    let _ = NewEvent { note: String::new() }.insert();
    let _ = NewVisit { note: String::new() }.insert();
}

fn id(key: VisitKey) -> Uuid {
    key.id
}

fn main() {}
