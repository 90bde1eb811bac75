//! Simulated inserts: where the writes of good and of hot keys land, how throughput scales with
//! servers, and the assertions.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

mod assertions;
mod edges;
mod points;
mod reports;
mod scaling;
mod tables;
