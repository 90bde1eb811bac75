//! How key values are made: random ids, time-ordered ids, reversed counters, and shard numbers.
//!
//! Everything here is plain arithmetic over a [`Source`] of randomness and time, so a test or a
//! simulation that brings its own source gets the same keys every time. What Spanner computes too
//! (FARM_FINGERPRINT, BIT_REVERSE, the number of a shard) is the same number here.

mod bits;
pub mod fingerprint;
mod ids;
pub mod order;
mod shard;
mod source;

pub use bits::{bit_reverse, counter_of};
pub use ids::{TimeOrdered, random_int64, random_uuid, ulid_text};
pub use shard::{HashInput, shard_of};
pub use source::{Seeded, Source, System};
