//! Inserts whose keys the database generates: one statement in its own transaction.

use std::time::SystemTime;

use gcloud_googleapis::spanner::v1::Mutation;
use gcloud_spanner::client::{Client, Error as GcloudError};
use gcloud_spanner::row::Row;
use gcloud_spanner::statement::Statement;
use gcloud_spanner::transaction_rw::{CommitResult, ReadWriteTransaction};

use super::Error;
use super::transaction::Attempts;
use crate::client_types::ClientStatement;
use crate::row::{InsertReturning, RetryIds, SpannerTable, returned_key};
use crate::value::{RowError, ValueError};

/// The gRPC code for a row that exists.
const ALREADY_EXISTS: i32 = 6;

/// Inserts rows whose keys the database fills, in its own transaction, and returns their keys.
///
/// It deliberately runs in its own transaction: this client sends every statement that returns rows
/// with the same sequence number, so the database treats the second one of a transaction as a retry
/// of the first. For more rows in the same commit, see [`InsertReturning::all`] and
/// [`insert_returning_with`].
///
/// An aborted transaction is retried for a minute, and such a retry writes each row once. If you call
/// this again after a timeout or a lost connection, the first call may have written the rows, and they
/// are written a second time with other keys, unless the table has a `retry_id`: then the same
/// `insert` is found, its keys are returned again, and the commit has no timestamp.
///
/// A commit timestamp in the key is the time of the commit. The keys come in the order in which the
/// database returns the rows. That has been the order of the rows in the statement, but Spanner does
/// not promise it: where it matters which row got which key, insert the rows one by one.
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, insert_returning};
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// #[index(EventsByRetry, columns(retry), unique)]
/// struct Event {
///     #[key(sequence = "EventSeq")]
///     id: i64,
///     #[column(retry_id)]
///     retry: Uuid,
///     text: String,
/// }
///
/// async fn record(client: &Client, text: &str) -> Result<Vec<EventKey>, Error> {
///     let insert = NewEvent { text: text.into() }.insert_returning()?;
///     let attempt = || insert_returning(client, insert.clone());
///     // However often it is sent, it is one row.
///     let (_commit, keys) = match attempt().await {
///         Err(_) => attempt().await?,
///         done => done?,
///     };
///     Ok(keys)
/// }
/// ```
pub async fn insert_returning<T: SpannerTable>(
    client: &Client,
    insert: InsertReturning<T>,
) -> Result<(CommitResult, Vec<T::Key>), Error> {
    run::<T>(client, insert, |_| Ok(Vec::new())).await
}

/// The same as [`insert_returning`], with mutations made from the keys in the same commit: rows
/// below the inserted ones, for example.
///
/// `also` runs again whenever the transaction is retried, with different keys. A key with a commit
/// timestamp is not known before the commit, so such tables are an error, and nothing is written.
///
/// ```no_run
/// use gcloud_googleapis::spanner::v1::Mutation;
/// use gcloud_spanner::client::Client;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::gcloud::{Error, insert_returning_with};
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(identity)]
///     id: i64,
///     text: String,
/// }
///
/// #[derive(SpannerTable)]
/// #[interleave(Event)]
/// struct Note {
///     #[key(parent)]
///     id: i64,
///     #[key]
///     number: i64,
///     text: String,
/// }
///
/// async fn record(client: &Client) -> Result<(), Error> {
///     let event = NewEvent { text: "started".into() }.insert_returning()?;
///     insert_returning_with(client, event, |keys| {
///         let note = |key: &EventKey| NewNote { event: key.clone(), number: 1, text: "by hand".into() }.insert();
///         keys.iter().map(|key| Ok(note(key)?.into_mutation())).collect()
///     })
///     .await?;
///     Ok(())
/// }
/// ```
pub async fn insert_returning_with<T: SpannerTable>(
    client: &Client,
    insert: InsertReturning<T>,
    mut also: impl FnMut(&[T::Key]) -> Result<Vec<Mutation>, RowError>,
) -> Result<(CommitResult, Vec<T::Key>), Error> {
    run::<T>(client, insert, |rows| also(&keys::<T>(rows, None)?)).await
}

async fn run<T: SpannerTable>(
    client: &Client,
    insert: InsertReturning<T>,
    mut also: impl FnMut(&mut [Row]) -> Result<Vec<Mutation>, RowError>,
) -> Result<(CommitResult, Vec<T::Key>), Error> {
    let expected = insert.rows();
    let retry_ids = insert.retry_ids().filter(|_| expected > 0);
    let statement = if expected == 0 { None } else { Some(Statement::from_sql(insert.sql())) };
    let mut attempts = Attempts::new();
    loop {
        match attempt::<T>(client, statement.as_ref(), expected, &mut also).await {
            Ok((commit, mut rows)) => {
                let keys = keys::<T>(&mut rows, time_of(&commit))?;
                return Ok((commit, keys));
            }
            Err(Error::Client(error)) => {
                if has_code(&error, ALREADY_EXISTS)
                    && let Some(ids) = &retry_ids
                    && let Some(keys) = written::<T>(client, ids).await?
                {
                    return Ok((CommitResult { timestamp: None, mutation_count: None }, keys));
                }
                attempts.after(error).await?;
            }
            Err(error) => return Err(error),
        }
    }
}

async fn attempt<T: SpannerTable>(
    client: &Client,
    statement: Option<&Statement>,
    expected: usize,
    also: &mut impl FnMut(&mut [Row]) -> Result<Vec<Mutation>, RowError>,
) -> Result<(CommitResult, Vec<Row>), Error> {
    let mut tx = client.begin_read_write_transaction().await?;
    let prepared = prepare::<T>(&mut tx, statement, expected, also).await;
    let refused = if let Err(Error::Row(error)) = &prepared { Some(error.clone()) } else { None };
    // Commits, or rolls back if a row has an error.
    let ended = tx.end(prepared.map_err(GcloudError::from), None).await;
    refused.map_or_else(|| Ok(ended?), |error| Err(Error::Row(error)))
}

/// Runs the statement, and adds the mutations to the commit.
async fn prepare<T: SpannerTable>(
    tx: &mut ReadWriteTransaction,
    statement: Option<&Statement>,
    expected: usize,
    also: &mut impl FnMut(&mut [Row]) -> Result<Vec<Mutation>, RowError>,
) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    if let Some(statement) = statement {
        let mut returned = tx.query(statement.clone()).await.map_err(GcloudError::from)?;
        while let Some(row) = returned.next().await.map_err(GcloudError::from)? {
            rows.push(row);
        }
    }
    // If the client had to resend the statement over a bad connection, its rows may be missing.
    if rows.len() != expected {
        return Err(keys_are_missing::<T>().into());
    }
    // Detects an unreadable key before the commit. The real commit time is not known yet, so any
    // will do.
    keys::<T>(&mut rows, Some(SystemTime::UNIX_EPOCH))?;
    tx.buffer_write(also(&mut rows)?);
    Ok(rows)
}

fn keys<T: SpannerTable>(
    rows: &mut [Row],
    commit: Option<SystemTime>,
) -> Result<Vec<T::Key>, RowError> {
    rows.iter_mut().map(|row| returned_key::<T>(row, commit)).collect()
}

fn keys_are_missing<T: SpannerTable>() -> RowError {
    let table = T::TABLE;
    let column = table.key.first().map_or("", |part| table.columns[part.column].name).to_owned();
    RowError { table: table.path().into_owned(), column, error: ValueError::Missing }
}

fn time_of(commit: &CommitResult) -> Option<SystemTime> {
    let time = commit.timestamp.as_ref()?;
    SystemTime::try_from(prost_types::Timestamp { seconds: time.seconds, nanos: time.nanos }).ok()
}

fn has_code(error: &GcloudError, code: i32) -> bool {
    matches!(error, GcloudError::GRPC(status) if i32::from(status.code()) == code)
}

/// The keys of rows that an earlier attempt has written, if it has.
async fn written<T: SpannerTable>(
    client: &Client,
    ids: &RetryIds,
) -> Result<Option<Vec<T::Key>>, Error> {
    let mut tx = client.single().await?;
    let statement = Statement::from_sql(ids.sql::<T>());
    let mut found = tx.query(statement).await.map_err(GcloudError::from)?;
    let mut rows = Vec::new();
    while let Some(row) = found.next().await.map_err(GcloudError::from)? {
        rows.push(row);
    }
    Ok(ids.keys::<T>(rows)?)
}
