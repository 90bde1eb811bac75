use spanner_keys::{SpannerRow, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Customer {
    #[column(primary_key, uuid)]
    customer_id: Uuid,
    #[column(virtual, length = 10)]
    initial: String,
    name: String,
}

#[derive(SpannerTable)]
#[interleave(Customer(customer_id))]
#[index(columns(name), name = "OrdersByName")]
#[ttl(column(placed_at), days(30))]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(kind = uuid)]
    order_id: Uuid,
    name: String,
    placed_at: SystemTime,
}

#[derive(SpannerTable)]
#[foreign_key(columns(order), references(Shop, shop_id), deferrable)]
struct Item {
    #[key(shard = 16, count = 16)]
    shard: i64,
    #[key]
    name: Name,
    order: Uuid,
    #[column(default = "{nme}")]
    note: String,
}

#[derive(SpannerTable)]
struct Shop {
    #[column(primary_key)]
    shop_id: Uuid,
    #[key(shard = 16)]
    other: char,
}

#[derive(SpannerTable)]
struct Name(String);

#[derive(SpannerRow)]
struct Line {
    #[key]
    name: String,
}

fn read() -> Option<Line> {
    fn row<T: spanner_keys::FromRow>() -> Option<T> {
        None
    }
    let _ = NewShop {}.insert();
    row()
}

fn main() {}
