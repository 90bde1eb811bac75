//! What the tests through the real clients share.
#![forbid(unsafe_code)]

pub mod through;

/// The code in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
