//! Spanner accepts every schema that we accept, and then contains what the tables declare.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};

use spanner_keys::Dialect;
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::random::{self, Spec, Spoiled, WAYS, resolve, schemas, spoil, spoiled};
use spanner_keys_tests::{laxer, readback, refusals, unchecked};

use super::Case;
use super::fragile::{Answer, ENDS, Fragile};
use super::tables::schema;

pub(crate) const CASES: &[Case] = cases![random_schemas, spoiled_schemas, every_refusal];

/// Schemas at a time. One after the other, they would be the last case that runs, alone, for as long
/// as all others together.
const LANES: u32 = 4;

const REFUSES: &str = "the emulator refuses it";

/// Creates the tables and reads them back.
fn accepted(emulator: &Emulator, dialect: Dialect, spec: &Spec) -> Result<(), String> {
    let tables = spec.tables();
    let refused =
        |error| format!("we refuse it: {error}\n{}", unchecked::ddl(&tables, dialect).join(";\n"));
    let statements = schema(&tables).ddl(dialect).map_err(refused)?;
    unchecked::compare(&statements, &tables, dialect)?;
    let database = emulator.database(dialect)?;
    database
        .apply(&statements)
        .map_err(|error| format!("{REFUSES}: {error}\n{}", statements.join(";\n")))?;
    readback::check(&database, &tables)
        .map_err(|error| format!("read back differently:\n{error}\n{}", statements.join(";\n")))
}

/// A schema that crashes the emulator is tried again on a new one. If that crashes as well, there
/// is no answer, and the schema is counted and reported; more than one in five hundred are a
/// failure.
fn random_schemas(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_RANDOM_SCHEMAS", 100);
    let (unanswered, deepest) = (AtomicU32::new(0), AtomicU32::new(0));
    random::run_lanes(&format!("random schemas, {dialect}"), LANES, cases, schemas, || {
        let (fragile, unanswered, deepest) = (Fragile::on(emulator), &unanswered, &deepest);
        move |wish| {
            let spec = resolve(&wish, dialect);
            let mut indexes =
                spec.tables.iter().enumerate().flat_map(|(at, table)| {
                    table.indexes.iter().map(move |index| (at, index.host))
                });
            let at_the_limit = |(at, host): (usize, Option<usize>)| {
                spec.level(at) == 7 && host.is_some_and(|host| spec.level(host) == 6)
            };
            deepest.fetch_add(u32::from(indexes.any(at_the_limit)), Ordering::Relaxed);
            match fragile.again_if_it_ends(dialect, |emulator| accepted(emulator, dialect, &spec)) {
                Err(error)
                    if error.starts_with(ENDS)
                        && unanswered.fetch_add(1, Ordering::Relaxed) < cases.div_ceil(500) =>
                {
                    eprintln!("{error}\n{}", unchecked::ddl(&spec.tables(), dialect).join(";\n"));
                    Ok(())
                }
                answer => answer,
            }
        }
    })?;
    let (unanswered, deepest) = (unanswered.into_inner(), deepest.into_inner());
    let accepted = cases - unanswered;
    let rest = if unanswered == 0 {
        String::new()
    } else {
        format!("; {unanswered} ended the emulator's process")
    };
    println!(
        "{accepted} random schemas accepted and read back, {dialect}, seed {}; {deepest} have an index at level 7 of a table at level 7{rest}",
        random::seed()
    );
    if deepest == 0 && cases >= 1000 {
        return Err(
            "no index of a table at level 7 is at level 7: this tests too little".to_owned()
        );
    }
    Ok(())
}

/// The outcomes of the spoiled schemas.
#[derive(Default)]
struct Tally {
    still_fine: usize,
    /// Refused by the emulator alone, for SQL that only the database judges.
    authors: usize,
    refused_by_both: usize,
    by_name: BTreeMap<&'static str, usize>,
    /// Refused by the emulator alone, by name.
    stricter: usize,
    not_sent: usize,
    died: usize,
}

/// A spoiled schema that is still valid is accepted; what we refuse, the emulator refuses too, or
/// it is on the list.
fn spoiled_schema(
    fragile: &Fragile<'_>,
    dialect: Dialect,
    spec: &Spec,
    Spoiled { how, authors_sql }: Spoiled,
    tally: &RefCell<Tally>,
) -> Result<(), String> {
    let tables = spec.tables();
    let Err(error) = schema(&tables).ddl(dialect) else {
        let answer =
            fragile.again_if_it_ends(dialect, |emulator| accepted(emulator, dialect, spec));
        let mut tally = tally.borrow_mut();
        match answer {
            Ok(()) => tally.still_fine += 1,
            Err(error) if authors_sql && error.starts_with(REFUSES) => tally.authors += 1,
            Err(error) if laxer::STRICTER.iter().any(|(_, message)| error.contains(message)) => {
                tally.stricter += 1;
            }
            Err(error) if error.starts_with(ENDS) => tally.died += 1,
            Err(error) => return Err(format!("{how}: {error}")),
        }
        return Ok(());
    };
    if laxer::deadly(&tables).is_some() {
        tally.borrow_mut().not_sent += 1;
        return Ok(());
    }
    let statements = unchecked::ddl(&tables, dialect);
    let answer = fragile.ask(dialect, &statements)?;
    let mut tally = tally.borrow_mut();
    match (answer, laxer::find(error.findings(), &unchecked::with_parents(&tables), dialect)) {
        (Answer::Refused, _) => tally.refused_by_both += 1,
        (Answer::Died, _) => tally.died += 1,
        (Answer::Accepted, Some(lines)) => {
            for line in lines {
                *tally.by_name.entry(line.name).or_default() += 1;
            }
        }
        (Answer::Accepted, None) => {
            return Err(format!(
                "{how}: we refuse it, the emulator does not: {error}\n{}",
                statements.join(";\n")
            ));
        }
    }
    Ok(())
}

/// Every refusal that has its own case, as above.
fn every_refusal(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    let fragile = Fragile::start()?;
    let (mut wrong, mut both, mut not_sent, mut used) = (Vec::new(), 0, 0, BTreeMap::new());
    for case in refusals::all().into_iter().filter(|case| case.dialects.contains(&dialect)) {
        let Err(error) = schema(&case.wrong).ddl(dialect) else {
            return Err(format!("{} is accepted", case.name));
        };
        if laxer::deadly(&case.wrong).is_some() {
            not_sent += 1;
            continue;
        }
        let tables = unchecked::with_parents(&case.wrong);
        let statements = unchecked::ddl(&tables, dialect);
        match (fragile.ask(dialect, &statements)?, laxer::find(error.findings(), &tables, dialect))
        {
            (Answer::Refused, _) => both += 1,
            (Answer::Died, _) => wrong.push(format!("{}: died", case.name)),
            (Answer::Accepted, Some(lines)) => {
                for line in lines {
                    *used.entry(line.name).or_default() += 1;
                }
            }
            (Answer::Accepted, None) => {
                wrong.push(format!("{}: {error}\n{}", case.name, statements.join(";\n")));
            }
        }
    }
    let unused = laxer::LAXER
        .iter()
        .filter(|line| line.dialects.contains(&dialect) && !used.contains_key(line.name));
    wrong.extend(unused.map(|line| format!("no case needs `{}`", line.name)));
    let lax: usize = used.values().sum();
    println!(
        "{both} kinds of refusal are the emulator's too, {lax} are ours alone (by name), {not_sent} were never sent, {dialect}"
    );
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn spoiled_schemas(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_SPOILED_SCHEMAS", 100);
    let tally = RefCell::new(Tally::default());
    let (fragile, ways) = (Fragile::start()?, RefCell::new(BTreeSet::new()));
    random::run(&format!("spoiled schemas, {dialect}"), cases, &spoiled(), |(wish, numbers)| {
        let mut spec = resolve(&wish, dialect);
        match spoil(&mut spec, &numbers, dialect) {
            Some(spoiled) => {
                ways.borrow_mut().insert(spoiled.how);
                spoiled_schema(&fragile, dialect, &spec, spoiled, &tally)
            }
            None => Ok(()),
        }
    })?;
    let Tally { still_fine, authors, refused_by_both, by_name, stricter, not_sent, died } =
        tally.into_inner();
    let lax: usize = by_name.values().sum();
    println!(
        "{cases} spoiled schemas ({} of {WAYS} ways), {dialect}: {refused_by_both} refused by us and by the emulator, {lax} by us alone ({} kinds, by name), \
         {not_sent} never sent, {died} ended the emulator, {still_fine} still fine, accepted and read back, \
         {stricter} refused by the emulator alone (by name), {authors} with SQL that only the database judges",
        ways.borrow().len(),
        by_name.len()
    );
    Ok(())
}
