//! Hand-built tables: every refusal with its near miss, random ones, and DDL without checks.
#![forbid(unsafe_code)]

pub mod refusals;
pub mod seed;
pub mod tables;
pub mod unchecked;
pub mod waivers;
pub mod wild;
