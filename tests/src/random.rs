//! Schemas at random: valid by construction, and spoiled in one place.
//!
//! The same seed gives the same schemas. Its number, and how many are made, come from the
//! environment: `SPANNER_KEYS_SEED` and `SPANNER_KEYS_RANDOM_SCHEMAS`.

mod changes;
mod names;
mod objects;
mod resolve;
mod rows;
mod run;
mod spec;
mod spoil;
mod texts;
mod values;
mod wish;

pub use changes::changed;
pub use resolve::resolve;
pub use rows::{TableRows, comparable};
pub use run::{Bar, count, gather, run, run_lanes};
pub use spanner_keys_quick_tests::seed::{number, seed, source};
pub use spec::{ForeignKeySpec, IndexSpec, Spec, TableSpec};
pub use spoil::{Spoiled, WAYS, spoil};
pub use values::{Values, base64, to_json};
pub use wish::{Numbers, TableWish, Wish, pairs, schemas, spoiled};
