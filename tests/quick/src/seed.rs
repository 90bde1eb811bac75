//! The seed of the random tests.

use std::env;

use spanner_keys::keys::Seeded;

/// A number from the environment.
#[must_use]
pub fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().and_then(|value| value.replace('_', "").parse().ok())
}

/// The seed of every random test: SPANNER_KEYS_SEED, or a fixed one.
#[must_use]
pub fn seed() -> u64 {
    number("SPANNER_KEYS_SEED").unwrap_or(20_261_116)
}

/// A source of random values for the test with this number; tests with other numbers get others.
#[must_use]
pub fn source(test: u64) -> Seeded {
    Seeded::new(seed().rotate_left(32).wrapping_add(test))
}
