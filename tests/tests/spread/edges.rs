//! Unusual numbers, and empty runs.

use spanner_keys::spread::{Model, Verdict, Workload};
use spanner_keys::value::ValueError;

use crate::tables::*;

fn uuids(workload: &Workload) -> spanner_keys::spread::Report {
    workload.run::<Uuids>(|_| NewUuids { note: String::new() }).expect("the rows are good")
}

#[test]
fn run_without_rows() {
    let report = uuids(&Workload::new().inserts(0));
    assert_eq!((report.inserts(), report.worst(), report.verdict()), (0, None, Verdict::Spread));
    assert!(report.heaviest().is_none());
    assert!(report.to_string().contains("0 inserts"));
    assert_eq!(report.heat_map(10).moments(), 0);
    assert!(!report.heat_map(10).to_string().is_empty());
    assert!(!report.heat_map(10).coloured().is_empty());
    let scaling = Workload::new()
        .inserts(0)
        .scaling::<Uuids>(&[1, 2], &Model::default(), |_| NewUuids { note: String::new() });
    assert!(scaling.expect("nothing goes wrong").steps().is_empty());
}

#[test]
fn time_steps_have_at_least_a_hundred_writes() {
    let moments = |workload: Workload| uuids(&workload).busiest().count();
    assert_eq!(moments(Workload::new().inserts(1000).moments(50)), 10);
    assert_eq!(moments(Workload::new().inserts(10_000).moments(50)), 50);
    assert_eq!(moments(Workload::new().inserts(99).moments(50)), 1);
    assert_eq!(moments(Workload::new().inserts(1000).moments(0)), 1);
}

#[test]
fn unusual_counts_are_approximated() {
    for workload in [
        Workload::new().ranges(0),
        Workload::new().ranges(1),
        Workload::new().ranges(100_000),
        Workload::new().ranges(usize::MAX),
        Workload::new().moments(usize::MAX),
        Workload::new().sample(0),
        Workload::new().sample(1),
        Workload::new().per_second(0.0),
        Workload::new().per_second(f64::NAN),
        Workload::new().per_second(-5.0),
        Workload::new().per_second(1e30),
        Workload::new().at_most(f64::NAN),
    ] {
        let report = uuids(&workload.inserts(1000));
        assert_eq!(report.inserts(), 1000);
        for rows in [0, 1, 7, usize::MAX] {
            let picture = report.heat_map(rows);
            assert!(picture.to_string().lines().count() >= picture.rows());
            assert!(
                (0..picture.rows()).all(|row| (0.0..=1.0).contains(&picture.brightness(row, 0)))
            );
        }
    }
    let one = Workload::new()
        .inserts(5000)
        .ranges(1)
        .run::<Uuids>(|_| NewUuids { note: String::new() })
        .expect("good rows");
    assert_eq!(one.verdict(), Verdict::HotRange, "one range receives everything");
}

#[test]
fn same_key_every_time() {
    let report = Workload::new()
        .inserts(1000)
        .run::<Counter>(|_| NewCounter { id: 7 })
        .expect("the rows are good");
    assert_eq!(report.verdict(), Verdict::HotRange);
    assert_eq!(report.ranges(), 1);
    assert!(report.to_string().contains("`id` is 7 in the hot range"), "{report}");
}

#[test]
fn refused_row_ends_the_run() {
    let error = Workload::new()
        .run::<Reversed>(|at| NewReversed { id: 10 - at.counter() })
        .expect_err("a negative counter");
    assert_eq!(
        (error.table.as_str(), error.column.as_str(), error.error),
        ("Reversed", "id", ValueError::NegativeCounter)
    );
}

#[test]
fn progress_can_be_observed() {
    let mut seen = Vec::new();
    let workload = Workload::new().inserts(1000).moments(4);
    workload
        .run_watched::<Uuids>(|_| NewUuids { note: String::new() }, |done| seen.push(done))
        .expect("good rows");
    assert_eq!(seen, [250, 500, 750, 1000]);
}

#[test]
fn coloured_picture_has_as_many_cells() {
    let report = uuids(&Workload::new().inserts(2000).moments(10));
    let picture = report.heat_map(9);
    let coloured = picture.coloured();
    assert_eq!(coloured.matches('▀').count(), 5 * picture.moments());
    assert!(coloured.contains("\x1b[38;5;") && !picture.to_string().contains('\x1b'));
    assert!(picture.clone().titled("Mine").to_string().starts_with("Mine\n"));
}
