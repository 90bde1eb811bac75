use spanner_keys::{SpannerTable, Uuid, update};

struct Money(i64);

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    order_id: Uuid,
    lines: u64,
    total: Money,
    note: String,
}

fn changed(key: OrderKey) {
    let _ = update!(Order, key, lines = 5, total = Money(1), note = String::new());
}

fn main() {}
