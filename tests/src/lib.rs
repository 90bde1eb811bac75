//! Code that several test targets share: the emulator, a reader of what a database really holds,
//! schemas, and random data.
#![forbid(unsafe_code)]

pub mod laxer;
pub mod plans;
pub mod random;
pub mod readback;
pub mod recorded;
pub mod scans;
pub mod schemas;
pub mod suite;

pub use spanner_keys_emulator as emulator;
pub use spanner_keys_quick_tests::{refusals, tables, unchecked, wild};
