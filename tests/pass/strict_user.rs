#![deny(warnings, clippy::all, clippy::pedantic, clippy::nursery, missing_docs, unused_qualifications, unreachable_pub)]
#![forbid(unsafe_code)]
//! A user with every lint on.

use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

/// A state.
#[derive(SpannerColumn)]
pub enum Status {
    /// New.
    Open,
    /// Old.
    Closed,
}

/// A table.
#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(status))]
pub struct Order {
    /// The key.
    #[key(uuid)]
    pub id: Uuid,
    /// The state.
    pub status: Status,
}

fn main() {}
