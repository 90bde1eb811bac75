//! Every refusal, and every near miss; the emulator suite creates the near misses.

use spanner_keys_quick_tests::refusals;

#[test]
fn every_error_has_a_case_and_a_near_miss() {
    let mistakes = refusals::mistakes();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
