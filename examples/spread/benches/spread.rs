//! What a simulated insert costs beside filling its key alone, and whether that stays so:
//! `cargo bench -p spanner-keys-spread-examples`.
//!
//! Only the ratios mean something, and only within one run: the two are timed in turns. No test asserts one of them.

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime};

use spanner_keys::keys::{Seeded, Source as _};
use spanner_keys::spread::Workload;
use spanner_keys::value::RowError;
use spanner_keys::{Dialect, Insert, Keys, KnownKey, SpannerTable, TableKey as _, Uuid};

/// A key of three parts.
#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    at: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

/// Another one, whose shard the application computes.
#[derive(SpannerTable)]
struct Visit {
    #[key(shard = 16, client)]
    shard: i64,
    #[key]
    user: String,
    #[key(ulid)]
    id: String,
}

/// How often each of the two is timed.
const ROUNDS: usize = 5;

fn main() -> Result<(), RowError> {
    // `cargo bench` says `--bench`. Without it, as in `cargo test --benches`, all of it runs once and small, to see that it runs.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let (rounds, inserts) = if measures { (ROUNDS, 1_000_000) } else { (1, 1000) };
    println!(
        "{:<28} {:>10} {:>10} {:>10} {:>6}  {:>6}",
        "ns per insert, medians", "insert()", "whole key", "simulated", "ratio", "goal"
    );
    let event = |_, now| NewEvent { at: now };
    line(
        "(shard, timestamp, uuid)",
        rounds,
        inserts,
        [
            &|| fill(inserts, |number, now, keys| event(number, now).insert_with(keys).map(drop)),
            &|| fill(inserts, |number, now, keys| event(number, now).insert_with(keys).map(|insert| whole_key(&insert))),
            &|| Workload::new().inserts(inserts).run::<Event>(|at| event(at.number(), at.now())).map(drop),
        ],
    )?;
    let visit = |number| NewVisit { user: format!("user-{:04}", number % 5000) };
    line(
        "(client shard, text, ulid)",
        rounds,
        inserts,
        [
            &|| fill(inserts, |number, _, keys| visit(number).insert_with(keys).map(drop)),
            &|| fill(inserts, |number, _, keys| visit(number).insert_with(keys).map(|insert| whole_key(&insert))),
            &|| Workload::new().inserts(inserts).run::<Visit>(|at| visit(at.number())).map(drop),
        ],
    )?;

    println!("\n{:<28} {:>12} {:>12} {:>12}", "growth", "inserts", "seconds", "ns each");
    for inserts in if measures { [100_000, 1_000_000, 10_000_000] } else { [1000, 2000, 4000] } {
        let run = || Workload::new().inserts(inserts).run::<Event>(|at| event(at.number(), at.now())).map(drop);
        let seconds = time(&run)?;
        println!("{:<28} {inserts:>12} {seconds:>12.2} {:>12.0}", "(shard, timestamp, uuid)", seconds * 1e9 / as_float(inserts));
    }
    Ok(())
}

/// Fills the keys of so many rows, with a clock that moves as that of a simulation does.
fn fill(inserts: u64, insert: impl Fn(u64, SystemTime, &mut Keys<Seeded>) -> Result<(), RowError>) -> Result<(), RowError> {
    let mut keys = Keys::seeded(Dialect::GoogleSql, 1);
    for number in 0..inserts {
        keys.source().advance(Duration::from_millis(1));
        let now = keys.source().now();
        insert(black_box(number), now, &mut keys)?;
    }
    Ok(())
}

/// The key as Spanner has it, with its shard: an insert leaves that to the database.
fn whole_key<T: KnownKey>(insert: &Insert<T>)
where
    T::Key: Clone,
{
    black_box(insert.key().clone().into_values());
}

/// One of the ways that are timed.
type Way<'a> = &'a dyn Fn() -> Result<(), RowError>;

/// Times an insert alone, with the whole key, and simulated, in turns, so that whatever else the machine does hits all alike. The
/// ratio is that of the last two.
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
    let [insert, whole, simulated] = [0, 1, 2].map(|way| median(&|times| times[way]) * 1e9 / as_float(inserts));
    let ratio = median(&|times| times[2] / times[1]);
    println!("{what:<28} {insert:>10.0} {whole:>10.0} {simulated:>10.0} {ratio:>6.2}  {:>6}", "<=3.00");
    Ok(())
}

fn time(run: Way<'_>) -> Result<f64, RowError> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64())
}

#[expect(clippy::cast_precision_loss, reason = "millions are exact")]
const fn as_float(count: u64) -> f64 {
    count as f64
}
