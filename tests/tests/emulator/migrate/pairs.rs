//! Random pairs of schemas.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys::migrate::{Options, Plan, differences, plan};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::plans::{allow_all, backfills};
use spanner_keys_tests::random::{
    self, Spec, Values, changed as changed_spec, pairs, resolve, to_json,
};

use super::super::fragile::{ENDS, Fragile};
use super::super::tables::schema;
use super::{Outcome, apply, count, live, migrate, read, script};

/// Inserts random rows, and returns the number of rows of each table.
fn insert_rows(
    database: &Database<'_>,
    spec: &Spec,
    seed: u64,
) -> Result<Vec<(String, usize)>, String> {
    let mut counts = Vec::new();
    for (table, rows) in spec.tables.iter().zip(spec.rows(&mut Values::new(seed), 3)?) {
        let name = table
            .schema
            .map_or_else(|| table.name.to_owned(), |schema| format!("{schema}.{}", table.name));
        let columns: Vec<&str> = rows.written.iter().map(|&at| table.columns[at].name).collect();
        // A row that only the database can complete is left out.
        let values = |row: &Vec<Option<_>>| -> Option<Vec<Value>> {
            rows.written.iter().map(|&at| row[at].as_ref().map(to_json)).collect()
        };
        let rows: Vec<Vec<Value>> = rows.rows.iter().filter_map(values).collect();
        let mut written = rows.len();
        if database.insert(&name, &columns, &rows).is_err() {
            // So is one that breaks a check, or repeats a key.
            let one = |row: &&Vec<Value>| {
                database.insert(&name, &columns, std::slice::from_ref(*row)).is_ok()
            };
            written = rows.iter().filter(one).count();
        }
        counts.push((name, written));
    }
    Ok(counts)
}

#[derive(Default)]
struct Tally {
    done: AtomicUsize,
    empty: AtomicUsize,
    refused: AtomicUsize,
    stopped: AtomicUsize,
    rows: AtomicUsize,
    ended: AtomicUsize,
    interrupted: AtomicUsize,
}

fn add(cell: &AtomicUsize, count: usize) {
    cell.fetch_add(count, Ordering::Relaxed);
}

fn pair(
    emulator: &Emulator,
    dialect: Dialect,
    [old, new]: &[Spec; 2],
    tally: &Tally,
    turn: u32,
) -> Result<(), String> {
    let statements = |spec: &Spec| {
        schema(&spec.tables()).ddl(dialect).map_err(|error| format!("we refuse it: {error}"))
    };
    let database = emulator.database(dialect)?;
    let olds = statements(old)?;
    database.apply(&olds).map_err(|error| format!("{error}\n{}", olds.join(";\n")))?;
    // The emulator prints the new schema, so that only real differences are found.
    let judge = emulator.database(dialect)?;
    let news = statements(new)?;
    judge.apply(&news).map_err(|error| format!("{error}\n{}", news.join(";\n")))?;
    let counts = if turn.is_multiple_of(2) {
        insert_rows(&database, old, random::seed())?
    } else {
        Vec::new()
    };
    let (from, wanted) = (live(&database)?, read(dialect, &news.join(";\n"))?);
    let options = allow_all(&from, &wanted, backfills(&wanted))?;
    let whole =
        |error: String| format!("{error}\nfrom:\n{}\nto:\n{}", olds.join(";\n"), news.join(";\n"));
    // Some are interrupted: the next plan starts from what is there then.
    let first = plan(&from, &wanted, &options);
    if first.refusals.is_empty() && first.steps.len() > 1 && turn % 4 == 2 {
        let done = 1 + turn as usize / 4 % (first.steps.len() - 1);
        let start = Plan { steps: first.steps[..done].to_vec(), ..Plan::default() };
        if let Outcome::Done = apply(&database, &start).map_err(whole)? {
            add(&tally.interrupted, 1);
        }
    }
    match migrate(&database, &wanted, &options).map_err(whole)? {
        None => {
            let plan = plan(&from, &wanted, &options);
            if plan
                .refusals
                .iter()
                .any(|one| one.why.starts_with("no order") || one.object.starts_with('`'))
            {
                return Err(whole(script(&plan)));
            }
            add(&tally.refused, 1);
        }
        Some(Outcome::Stopped) => add(&tally.stopped, 1),
        Some(Outcome::Done) => {
            let made = plan(&from, &wanted, &options);
            add(if made.steps.is_empty() { &tally.empty } else { &tally.done }, 1);
            for (table, written) in counts {
                let stays = wanted.tables().any(|one| one.name.to_string() == table);
                if stays && count(&database, &table).map_err(whole)? != json!(written.to_string()) {
                    return Err(whole(format!("rows of {table} are lost")));
                }
                add(&tally.rows, written);
            }
            same_prints(&database, &judge).map_err(whole)?;
        }
    }
    Ok(())
}

/// What the emulator prints for the migrated database and for one that was created with the new
/// schema: the same, texts included, so a plan between them is empty.
fn same_prints(database: &Database<'_>, judge: &Database<'_>) -> Result<(), String> {
    let (ours, fresh) = (live(database)?, live(judge)?);
    let second = plan(&ours, &fresh, &Options::new());
    let found = differences(&ours, &fresh);
    if found.is_empty() && second.is_empty() {
        return Ok(());
    }
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    Err(format!("a new database prints otherwise: {}\n{}", found.join("\n"), script(&second)))
}

pub(super) fn random_pairs(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_RANDOM_PAIRS", 50);
    let tally = Tally::default();
    let what = format!("random pairs, {dialect}");
    let result = random::run_lanes(&what, LANES, cases, pairs, || {
        let (fragile, turn, tally) = (Fragile::on(emulator), Cell::new(0_u32), &tally);
        move |(old, changes)| {
            turn.set(turn.get() + 1);
            let with_rows = turn.get() % 2 == 0;
            let old = resolve(&old, dialect);
            let old = if with_rows { old.for_rows() } else { old };
            let new = changed_spec(&old, &changes, dialect);
            let specs = [old, new];
            let test = |emulator: &Emulator| pair(emulator, dialect, &specs, tally, turn.get());
            match fragile.again_if_it_ends(dialect, test) {
                Err(error) if error.starts_with(ENDS) => {
                    add(&tally.ended, 1);
                    Ok(())
                }
                answer => answer,
            }
        }
    });
    let of = |cell: &AtomicUsize| cell.load(Ordering::Relaxed);
    println!(
        "{cases} random pairs, {dialect}, seed {}: {} migrated and read back with {} rows, {} of them after an interruption, {} equal, {} refused, {} stopped by their query, {} ended the emulator",
        random::seed(),
        of(&tally.done),
        of(&tally.rows),
        of(&tally.interrupted),
        of(&tally.empty),
        of(&tally.refused),
        of(&tally.stopped),
        of(&tally.ended)
    );
    result
}

/// Pairs at a time: they wait for the emulator, not for a processor.
const LANES: u32 = 6;
