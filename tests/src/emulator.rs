//! Google's Spanner emulator.

pub use spanner_keys_emulator::*;
