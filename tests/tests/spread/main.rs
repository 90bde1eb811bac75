//! Simulated inserts: where the writes of good and of hot keys land, what more servers would buy,
//! and the test helper.

#![allow(clippy::expect_used, reason = "a test that cannot go on should stop")]

mod assertions;
mod edges;
mod points;
mod reports;
mod scaling;
mod tables;
