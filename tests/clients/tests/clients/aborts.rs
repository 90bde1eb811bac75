//! An emulator that aborts commits at random: what is sent again is written once.

use spanner_keys::{Dialect, KeySource, Schema, SpannerTable, Uuid};
use spanner_keys_client_tests::through::{Failure, Stage, Through, run};
use spanner_keys_emulator::{Emulator, required};

use super::{ensure, same};

const ROWS: i64 = 200;

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    number: i64,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Receipt {
    #[key(identity)]
    id: i64,
    number: i64,
}

pub(super) fn retries_write_once<C: Through>(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    let emulator = match Emulator::start_own(&["--enable_fault_injection"]) {
        Ok(emulator) => emulator,
        Err(missing) if required() => return Err(format!("no emulator that aborts: {missing}")),
        Err(missing) => {
            println!("retries_write_once did NOT run: {missing}");
            return Ok(());
        }
    };
    let schema = Schema::new().table::<Payment>().table::<Receipt>();
    run(&emulator, dialect, &schema, async |Stage { client, .. }: &Stage<'_, C>| {
        let mut keys = KeySource::new(dialect);
        let mut attempts = 0;
        for number in 0..ROWS {
            let insert = NewPayment { number }.insert_with(&mut keys)?;
            loop {
                attempts += 1;
                match client.apply(vec![insert.to_mutation()]).await {
                    Ok(_) => break,
                    Err(failure) if failure.is(Failure::ABORTED) => {}
                    Err(failure) => return Err(failure),
                }
            }
        }
        let payments = client.scan(Payment::scan()).await?;
        same(
            "payments",
            &sorted(payments.iter().map(|payment| payment.number)),
            &(0..ROWS).collect(),
        )?;

        // The keys of an aborted transaction are lost, and the rows of the next attempt have
        // others.
        let mut transactions = 0;
        for number in 0..ROWS {
            let insert = NewReceipt { number }.insert_returning_with(&mut keys)?;
            client
                .insert_returning_with(insert, |_| {
                    transactions += 1;
                    Ok(Vec::new())
                })
                .await?;
        }
        let receipts = client.scan(Receipt::scan()).await?;
        same(
            "receipts",
            &sorted(receipts.iter().map(|receipt| receipt.number)),
            &(0..ROWS).collect(),
        )?;
        println!(
            "{} {dialect}: {ROWS} inserts took {attempts} calls, {ROWS} returning ones {transactions} transactions",
            C::NAME
        );
        ensure(transactions > ROWS, || "nothing was ever aborted".to_owned())
    })
}

fn sorted(numbers: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut numbers: Vec<i64> = numbers.collect();
    numbers.sort_unstable();
    numbers
}
