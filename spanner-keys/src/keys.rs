//! How key values are made.

pub mod fingerprint;
