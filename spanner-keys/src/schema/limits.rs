//! Every limit of Spanner, in one place.
//!
//! The derive needs some of them and cannot depend on this crate, so the numbers are in its
//! `limits.rs`, and this macro repeats that file here.

spanner_keys_derive::limits!();
