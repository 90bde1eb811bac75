//! What the test targets share: a Spanner emulator of their own, and a reader of what a database
//! really holds.
#![forbid(unsafe_code)]

pub mod emulator;
pub mod laxer;
pub mod random;
pub mod readback;
pub mod recorded;
pub mod refusals;
pub mod scans;
pub mod schemas;
pub mod tables;
pub mod unchecked;
pub mod wild;
