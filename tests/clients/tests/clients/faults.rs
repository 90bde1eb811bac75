//! Clients that give up in the middle of a commit, commits that are aborted, and an emulator that
//! ends.
//!
//! A row is filled once, before it is sent, so a retry sends the same row with the same key. A row
//! that an abandoned attempt has written is found, and never written twice. If the database fills the
//! key, a `retry_id` replaces it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use spanner_keys::row::InsertReturning;
use spanner_keys_tests::random::{self, Bar, Values};

use super::prelude::*;

pub(super) const CASES: &[Case] =
    cases![retries_write_once, dropped_and_aborted, retried_with_an_id, ended,];

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Transfer {
    #[key(uuid)]
    id: Uuid,
    number: i64,
}

/// A table whose inserts show how many of their transactions are aborted: the clients retry
/// silently.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Probe {
    #[key(identity)]
    id: i64,
    number: i64,
}

/// Inserts a probe; how many transactions it took.
async fn probe<C: Through>(client: &C, number: i64, keys: &mut KeySource) -> Result<i64> {
    let mut transactions = 0;
    let insert = NewProbe { number }.insert_returning_with(keys)?;
    let counted = client.insert_returning_with(insert, |_| {
        transactions += 1;
        Ok(Vec::new())
    });
    counted.await?;
    Ok(transactions)
}

/// Inserts at least fifty probes, and more until a transaction is aborted; how many were aborted,
/// and how many were started.
async fn aborts<C: Through>(client: &C, keys: &mut KeySource) -> Result<(i64, i64)> {
    let (mut started, mut done) = (0, 0);
    while done < 50 || (started == done && done < 1000) {
        started += probe(client, 0, keys).await?;
        done += 1;
    }
    Ok((started - done, started))
}

/// How the attempts of a run ended.
#[derive(Default)]
struct Attempts {
    dropped: usize,
    aborted: usize,
    /// Errors of the client's own transaction, after an attempt that it was not allowed to finish.
    confused: usize,
    /// Written by an attempt that was dropped.
    found: usize,
}

/// Whether the answer leaves open whether the row is written, so that it can be sent again.
fn is_unclear(failure: &Failure) -> bool {
    // CANCELLED, DEADLINE_EXCEEDED, NOT_FOUND and FAILED_PRECONDITION (of the transaction),
    // ABORTED, UNAVAILABLE.
    matches!(failure.code, Some(1 | 4 | 5 | 9 | 10 | 14))
}

/// An emulator for this case alone; reports on one line where there is none.
fn own(flags: &[&str], case: &str) -> Result<Option<Emulator>, String> {
    match Emulator::start_own(flags) {
        Ok(emulator) => Ok(Some(emulator)),
        Err(missing) if spanner_keys_emulator::required() => {
            Err(format!("no emulator for this case: {missing}"))
        }
        Err(missing) => {
            println!("{case} did NOT run: {missing}");
            Ok(None)
        }
    }
}

/// The emulator aborts commits at random. Rows that are sent again are written once.
fn retries_write_once<C: Through>(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    const ROWS: i64 = 200;
    let Some(emulator) = own(&["--enable_fault_injection"], "retries_write_once")? else {
        return Ok(());
    };
    let schema = Schema::new().table::<Transfer>().table::<Probe>();
    run(&emulator, dialect, &schema, async |Stage { client, .. }: Stage<'_, C>| {
        let mut keys = KeySource::new(dialect);
        let (mut attempts, mut transactions) = (0, 0);
        for number in 0..ROWS {
            let insert = NewTransfer { number }.insert_with(&mut keys)?;
            loop {
                attempts += 1;
                match client.apply(vec![insert.to_mutation()]).await {
                    Ok(_) => break,
                    Err(failure) if failure.is(Failure::ABORTED) => {}
                    Err(failure) => return Err(failure),
                }
            }
            // The keys of an aborted transaction are lost, and the rows of the next attempt have
            // others.
            transactions += probe(client, number, &mut keys).await?;
        }
        let sorted = |mut numbers: Vec<i64>| {
            numbers.sort_unstable();
            numbers
        };
        let transfers = client.scan(Transfer::scan()).await?;
        let transfers = sorted(transfers.iter().map(|transfer| transfer.number).collect());
        same("transfers", &transfers, &(0..ROWS).collect())?;
        let probes = client.scan(Probe::scan()).await?;
        let probes = sorted(probes.iter().map(|probe| probe.number).collect());
        same("probes", &probes, &(0..ROWS).collect())?;
        println!(
            "{} {dialect}: {ROWS} inserts took {attempts} calls, {ROWS} returning ones {transactions} transactions",
            C::NAME
        );
        ensure(transactions > ROWS, || "nothing was ever aborted".to_owned())
    })
}

fn dropped_and_aborted<C: Through>(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    let Some(emulator) = own(&["--enable_fault_injection"], "dropped_and_aborted")? else {
        return Ok(());
    };
    let rows = i64::from(random::count("SPANNER_KEYS_FAULT_ROWS", 40));
    let bar =
        Bar::new(&format!("inserts with faults, {}, {dialect}", C::NAME), rows.unsigned_abs());
    run(
        &emulator,
        dialect,
        &Schema::new().table::<Transfer>().table::<Probe>(),
        async |stage: Stage<'_, C>| {
            let (mut keys, mut dice) = (KeySource::new(dialect), Values::new(random::seed()));
            let (mut attempts, mut sent) = (Attempts::default(), BTreeSet::new());
            // On a fast machine few of the dropped attempts have written, so it continues until one has.
            for number in 0..rows * 50 {
                if number >= rows && attempts.found > 0 {
                    break;
                }
                let insert = NewTransfer { number }.insert_with(&mut keys)?;
                sent.insert((insert.key().id, number));
                write_once(stage.client, &insert, &mut dice, &mut attempts).await?;
                bar.step(1);
            }
            let transfers = stage.client.scan(Transfer::scan()).await?;
            let found: BTreeSet<(Uuid, i64)> =
                transfers.iter().map(|transfer| (transfer.id, transfer.number)).collect();
            same("how many rows", &transfers.len(), &sent.len())?;
            ensure(found == sent, || "other rows than were sent".to_owned())?;
            let Attempts { dropped, aborted, confused, found } = attempts;
            let (probed, tried) = aborts(stage.client, &mut keys).await?;
            println!(
                "{} inserts, {} rows through {}, {dialect}: {dropped} attempts dropped in the middle ({found} of them had written), \
             {aborted} reported as aborted, {confused} as lost; besides, {probed} of {tried} transactions were aborted and retried",
                sent.len(),
                transfers.len(),
                C::NAME
            );
            ensure(dropped > 0 && found > 0 && probed > 0, || "there were no faults".to_owned())
        },
    )
}

/// How long an attempt may take. A dropped one leaves a transaction that the next must wait for, so the
/// time grows fast, otherwise none would ever succeed on a busy machine.
fn patience(attempt: usize, dice: &mut Values) -> Duration {
    let micros = dice.below(4000 + attempt * 2000 + attempt * attempt * 1000);
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

/// Sends the same row until the database reports that it is written.
async fn write_once<C: Through>(
    client: &C,
    insert: &Insert<Transfer>,
    dice: &mut Values,
    attempts: &mut Attempts,
) -> Result {
    let mut gave_up = false;
    for attempt in 0..1000 {
        let patience = patience(attempt, dice);
        // The client's future is dropped when the time is over, at any point.
        match tokio::time::timeout(patience, client.apply(vec![insert.to_mutation()])).await {
            Err(_) => {
                gave_up = true;
                attempts.dropped += 1;
            }
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(failure)) if failure.is(Failure::ALREADY_EXISTS) => {
                attempts.found += 1;
                return ensure(gave_up, || "the row was there before it was written".to_owned());
            }
            Ok(Err(failure)) if failure.is(Failure::ABORTED) => attempts.aborted += 1,
            Ok(Err(failure)) if is_unclear(&failure) => attempts.confused += 1,
            Ok(Err(failure)) => return Err(failure),
        }
    }
    Err("a row could not be written in a thousand attempts".to_owned().into())
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[index(BySequenceRetry, columns(retry), unique)]
struct BySequence {
    #[key(sequence = "Numbers")]
    id: i64,
    #[column(retry_id)]
    retry: Uuid,
    number: i64,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[index(ByIdentityRetry, columns(retry), unique)]
struct ByIdentity {
    #[key]
    group: String,
    #[key(identity)]
    id: i64,
    number: i64,
    #[column(retry_id, storage = bytes)]
    retry: Uuid,
}

/// Inserts whose keys the database fills are dropped in the middle and sent again until they are
/// confirmed. With a `retry_id` each is one row, whose key is returned; without one, some are
/// written twice.
fn retried_with_an_id<C: Through>(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    let Some(emulator) = own(&["--enable_fault_injection"], "retried_with_an_id")? else {
        return Ok(());
    };
    let schema = Schema::new().table::<BySequence>().table::<ByIdentity>().table::<Probe>();
    run(&emulator, dialect, &schema, async |Stage { client, .. }: Stage<'_, C>| {
        let (mut keys, mut dice) = (KeySource::new(dialect), Values::new(random::seed()));
        let rows = i64::from(random::count("SPANNER_KEYS_RETRIED_ROWS", 15));
        let (mut by_sequence, mut by_identity, mut found) = (Vec::new(), Vec::new(), 0);
        // On a fast machine few of the dropped attempts have written, so it continues until one has.
        for number in 0..rows * 50 {
            if number >= rows && found > 0 {
                break;
            }
            let insert = NewBySequence { number }.insert_returning_with(&mut keys)?;
            let (key, again) = insert_once(client, &insert, &mut dice).await?;
            by_sequence.push((key.id, number));
            found += again;
            let group = format!("group {}", number % 3);
            let insert = NewByIdentity { group, number }.insert_returning_with(&mut keys)?;
            let (key, again) = insert_once(client, &insert, &mut dice).await?;
            by_identity.push((key.id, number));
            found += again;
            let insert = NewProbe { number }.insert_returning_with(&mut keys)?;
            insert_once(client, &insert, &mut dice).await?;
        }
        let sorted = |mut rows: Vec<(i64, i64)>| {
            rows.sort_unstable();
            rows
        };
        let inserts = by_sequence.len();
        let sequence = client.scan(BySequence::scan()).await?;
        let sequence = sequence.iter().map(|row| (row.id, row.number)).collect();
        same("rows by sequence", &sorted(sequence), &sorted(by_sequence))?;
        let identity = client.scan(ByIdentity::scan()).await?;
        let identity = identity.iter().map(|row| (row.id, row.number)).collect();
        same("rows by identity", &sorted(identity), &sorted(by_identity))?;
        let probes = client.scan(Probe::scan()).await?.len();
        println!(
            "{} {dialect}: {inserts} inserts by sequence and by identity are as many rows each, {found} found by a retry; {inserts} without a retry id are {probes} rows",
            C::NAME
        );
        ensure(found > 0, || "no retry met its row".to_owned())
    })
}

/// Sends the same insert until it is confirmed; its key, and 1 if an earlier attempt had written it.
async fn insert_once<C: Through, T: SpannerTable>(
    client: &C,
    insert: &InsertReturning<T>,
    dice: &mut Values,
) -> Result<(T::Key, usize)> {
    for attempt in 0..1000 {
        let patience = patience(attempt, dice);
        match tokio::time::timeout(patience, client.insert_returning(insert.clone())).await {
            Err(_) => {}
            Ok(Ok((time, keys))) => {
                let key = keys.into_iter().next().ok_or_else(|| "no key".to_owned())?;
                return Ok((key, usize::from(time.is_none())));
            }
            Ok(Err(failure)) if is_unclear(&failure) => {}
            Ok(Err(failure)) => return Err(failure),
        }
    }
    Err("a row could not be inserted in a thousand attempts".to_owned().into())
}

/// The longest that a write may take, as an application would set it.
const DEADLINE: Duration = Duration::from_secs(1);
/// How late a timer may be on a busy machine.
const SLACK: Duration = Duration::from_secs(5);

/// The emulator ends in the middle of writes. From then on every write fails in time: none hangs,
/// and none succeeds.
fn ended<C: Through>(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    let Some(emulator) = own(&[], "ended")? else { return Ok(()) };
    let (gone, (sender, receiver)) = (AtomicBool::new(false), mpsc::channel::<()>());
    let (emulator, gone) = (&emulator, &gone);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The sender is dropped when the case fails earlier.
            let _ = receiver.recv();
            std::thread::sleep(Duration::from_millis(20));
            emulator.end();
            gone.store(true, Ordering::SeqCst);
        });
        run(
            emulator,
            dialect,
            &Schema::new().table::<Transfer>(),
            async move |Stage { client, .. }: Stage<'_, C>| {
                let mut keys = KeySource::new(dialect);
                let (mut before, mut between, mut after, mut slowest) = (0, 0, 0, Duration::ZERO);
                while after < 3 {
                    let ended = gone.load(Ordering::SeqCst);
                    let insert = NewTransfer { number: before }.insert_with(&mut keys)?;
                    let begun = Instant::now();
                    let answer =
                        tokio::time::timeout(DEADLINE, client.apply(vec![insert.into_mutation()]))
                            .await;
                    slowest = slowest.max(begun.elapsed());
                    ensure(begun.elapsed() < DEADLINE + SLACK, || {
                        format!("a write took {:?}", begun.elapsed())
                    })?;
                    match answer {
                        Ok(Ok(_)) if ended => {
                            return Err("a write succeeded without a database".to_owned().into());
                        }
                        Ok(Ok(_)) => before += 1,
                        _ if ended => after += 1,
                        // The emulator was ending.
                        _ => between += 1,
                    }
                    if before == 20 {
                        let _ = sender.send(());
                    }
                }
                ensure(before >= 20, || {
                    format!("only {before} writes succeeded while the emulator was there")
                })?;
                println!(
                    "{before} writes, then the emulator ended: {} writes through {}, {dialect}, {} errors, the slowest after {} ms",
                    between + after,
                    C::NAME,
                    between + after,
                    slowest.as_millis()
                );
                Ok(())
            },
        )
    })
}
