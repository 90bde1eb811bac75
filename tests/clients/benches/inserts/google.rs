//! Rows through Google's client. Its rows cannot be made without a database, so reading has lines
//! only where the emulator is.

use std::error::Error as StdError;
use std::time::SystemTime;

use google_cloud_spanner::Error;
use google_cloud_spanner::mutation::Mutation;
use google_cloud_spanner::result::Row;
use google_cloud_spanner::statement::Statement;
use google_cloud_spanner::value::Timestamp;
use rust_decimal::Decimal;
use spanner_keys::query::RowReader;
use spanner_keys::{Dialect, SpannerTable, Uuid};
use spanner_keys_client_tests::through::{Google, Through as _};
use spanner_keys_emulator::Emulator;

use crate::measure::{Line, Table};
use crate::rows::Values;

#[derive(SpannerTable)]
#[table(name = "Payments")]
#[allow(dead_code, reason = "what it costs to make a row is the question, not what is in it")]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    count: i64,
    #[column(commit_timestamp)]
    paid_at: SystemTime,
    amount: Decimal,
    digest: Vec<u8>,
    note: Option<String>,
}

pub(crate) fn measure(table: &mut Table) {
    let one = Line {
        what: "google-cloud-spanner: one row of six columns",
        goal: Some(1.00),
        inputs: 32,
        units: 1,
    };
    table.line(one, new_payment, by_hand, ours);

    let rows = match rows() {
        Ok(rows) => rows,
        Err(missing) => return println!("google-cloud-spanner: no rows are read: {missing}"),
    };
    let line = |what| Line { what, goal: Some(1.00), inputs: 32, units: 1 };
    let row = |at: usize| rows[at % rows.len()].clone();
    let read = line("google-cloud-spanner: read six columns by name");
    table.line(read, row, read_by_name, Payment::from_row::<Row>);
    let Ok(reader) = RowReader::<Payment>::new(COLUMNS.map(|name| (name, None))) else { return };
    let read = line("google-cloud-spanner: read a result set, against by position");
    table.line(read, row, read_by_position, |mut row: Row| reader.read(&mut row));
}

const COLUMNS: [&str; 6] = ["id", "count", "paid_at", "amount", "digest", "note"];

/// Rows of a query, as the client returns them.
#[tokio::main(flavor = "current_thread")]
async fn rows() -> Result<Vec<Row>, Box<dyn StdError>> {
    let emulator = Emulator::start().map_err(|missing| missing.to_string())?;
    let database = emulator.database(Dialect::GoogleSql)?;
    let Ok(Google(client)) = Google::open(emulator.grpc_host(), database.path()).await else {
        return Err("the emulator has no such database".into());
    };
    let text = "SELECT GENERATE_UUID() AS id, at * 7919 AS count, \
                TIMESTAMP_MICROS(1772600767123456 + at) AS paid_at, NUMERIC '27150.25' + at AS amount, \
                SHA256(CAST(at AS STRING)) AS digest, \
                IF(MOD(at, 4) = 3, NULL, CONCAT('invoice 000000', CAST(at AS STRING), ', paid')) AS note \
                FROM UNNEST(GENERATE_ARRAY(10, 41)) AS at";
    let statement = Statement::builder(text).build();
    let mut found = client.single_use().build().execute_query(statement).await?;
    let mut rows = Vec::new();
    while let Some(row) = found.next().await {
        rows.push(row?);
    }
    Ok(rows)
}

#[expect(clippy::needless_pass_by_value, reason = "both sides take the row and leave a struct")]
fn read_by_name(row: Row) -> Result<Payment, Error> {
    let paid_at: Timestamp = row.get("paid_at")?;
    Ok(Payment {
        id: row.get("id")?,
        count: row.get("count")?,
        paid_at: paid_at.try_into().map_err(Error::deser)?,
        amount: row.get("amount")?,
        digest: row.get("digest")?,
        note: row.get("note")?,
    })
}

/// The best that a careful person writes.
fn read_by_position(mut row: Row) -> Result<Payment, Error> {
    let paid_at: Timestamp = row.get(2_usize)?;
    Ok(Payment {
        id: row.get(0_usize)?,
        count: row.get(1_usize)?,
        paid_at: paid_at.try_into().map_err(Error::deser)?,
        amount: row.get(3_usize)?,
        digest: row.get(4_usize)?,
        note: row.take(5_usize)?,
    })
}

fn new_payment(at: usize) -> NewPayment {
    let Values { count, amount, digest, note } = Values::new(at);
    NewPayment { count, amount: Decimal::new(amount, 2), digest, note }
}

fn by_hand(row: NewPayment) -> Mutation {
    google_cloud_spanner::mutation!(insert "Payments" {
        id: Uuid::new_v4(),
        count: row.count,
        paid_at: String::from("spanner.commit_timestamp()"),
        amount: row.amount,
        digest: row.digest,
        note: row.note,
    })
}

fn ours(row: NewPayment) -> Option<Mutation> {
    Some(row.insert().ok()?.into_mutation())
}
