//! You need this to compute keys outside of an insert: random ids, time-ordered ids, reversed
//! counters, and shard numbers.
//!
//! Everything here is plain arithmetic over a [`Source`] of randomness and time, so a test or a
//! simulation with its own source gets the same keys every time. FARM_FINGERPRINT, BIT_REVERSE and
//! shard numbers are the same as in Spanner.

mod bits;
pub mod fingerprint;
mod forks;
mod ids;
pub mod order;
mod shard;
mod source;

pub use bits::{bit_reverse, counter_of, uuid_halves, uuid_of_halves};
use forks::ForkGuard;
pub use ids::{TimeOrdered, random_int64, random_uuid, ulid_text};
pub use shard::{HashInput, shard_of};
pub use source::{Seeded, Source, System};
