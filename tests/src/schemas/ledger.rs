//! The ledger of the README.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use spanner_keys::{Schema, SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(name = "Customers")]
pub struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    #[column(length = 256)]
    name: String,
    email: Option<String>,
}

#[derive(SpannerTable)]
#[table(name = "Orders")]
#[interleave(Customer, on_delete = cascade)]
#[index(
    OrdersByStatus,
    columns(customer_id, status, desc(placed_at)),
    storing(total),
    interleave(Customer)
)]
pub struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
    status: String,
    total: Decimal,
    #[column(commit_timestamp)]
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[table(name = "Transactions")]
pub struct Transaction {
    #[key(shard = 16)]
    shard_id: i64,
    #[key(ulid)]
    txn_id: String,
    amount: Decimal,
}

pub fn schema() -> Schema<'static> {
    // Children before parents on purpose: the schema sorts them.
    Schema::new().table::<Order>().table::<Transaction>().table::<Customer>()
}
