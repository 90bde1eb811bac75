use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[interleave(Costumer, on_delete = cascade)]
#[index(OrdersByTime, columns(placed_at))]
#[index(OrdersByCustomer, columns(customer_id, placed_at))]
#[index(OrdersByState, columns(is_open, desc(placed_at)))]
#[index(OrdersByTotal, columns(total, placed_at))]
#[index(OldOrders, columns(placed_at), allow_hotspot = "a few orders an hour")]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
    is_open: bool,
    total: String,
    placed_at: SystemTime,
}

fn main() {}
