//! The tables of the shop. `build.rs` includes this file, too, so it uses nothing else from this
//! crate.

use std::time::SystemTime;

use spanner_keys::{SpannerTable, Uuid};

/// A customer.
#[derive(Debug, SpannerTable)]
#[table(name = "Customers")]
pub(crate) struct Customer {
    /// Random, so that new customers spread across all servers.
    #[key(uuid)]
    pub(crate) customer_id: Uuid,
    /// The name for letters.
    #[column(length = 256)]
    pub(crate) name: String,
    /// The address as the customer typed it.
    #[column(length = 320)]
    pub(crate) email: String,
    /// The address for lookups.
    #[column(length = 320, generated = "LOWER({email})")]
    pub(crate) email_lower: String,
}

/// An order, stored with its customer.
#[derive(Debug, SpannerTable)]
#[table(name = "Orders")]
#[interleave(Customer, on_delete = cascade)]
pub(crate) struct Order {
    /// The customer.
    #[key(parent)]
    pub(crate) customer_id: Uuid,
    /// The order.
    #[key(uuid)]
    pub(crate) order_id: Uuid,
    /// The time of the order.
    #[column(commit_timestamp)]
    pub(crate) placed_at: SystemTime,
}

/// A payment; payments are read in time order.
#[derive(Debug, SpannerTable)]
#[table(name = "Payments")]
#[index(PaymentsByDay, columns(day), allow_hotspot = "a few hundred payments a day")]
pub(crate) struct Payment {
    /// Spreads the payments, which arrive in order, across 16 ranges.
    #[key(shard = 16)]
    pub(crate) shard: i64,
    /// A time-ordered id.
    #[key(ulid)]
    pub(crate) payment_id: String,
    /// The amount in cents.
    pub(crate) amount: i64,
    /// Midnight of the day of the payment.
    pub(crate) day: SystemTime,
}
