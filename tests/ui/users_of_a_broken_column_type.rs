use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

// The column type's mistake is the one error: the tables that use it stay silent.
#[derive(SpannerColumn)]
#[column(storag = text)]
struct OrderId(Uuid);

#[derive(SpannerTable)]
#[foreign_key(columns(other), references(Order, id))]
#[index(OrdersByOther, columns(other), allow_hotspot = "few orders")]
struct Order {
    #[key(uuid, storage = bytes)]
    id: OrderId,
    other: Option<OrderId>,
    #[column(length = 3)]
    more: Vec<OrderId>,
}

#[derive(SpannerTable)]
#[interleave(Order)]
struct Line {
    #[key(parent)]
    id: OrderId,
    #[key]
    number: i64,
}

fn main() {}
