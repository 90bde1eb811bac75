//! The tables of a shop, for every program that needs them.
//!
//! `tests/schema.rs` keeps `schema.sql` true without a build script; the package `shop-service`
//! shows a build script that uses this crate.

use spanner_keys::{SpannerTable, Uuid};

/// Who sells.
#[derive(Debug, SpannerTable)]
#[table(name = "Sellers")]
pub struct Seller {
    /// Random, so that new sellers spread over all servers.
    #[key(uuid)]
    pub seller_id: Uuid,
    /// As it is shown.
    #[column(length = 256)]
    pub name: String,
}

/// What they sell; stored with the seller.
#[derive(Debug, SpannerTable)]
#[table(name = "Articles")]
#[interleave(Seller, on_delete = cascade)]
pub struct Article {
    /// The seller.
    #[key(parent)]
    pub seller_id: Uuid,
    /// The seller's own number for it.
    #[key]
    #[column(length = 64)]
    pub sku: String,
    /// In cents.
    pub price: i64,
}
