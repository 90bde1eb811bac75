//! The tables of the shop. `build.rs` includes this file too, so it names nothing of the crate
//! around it.

#![allow(clippy::struct_field_names, reason = "named as databases name things")]

use std::time::SystemTime;

use spanner_keys::{SpannerTable, Uuid};

/// Who buys.
#[derive(Debug, SpannerTable)]
#[table(name = "Customers")]
pub(crate) struct Customer {
    /// Random, so that new customers spread over all servers.
    #[key(uuid)]
    pub(crate) customer_id: Uuid,
    /// As it is written on letters.
    #[column(length = 256)]
    pub(crate) name: String,
    /// As the customer typed it.
    #[column(length = 320)]
    pub(crate) email: String,
    /// As it is looked up.
    #[column(length = 320, generated = "LOWER({email})")]
    pub(crate) email_lower: String,
}

/// What they buy; stored with the customer.
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
    /// When it was placed.
    #[column(commit_timestamp)]
    pub(crate) placed_at: SystemTime,
}

/// What they pay, read in the order of time.
#[derive(Debug, SpannerTable)]
#[table(name = "Payments")]
#[index(PaymentsByDay, columns(day), allow_hotspot = "a few hundred payments a day")]
pub(crate) struct Payment {
    /// Spreads the payments, which arrive in order, over 16 ranges.
    #[key(shard = 16)]
    pub(crate) shard: i64,
    /// Begins with the time.
    #[key(ulid)]
    pub(crate) payment_id: String,
    /// In cents.
    pub(crate) amount: i64,
    /// The day of the payment, as its midnight.
    pub(crate) day: SystemTime,
}
