//! The tests that need no derived table, in one program: the first that a mutant meets.

// The tests name what they share by the package that holds it.
extern crate self as spanner_keys_tests;

#[path = "../../tests/fingerprint.rs"]
mod fingerprint;
#[path = "../../tests/keys.rs"]
mod keys;
#[path = "../../tests/messages.rs"]
mod messages;
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
#[path = "../../src/refusals/mod.rs"]
mod refusals;
#[path = "../../tests/refusals.rs"]
mod refused;
#[path = "../../tests/rules.rs"]
mod rules;
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
#[path = "../../src/tables.rs"]
mod tables;
#[path = "../../tests/twice.rs"]
mod twice;
#[allow(unreachable_pub, reason = "other tests use it")]
#[path = "../../src/unchecked.rs"]
mod unchecked;
#[path = "../../tests/verdicts.rs"]
mod verdicts;
#[allow(unreachable_pub, reason = "other tests use it")]
#[path = "../../src/wild.rs"]
mod wild;
