//! The tables of a shop, for several programs.
//!
//! `tests/schema.rs` keeps `schema.sql` up to date without a build script; the package
//! `shop-service` shows a build script that uses this crate.

use spanner_keys::{SpannerTable, Uuid};

/// A seller.
#[derive(Debug, SpannerTable)]
#[table(name = "Sellers")]
pub struct Seller {
    /// Random, so that new sellers spread across all servers.
    #[key(uuid)]
    pub seller_id: Uuid,
    /// The display name.
    #[column(length = 256)]
    pub name: String,
}

/// An article, stored with its seller.
#[derive(Debug, SpannerTable)]
#[table(name = "Articles")]
#[interleave(Seller, on_delete = cascade)]
pub struct Article {
    /// The seller.
    #[key(parent)]
    pub seller_id: Uuid,
    /// The seller's number for it.
    #[key]
    #[column(length = 64)]
    pub sku: String,
    /// The price in cents.
    pub price: i64,
}
