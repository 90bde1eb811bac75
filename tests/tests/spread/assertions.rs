//! The assertions for users' tests.

use std::panic::catch_unwind;
use std::sync::Mutex;

use spanner_keys::SpannerTable;
use spanner_keys::spread::{PowerLaw, Rows, Workload, assert_spread};

use crate::tables::*;

/// The message of a failure.
fn failure<T: SpannerTable>(
    workload: &Workload,
    rows: impl Rows<T> + std::panic::UnwindSafe,
) -> String {
    let workload = workload.clone();
    let panic = catch_unwind(move || assert_spread::<T>(&workload, rows))
        .expect_err("the writes do not spread");
    panic.downcast_ref::<String>().expect("a message").clone()
}

fn small() -> Workload {
    Workload::new().inserts(10_000).moments(25)
}

#[test]
fn good_keys_pass() {
    assert_spread::<Uuids>(&small(), |_| NewUuids { note: "x".into() });
    assert_spread::<Shards16>(&small(), |at| NewShards16 { at: at.now() });
    assert_spread::<Tenants>(&small(), |at| NewTenants {
        tenant: at.below(100).to_string(),
        at: at.now(),
    });
}

#[test]
fn failure_names_the_range_and_the_reason() {
    assert_eq!(
        failure::<Counter>(&small(), |at| NewCounter { id: at.counter() }),
        "the writes do not spread: range 0 of 16 receives 100.0 % of the writes to `Counter` in moment 0 (0ns to 400ms); the limit is 25.0 %\n  \
         range 0: from the first key up to (id: 625)\n  \
         why: `id` grows with the inserts, so they all go to the end of one range, and the next moment to the next one\n  \
         help: put a shard before `id`, `#[key(shard = 16)] shard: i64`, or a part with many values in no order of time"
    );
}

#[test]
fn failure_names_the_tenant() {
    let sizes = PowerLaw::new(100, 2.0);
    let message = failure::<Tenants>(&small(), move |at| NewTenants {
        tenant: format!("tenant-{}", sizes.draw(at)),
        at: at.now(),
    });
    assert!(message.contains("% of all writes have `tenant` = tenant-0"), "{message}");
    assert!(message.contains("`at` grows with the inserts"), "{message}");
    assert!(message.contains("give the large one its own table"), "{message}");
}

#[test]
fn limit_can_be_set() {
    let rows = |at: &mut spanner_keys::spread::Moment<'_>| NewShards2 { at: at.now() };
    assert!(failure::<Shards2>(&small().at_most(0.4), rows).contains("the limit is 40.0 %"));
    assert_spread::<Shards2>(&small().at_most(0.6), rows);
    // An even spread over two ranges is one half each.
    assert!(
        failure::<Uuids>(&small().ranges(2), |_| NewUuids { note: String::new() })
            .contains("of 2 receives 5")
    );
    assert_spread::<Uuids>(&small().ranges(2).at_most(0.6), |_| NewUuids { note: String::new() });
}

#[test]
fn invalid_rows_fail_too() {
    let message = failure::<Uuids>(&small(), |_| NewUuids { note: "too long".into() });
    assert_eq!(
        message,
        "the writes cannot be made: column `note` of table `Uuids` is 8 characters long; the limit is 5"
    );
}

#[test]
fn failure_points_at_the_callers_line() {
    static FOUND: Mutex<Option<(String, u32)>> = Mutex::new(None);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // Other tests panic on purpose at the same time.
        match info.location() {
            Some(location)
                if info
                    .payload()
                    .downcast_ref::<String>()
                    .is_some_and(|text| text.contains("`Ulids`")) =>
            {
                *FOUND.lock().expect("the lock is not poisoned") =
                    Some((location.file().to_owned(), location.line()));
            }
            _ => usual(info),
        }
    }));
    let line = line!() + 1;
    let failed = catch_unwind(|| assert_spread::<Ulids>(&small(), |_| NewUlids {}));
    assert!(failed.is_err());
    let found = FOUND.lock().expect("the lock is not poisoned").clone().expect("the hook ran");
    assert_eq!((found.0.ends_with("assertions.rs"), found.1), (true, line));
}
