//! What the random tests are made of.

use spanner_keys_tests::random::{Values, gather};

#[test]
fn a_run_that_gathers_fails_with_all_failures() {
    let test = |number: u8| match number % 2 {
        0 => Ok(()),
        _ => Err(format!("odd\n{number}")),
    };
    let failure = gather("numbers", 0, 100, &(0..=255_u8), test).expect_err("half of them fail");
    assert!(failure.ends_with(" times: odd"), "{failure}");
    assert_eq!(gather("no numbers", 0, 100, &(0..=0_u8), test), Ok(()));
}

#[test]
fn times_exist() {
    let mut values = Values::new(3);
    for _ in 0..20_000 {
        let (any, past) = (values.timestamp(), values.past());
        for text in [&any, &past] {
            assert!(chrono::DateTime::parse_from_rfc3339(text).is_ok(), "{text}");
        }
        assert!(*past < *"2026", "{past}");
    }
}
