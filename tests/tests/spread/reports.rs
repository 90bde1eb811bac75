//! Reports of each key strategy.

use spanner_keys::spread::{PowerLaw, Report, Rows, Verdict, Workload};
use spanner_keys::{Dialect, KeySource, NewRow as _, SpannerTable};

use crate::tables::*;

fn run<T: SpannerTable>(rows: impl Rows<T>) -> Report {
    Workload::new().inserts(40_000).run::<T>(rows).expect("the rows are good")
}

/// At any time one range receives all writes, and it moves.
fn assert_moving(report: &Report) {
    assert_eq!(report.verdict(), Verdict::MovingHotspot, "{report}");
    assert_eq!(report.ranges(), 16);
    let busiest: Vec<_> = report.busiest().collect();
    assert_eq!(busiest.len(), 50);
    assert!(busiest.iter().all(|busiest| busiest.share > 0.99), "{report}");
    assert!(busiest.iter().all(|busiest| busiest.parallelism() < 1.01));
    let (first, last) = (busiest[0].range, busiest[49].range);
    assert!((first - last).abs() >= 14.5, "the hotspot moves over all ranges: {first} {last}");
    assert!(report.parallelism() < 1.01, "{report}");
    assert!(!report.is_spread());
}

fn assert_spread_over(report: &Report, parallelism: f64) {
    assert_eq!(report.verdict(), Verdict::Spread, "{report}");
    assert!(report.hotspot().is_none());
    assert!(report.parallelism() > parallelism, "{report}");
}

#[test]
fn growing_keys_are_moving_hotspots() {
    assert_moving(&run::<Timestamp>(|at| NewTimestamp { at: at.now() }));
    assert_moving(&run::<Newest>(|at| NewNewest { at: at.now() }));
    assert_moving(&run::<Counter>(|at| NewCounter { id: at.counter() }));
    assert_moving(&run::<Ulids>(|_| NewUlids {}));
    assert_moving(&run::<Uuids7>(|_| NewUuids7 {}));
    assert_moving(&run::<Stamped>(|_| NewStamped {}));
}

#[test]
fn descending_counter_is_hot_too() {
    let report = run::<Counter>(|at| NewCounter { id: -at.counter() });
    assert_moving(&report);
    assert!(report.to_string().contains("`id` falls with the inserts"), "{report}");
}

#[test]
fn random_and_reversed_keys_spread() {
    assert_spread_over(&run::<Uuids>(|_| NewUuids { note: "a".into() }), 10.0);
    assert_spread_over(&run::<UuidBytes>(|_| NewUuidBytes {}), 10.0);
    assert_spread_over(&run::<Randoms>(|_| NewRandoms {}), 10.0);
    assert_spread_over(&run::<Reversed>(|at| NewReversed { id: at.counter() }), 10.0);
}

#[test]
fn server_generated_numbers_spread() {
    assert_spread_over(&run::<Numbered>(|_| NewNumbered {}), 10.0);
    assert_spread_over(&run::<Identified>(|_| NewIdentified {}), 10.0);
    let report = run::<ShardOfNumber>(|_| NewShardOfNumber {});
    assert_spread_over(&report, 10.0);
    assert!(report.shards().expect("there is one").p_value() > 0.001, "{report}");
}

#[test]
fn server_filled_parts_follow_inherited_parts() {
    let report = run::<Items>(|at| NewItems {
        streams: StreamsKey { name: format!("stream-{}", at.below(400)) },
    });
    assert_spread_over(&report, 10.0);
    let shards = report.shards().expect("the parent's");
    assert_eq!((shards.counts().len(), shards.counts().iter().sum::<u64>()), (8, 40_000));
    let text = report.range_text(3.0);
    assert!(
        ["shard: ", "name: stream-", "number: ", "at: 2026-01-01T"]
            .iter()
            .all(|part| text.contains(part)),
        "{text}"
    );
}

#[test]
fn each_shard_is_one_hotspot() {
    let two = run::<Shards2>(|at| NewShards2 { at: at.now() });
    assert_eq!(two.verdict(), Verdict::MovingHotspot);
    assert!((1.9..2.01).contains(&two.parallelism()), "{two}");
    assert!(
        two.to_string().contains("2 shards make at most 2 hot ranges: use more shards"),
        "{two}"
    );
    assert_spread_over(&run::<Shards16>(|at| NewShards16 { at: at.now() }), 10.0);
    assert_spread_over(&run::<Shards64>(|at| NewShards64 { at: at.now() }), 10.0);
    assert_spread_over(&run::<ChanceShards>(|_| NewChanceShards {}), 10.0);
}

#[test]
fn chi_square_separates_even_and_uneven_shards() {
    for (count, report) in [
        (2, run::<Shards2>(|at| NewShards2 { at: at.now() })),
        (16, run::<Shards16>(|at| NewShards16 { at: at.now() })),
        (64, run::<Shards64>(|at| NewShards64 { at: at.now() })),
        (16, run::<ChanceShards>(|_| NewChanceShards {})),
        (16, run::<ShardOfText>(|at| NewShardOfText { text: format!("user-{}", at.number()) })),
    ] {
        let shards = report.shards().expect("there are shards");
        assert_eq!(shards.counts().len(), count);
        assert_eq!(shards.counts().iter().sum::<u64>(), 40_000, "all writes are counted");
        assert!(shards.p_value() > 1e-4, "{report}");
    }
    // Ten texts use at most ten shards.
    let uneven = run::<ShardOfText>(|at| NewShardOfText { text: format!("user-{}", at.below(10)) });
    assert!(uneven.shards().expect("there are shards").p_value() < 1e-9, "{uneven}");
    assert!(run::<Uuids>(|_| NewUuids { note: String::new() }).shards().is_none());
}

#[test]
fn dominant_tenant_is_reported() {
    let sizes = PowerLaw::new(300, 2.0);
    let report = run::<Tenants>(|at| NewTenants {
        tenant: format!("tenant-{:03}", sizes.draw(at)),
        at: at.now(),
    });
    assert_eq!(report.verdict(), Verdict::DominatingValue, "{report}");
    let heaviest = report.heaviest().expect("there are writes");
    assert_eq!(heaviest.columns, ["tenant"]);
    assert!((0.57..0.65).contains(&heaviest.share), "{report}");
    // One server must serve the whole large tenant.
    assert!(report.parallelism() < 1.9, "{report}");
    let text = report.to_string();
    assert!(text.contains("`tenant` = tenant-000") && text.contains("`at` grows"), "{text}");

    let even = run::<Tenants>(|at| NewTenants {
        tenant: format!("tenant-{:03}", at.below(300)),
        at: at.now(),
    });
    assert_spread_over(&even, 10.0);
}

#[test]
fn dominant_tenant_is_reported_even_if_it_can_be_split() {
    let sizes = PowerLaw::new(300, 2.0);
    let rows = |at: &mut spanner_keys::spread::Moment<'_>| NewTenantIds {
        tenant: i64::try_from(sizes.draw(at)).unwrap_or(0),
    };
    let report = run::<TenantIds>(rows);
    assert_eq!(report.verdict(), Verdict::DominatingValue, "{report}");
    // The parts after the tenant spread, so the ranges are even.
    assert!(report.parallelism() > 10.0, "{report}");
    assert!(report.to_string().contains("Spanner can split the rows below this value"), "{report}");
    assert!(
        Workload::new()
            .inserts(20_000)
            .at_most(0.7)
            .run::<TenantIds>(rows)
            .expect("good rows")
            .is_spread()
    );
}

#[test]
fn parts_with_few_values_do_not_count() {
    assert_spread_over(&run::<ByStatus>(|_| NewByStatus { status: Status::Open }), 10.0);
}

#[test]
fn children_spread_only_with_many_parents() {
    let mut keys = KeySource::seeded(Dialect::GoogleSql, 3);
    let customers: Vec<CustomersKey> = (0..500)
        .map(|_| NewCustomers {}.insert_with(&mut keys).expect("a customer").key().clone())
        .collect();
    assert_spread_over(
        &run::<Orders>(|at| NewOrders { customers: at.pick(&customers).clone() }),
        10.0,
    );
    let report = run::<Orders>(|at| {
        let customer = if at.below(2) == 0 { &customers[7] } else { at.pick(&customers) };
        NewOrders { customers: customer.clone() }
    });
    assert_eq!(report.verdict(), Verdict::DominatingValue, "{report}");
    assert!(report.to_string().contains(&customers[7].customer_id.to_string()), "{report}");
}

#[test]
fn parents_can_be_created_during_a_run() {
    let report = run::<Orders>(|at| {
        Ok(NewOrders { customers: NewCustomers {}.insert_with(at.keys())?.key().clone() })
    });
    assert_spread_over(&report, 10.0);
}

#[test]
fn keys_of_every_type_are_simulated() {
    let report = run::<EveryType>(|at| NewEveryType {
        flag: [None, Some(false), Some(true)][usize::try_from(at.below(3)).unwrap_or(0)],
        text: format!("{:x}\0é", at.below(64)),
        number: (at.below(5) > 0).then(|| at.random().cast_signed()),
        float: f64::from(i32::try_from(at.below(2000)).unwrap_or(0)) / 7.0 - 100.0,
        bytes: at.random().to_be_bytes()[..usize::try_from(at.below(8)).unwrap_or(0)].to_vec(),
        day: chrono::NaiveDate::from_ymd_opt(2026, 1, 1 + u32::try_from(at.below(28)).unwrap_or(0))
            .expect("a day"),
        at: at.now().into(),
        amount: rust_decimal::Decimal::new(at.random().cast_signed() >> 20, 6),
        note: (at.below(2) == 0).then(|| at.number().to_string()),
    });
    assert_spread_over(&report, 10.0);
    assert!(report.range_text(8.0).contains("amount: "), "{}", report.range_text(8.0));
}

#[test]
fn same_seed_repeats_the_run() {
    let run = |seed| {
        let workload = Workload::new().inserts(5000).seed(seed);
        let report =
            workload.run::<Shards16>(|at| NewShards16 { at: at.now() }).expect("the rows are good");
        (report.to_string(), report.heat_map(20).to_string())
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

/// A sample gives the same report as all keys, and keys do not depend on the sample size.
#[test]
fn sample_is_fair() {
    let run = |sample| {
        let workload = Workload::new().inserts(100_000).moments(5).sample(sample);
        workload
            .run::<Tenants>(|at| NewTenants {
                tenant: format!("{:04}", at.below(16)),
                at: at.now(),
            })
            .expect("good rows")
    };
    let (all, some) = (run(usize::MAX), run(2000));
    assert!((all.share() - some.share()).abs() < 0.02, "{all}\n{some}");
    assert_eq!(all.inserts(), some.inserts());
    let heaviest = |report: &Report| report.heaviest().expect("writes").share;
    assert!((heaviest(&all) - heaviest(&some)).abs() < 0.01);
}

#[test]
fn heat_map_shows_diagonals_and_bands() {
    let lit = |report: &Report, moment: usize| {
        let picture = report.heat_map(32);
        (0..picture.rows()).filter(|row| picture.share(*row, moment) > 0.01).collect::<Vec<_>>()
    };
    let diagonal = run::<Timestamp>(|at| NewTimestamp { at: at.now() });
    let rows: Vec<Vec<usize>> = (0..50).map(|moment| lit(&diagonal, moment)).collect();
    assert!(rows.iter().all(|rows| rows.len() <= 3), "{rows:?}");
    assert!(rows.windows(2).all(|pair| pair[0][0] <= pair[1][0]), "{rows:?}");

    let two = run::<Shards2>(|at| NewShards2 { at: at.now() });
    assert!((0..50).all(|moment| (2..=6).contains(&lit(&two, moment).len())));
    assert_eq!(lit(&run::<Uuids>(|_| NewUuids { note: String::new() }), 10).len(), 32);

    // The large tenant's rows are hotter than all others, although Spanner could split them.
    let sizes = PowerLaw::new(50, 2.0);
    let tenants =
        run::<TenantIds>(|at| NewTenantIds { tenant: i64::try_from(sizes.draw(at)).unwrap_or(0) });
    let picture = tenants.heat_map(40);
    assert!(picture.share(0, 5) > 2.0 * picture.share(35, 5), "{picture}");
}
