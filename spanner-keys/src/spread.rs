//! Use this in a test to find hotspots before production: it simulates the writes of a table, and
//! asserts that they spread (feature `spread`).
//!
//! The inserts of a table run through its real `NewOrder` and its real key generation, with a
//! simulated clock and seeded randomness, and nothing is sent. Each key is encoded as the bytes that
//! Spanner sorts by ([`keys::order`](crate::keys::order)), which shows where the writes land at every
//! moment:
//!
//! - [`assert_spread`] fails a test if one range of keys receives too many of the writes of a
//!   moment, and reports which range and why.
//! - [`Workload::run`] returns a [`Report`]: shares, parallelism, how even the shards are, the
//!   verdict, and a [`HeatMap`].
//! - [`Workload::scaling`] estimates, with a [`Model`] of Spanner's splits, how much more servers
//!   would help.
//! - [`split_points`] returns even boundaries at which to split a new table before its first load.
//!
//! ```
//! use spanner_keys::spread::{Workload, assert_spread};
//! use spanner_keys::{NewRow, SpannerTable, Uuid};
//!
//! #[derive(SpannerTable)]
//! struct Customer {
//!     #[key(uuid)]
//!     customer_id: Uuid,
//! }
//!
//! #[derive(SpannerTable)]
//! #[interleave(Customer)]
//! struct Order {
//!     #[key(parent)]
//!     customer_id: Uuid,
//!     #[key(ulid)]
//!     order_id: String,
//! }
//!
//! # fn main() -> Result<(), spanner_keys::value::RowError> {
//! // in a #[test]
//! let mut keys = spanner_keys::KeySource::seeded(spanner_keys::Dialect::GoogleSql, 1);
//! let customers = (0..1000).map(|_| NewCustomer {}.insert_with(&mut keys).map(|new| new.key().clone()));
//! let customers = customers.collect::<Result<Vec<_>, _>>()?;
//! assert_spread::<Order>(&Workload::new(), |at| NewOrder { customer: at.pick(&customers).clone() });
//! # Ok(())
//! # }
//! ```

mod heat_map;
mod key;
#[cfg(feature = "spread-pictures")]
mod pictures;
mod points;
mod report;
mod sample;
mod scaling;
mod shards;
mod splits;
mod why;
mod workload;

pub use heat_map::HeatMap;
#[cfg(feature = "spread-pictures")]
pub use pictures::{PictureError, ThroughputPlot};
pub use points::{NoSplitPoints, SplitPoint, SplitPoints, split_points};
pub use report::{Busiest, Heaviest, Report};
pub use scaling::{SERVERS, Scaling, Step};
pub use shards::ShardCount;
pub use splits::Model;
pub use why::{Hotspot, Verdict};
pub use workload::{Moment, PowerLaw, Rows, Workload};

use crate::row::SpannerTable;

/// Fails a test if the writes of a table do not spread: if one of the workload's ranges receives
/// more of a moment's writes than [`Workload::at_most`], or if one value does although the key
/// relies on many values, such as tenants.
///
/// The message contains the range, the moment and the reason:
///
/// ```should_panic
/// use spanner_keys::SpannerTable;
/// use spanner_keys::spread::{PowerLaw, Workload, assert_spread};
///
/// #[derive(SpannerTable)]
/// struct Message {
///     #[key]
///     tenant: String,
///     #[key]
///     sent: std::time::SystemTime,
/// }
///
/// let tenants = PowerLaw::new(200, 2.0); // the largest sends three fifths of all messages
/// assert_spread::<Message>(&Workload::new(), |at| NewMessage { tenant: format!("t{}", tenants.draw(at)), sent: at.now() });
/// ```
///
/// # Panics
///
/// If the writes do not spread, or a row cannot be inserted.
#[track_caller]
pub fn assert_spread<T: SpannerTable>(workload: &Workload, rows: impl Rows<T>) {
    match workload.run::<T>(rows) {
        Ok(report) => {
            if let Some(hotspot) = report.hotspot() {
                panic!("the writes do not spread: {hotspot}");
            }
        }
        Err(error) => panic!("the writes cannot be made: {error}"),
    }
}
