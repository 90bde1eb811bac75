//! How throughput scales with servers.

use spanner_keys::SpannerTable;
use spanner_keys::spread::{Model, PowerLaw, Rows, SERVERS, Scaling, Workload};

use crate::tables::*;

fn scaling<T: SpannerTable>(model: &Model, rows: impl Rows<T>) -> Scaling {
    let scaling = Workload::new()
        .inserts(100_000)
        .moments(25)
        .scaling::<T>(SERVERS, model, rows)
        .expect("the rows are good");
    println!("{scaling}\n");
    scaling
}

fn usual<T: SpannerTable>(rows: impl Rows<T>) -> Scaling {
    scaling::<T>(&Model::default(), rows)
}

#[test]
fn growing_key_stays_on_one_server() {
    for scaling in [
        usual::<Timestamp>(|at| NewTimestamp { at: at.now() }),
        usual::<Newest>(|at| NewNewest { at: at.now() }),
        usual::<Ulids>(|_| NewUlids {}),
    ] {
        for step in scaling.steps() {
            assert!((0.95..1.1).contains(&step.throughput), "{scaling}");
        }
        assert_eq!(scaling.steps().last().map(|step| step.unsplittable), Some(1), "{scaling}");
    }
}

/// There are also splits by size, and they do not help.
#[test]
fn growing_key_is_not_helped_by_size_splits() {
    let model = Model { split_rows: 5000, ..Model::default() };
    let scaling = scaling::<Counter>(&model, |at| NewCounter { id: at.counter() });
    for step in scaling.steps() {
        assert!(step.splits > 20 && step.unsplittable <= 1, "{scaling}");
        assert!((0.95..1.1).contains(&step.throughput), "{scaling}");
    }
}

#[test]
fn even_keys_use_every_server() {
    for scaling in [
        usual::<Uuids>(|_| NewUuids { note: String::new() }),
        usual::<Shards64>(|at| NewShards64 { at: at.now() }),
        usual::<Numbered>(|_| NewNumbered {}),
    ] {
        assert_eq!(scaling.steps().iter().map(|step| step.servers).collect::<Vec<_>>(), SERVERS);
        assert!(scaling.steps().iter().all(|step| step.efficiency() >= 0.9), "{scaling}");
    }
}

#[test]
fn sixteen_shards_serve_sixteen_servers() {
    let scaling = usual::<Shards16>(|at| NewShards16 { at: at.now() });
    for step in scaling.steps() {
        match step.servers {
            ..=16 => assert!(step.efficiency() >= 0.9, "{scaling}"),
            _ => assert!((15.0..16.5).contains(&step.throughput), "{scaling}"),
        }
    }
}

#[test]
fn large_tenant_limits_throughput() {
    let sizes = PowerLaw::new(300, 2.0);
    let scaling =
        usual::<Tenants>(|at| NewTenants { tenant: sizes.draw(at).to_string(), at: at.now() });
    let last = scaling.steps().last().expect("there are steps");
    assert!(last.throughput > 2.0 && last.efficiency() < 0.2, "{scaling}");
}

/// One row is never split; if it is written again and again, nothing helps.
#[test]
fn single_row_stays_on_one_server() {
    let scaling = usual::<Counter>(|_| NewCounter { id: 7 });
    assert!(scaling.steps().iter().all(|step| step.throughput < 1.01), "{scaling}");
}

#[test]
fn model_without_splits_stays_on_one_server() {
    let model = Model { split_above: f64::INFINITY, split_rows: u64::MAX, ..Model::default() };
    let scaling = scaling::<Randoms>(&model, |_| NewRandoms {});
    assert!(
        scaling.steps().iter().all(|step| step.splits == 1 && step.throughput < 1.01),
        "{scaling}"
    );
}
