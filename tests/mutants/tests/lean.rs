//! The tests that need no derived table, in one program: the first that a mutant meets.

#[path = "../../tests/fingerprint.rs"]
mod fingerprint;
#[path = "../../tests/keys.rs"]
mod keys;
#[path = "../../tests/messages.rs"]
mod messages;
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
#[path = "../../src/refusals/mod.rs"]
mod refusals;
#[path = "../../tests/rules.rs"]
mod rules;
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
#[path = "../../src/tables.rs"]
mod tables;
#[path = "../../tests/verdicts.rs"]
mod verdicts;

#[test]
fn every_error_has_a_case_and_a_near_miss() {
    let mistakes = refusals::mistakes();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
