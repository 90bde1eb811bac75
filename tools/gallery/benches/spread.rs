//! The cost of a simulated insert, compared with filling its key, and how it grows:
//! `cargo bench -p spanner-keys-gallery`.
//!
//! Only the ratios within one run are meaningful, because both are timed in turns. No test asserts
//! them.

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime};

use spanner_keys::keys::{Seeded, Source as _};
use spanner_keys::spread::Workload;
use spanner_keys::value::RowError;
use spanner_keys::{
    Dialect, Insert, KeySource, KnownKey, NewRow as _, SpannerTable, TableKey as _, Uuid,
};

/// A table with a key of three parts.
#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

/// The same with a shard that the application computes.
#[derive(SpannerTable)]
struct Visit {
    #[key(shard = 16, client)]
    shard: i64,
    #[key]
    user: String,
    #[key(ulid)]
    id: String,
}

/// The same without a shard.
#[derive(SpannerTable)]
struct Message {
    #[key]
    tenant: String,
    #[key]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

/// The number of measurements.
const ROUNDS: usize = 5;

fn main() -> Result<(), RowError> {
    // `cargo bench` passes `--bench`. Without it, as in `cargo test --benches`, everything runs once
    // with few rows, to check that it works.
    let measures = std::env::args().any(|argument| argument == "--bench");
    // Comes first, because the peak memory of a process never decreases.
    growth(if measures { [100_000, 1_000_000, 10_000_000] } else { [1000, 2000, 4000] })?;
    if measures { ratios(ROUNDS, 1_000_000) } else { ratios(1, 1000) }
}

fn growth(sizes: [u64; 3]) -> Result<(), RowError> {
    println!(
        "{:<28} {:>10} {:>10} {:>10} {:>12}",
        "growth", "inserts", "seconds", "ns each", "most memory"
    );
    for inserts in sizes {
        let seconds = time(&|| {
            Workload::new().inserts(inserts).run::<Event>(|at| NewEvent { at: at.now() }).map(drop)
        })?;
        let each = seconds * 1e9 / as_float(inserts);
        println!(
            "{:<28} {inserts:>10} {seconds:>10.2} {each:>10.0} {:>12}",
            "(shard, timestamp, uuid)",
            most_memory()
        );
    }
    Ok(())
}

fn ratios(rounds: usize, inserts: u64) -> Result<(), RowError> {
    let heads = ["insert()", "whole key", "simulated", "ratio", "goal", "to insert()"];
    let [insert, whole, simulated, ratio, goal, other] = heads;
    println!(
        "\n{:<28} {insert:>10} {whole:>10} {simulated:>10} {ratio:>6} {goal:>7} {other:>12}",
        "ns per insert, medians"
    );
    let workload = Workload::new().inserts(inserts);
    let event = |now| NewEvent { at: now };
    let ways: [Way<'_>; 3] = [
        &|| fill(inserts, |_, now, keys| event(now).insert_with(keys).map(drop)),
        &|| {
            fill(inserts, |_, now, keys| {
                event(now).insert_with(keys).map(|insert| whole_key(&insert))
            })
        },
        &|| workload.run::<Event>(|at| event(at.now())).map(drop),
    ];
    line("(shard, timestamp, uuid)", rounds, inserts, ways)?;
    let visit = |number| NewVisit { user: format!("user-{:04}", number % 5000) };
    let ways: [Way<'_>; 3] = [
        &|| fill(inserts, |number, _, keys| visit(number).insert_with(keys).map(drop)),
        &|| {
            fill(inserts, |number, _, keys| {
                visit(number).insert_with(keys).map(|insert| whole_key(&insert))
            })
        },
        &|| workload.run::<Visit>(|at| visit(at.number())).map(drop),
    ];
    line("(client shard, text, ulid)", rounds, inserts, ways)?;
    let message =
        |number, now| NewMessage { tenant: format!("tenant-{:04}", number % 5000), at: now };
    let ways: [Way<'_>; 3] = [
        &|| fill(inserts, |number, now, keys| message(number, now).insert_with(keys).map(drop)),
        &|| {
            fill(inserts, |number, now, keys| {
                message(number, now).insert_with(keys).map(|insert| whole_key(&insert))
            })
        },
        &|| workload.run::<Message>(|at| message(at.number(), at.now())).map(drop),
    ];
    line("(text, timestamp, uuid)", rounds, inserts, ways)
}

/// Fills the keys of this many rows, with a clock that moves as in a simulation.
fn fill(
    inserts: u64,
    insert: impl Fn(u64, SystemTime, &mut KeySource<Seeded>) -> Result<(), RowError>,
) -> Result<(), RowError> {
    let mut keys = KeySource::seeded(Dialect::GoogleSql, 1);
    for number in 0..inserts {
        keys.source().advance(Duration::from_millis(1));
        let now = keys.source().now();
        insert(black_box(number), now, &mut keys)?;
    }
    Ok(())
}

/// The whole key, including the shard, which an insert leaves to the database.
fn whole_key<T: KnownKey>(insert: &Insert<T>)
where
    T::Key: Clone,
{
    black_box(insert.key().clone().into_values());
}

/// Code to measure.
type Way<'a> = &'a dyn Fn() -> Result<(), RowError>;

/// Measures an insert, an insert with the whole key, and a simulated insert, in turns, so that other
/// load on the machine affects all of them. The first ratio compares the last two, the second one
/// compares a simulated insert with a plain insert, which computes no shard and encodes nothing.
fn line(what: &str, rounds: usize, inserts: u64, ways: [Way<'_>; 3]) -> Result<(), RowError> {
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let [insert, whole, simulated] = ways;
        times.push([time(insert)?, time(whole)?, time(simulated)?]);
    }
    let median = |pick: &dyn Fn(&[f64; 3]) -> f64| {
        let mut picked: Vec<f64> = times.iter().map(pick).collect();
        picked.sort_by(f64::total_cmp);
        picked[picked.len() / 2]
    };
    let [insert, whole, simulated] =
        [0, 1, 2].map(|way| median(&|times| times[way]) * 1e9 / as_float(inserts));
    let [ratio, to_insert] = [1, 0].map(|way| median(&|times| times[2] / times[way]));
    println!(
        "{what:<28} {insert:>10.0} {whole:>10.0} {simulated:>10.0} {ratio:>6.2} {:>7} {to_insert:>12.2}",
        "<=3.00"
    );
    Ok(())
}

fn time(run: Way<'_>) -> Result<f64, RowError> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64())
}

/// The peak memory of the process, on Linux only.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "-".to_owned(), |line| line.trim().to_owned())
}

#[expect(clippy::cast_precision_loss, reason = "millions are exact")]
const fn as_float(count: u64) -> f64 {
    count as f64
}
