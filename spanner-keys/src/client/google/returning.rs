//! Inserts whose keys the database fills.

use std::time::{Duration, SystemTime};

use google_cloud_spanner::client::DatabaseClient;
use google_cloud_spanner::model::CommitResponse;
use google_cloud_spanner::mutation::Mutation;
use google_cloud_spanner::result::Row;
use google_cloud_spanner::statement::Statement;
use google_cloud_spanner::transaction::ReadWriteTransaction;

use super::Error;
use crate::client_types::ClientStatement as _;
use crate::row::{InsertReturning, RetryIds, SpannerTable, returned_key};
use crate::value::{RowError, ValueError};

/// How long an aborted transaction is retried. The client itself would never give up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The gRPC code for a row that exists.
const ALREADY_EXISTS: i32 = 6;

/// Inserts rows whose keys the database fills, in its own transaction, and returns the commit
/// and the keys.
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
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::client::google::{Error, insert_returning};
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
/// async fn record(client: &DatabaseClient, text: &str) -> Result<Vec<EventKey>, Error> {
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
    client: &DatabaseClient,
    insert: InsertReturning<T>,
) -> Result<(CommitResponse, Vec<T::Key>), Error> {
    run::<T>(client, insert, |_| Ok(Vec::new())).await
}

/// The same as [`insert_returning`], with mutations made from the keys in the same commit: rows
/// below the inserted ones, for example.
///
/// `also` runs again whenever the transaction is retried, with different keys. A key with a commit
/// timestamp is not known before the commit, so such tables are an error, and nothing is written.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::google::{Error, insert_returning_with};
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
/// async fn record(client: &DatabaseClient) -> Result<(), Error> {
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
    client: &DatabaseClient,
    insert: InsertReturning<T>,
    mut also: impl FnMut(&[T::Key]) -> Result<Vec<Mutation>, RowError>,
) -> Result<(CommitResponse, Vec<T::Key>), Error> {
    run::<T>(client, insert, move |rows| also(&keys::<T>(rows, None)?)).await
}

/// Inserts rows whose keys the database fills, inside your own transaction, and returns their
/// keys.
///
/// A key with a commit timestamp is not known before the commit, so such tables are an error:
/// return it from the transaction, so that nothing is written.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::google::{Error, insert_returning_in};
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(sequence = "EventSeq")]
///     id: i64,
///     text: String,
///     caused_by: Option<i64>,
/// }
///
/// async fn record(client: &DatabaseClient) -> Result<(), Error> {
///     let first = NewEvent { text: "started".into(), caused_by: None }.insert_returning()?;
///     let runner = client.read_write_transaction().build();
///     runner
///         .run(async |tx| {
///             for key in insert_returning_in(&tx, first.clone()).await? {
///                 let next = NewEvent { text: "noted".into(), caused_by: Some(key.id) }.insert_returning();
///                 insert_returning_in(&tx, next?).await?;
///             }
///             Ok(())
///         })
///         .await?;
///     Ok(())
/// }
/// ```
pub async fn insert_returning_in<T: SpannerTable>(
    tx: &ReadWriteTransaction,
    insert: InsertReturning<T>,
) -> Result<Vec<T::Key>, Error> {
    Ok(keys::<T>(returned::<T>(tx, insert).await?, None)?)
}

async fn run<T: SpannerTable>(
    client: &DatabaseClient,
    insert: InsertReturning<T>,
    mut also: impl FnMut(Vec<Row>) -> Result<Vec<Mutation>, RowError>,
) -> Result<(CommitResponse, Vec<T::Key>), Error> {
    let retry_ids = insert.retry_ids().filter(|_| insert.rows() > 0);
    let runner = client.read_write_transaction().with_transaction_timeout(PATIENCE).build();
    let prepare = async move |tx: ReadWriteTransaction| {
        let rows = returned::<T>(&tx, insert.clone()).await?;
        // Detects an unreadable key before the commit. The real commit time is not known yet, so
        // any will do.
        keys::<T>(rows.clone(), Some(SystemTime::UNIX_EPOCH))?;
        tx.buffer(also(rows.clone())?)?;
        Ok(rows)
    };
    // Boxed, because the client's future alone holds 20 kB.
    let (rows, commit) = match Box::pin(runner.run(prepare)).await {
        Ok(done) => done.into_parts(),
        Err(error) => {
            let exists = error.status().is_some_and(|status| status.code == ALREADY_EXISTS.into());
            if let Some(ids) = retry_ids.filter(|_| exists)
                && let Some(keys) = written::<T>(client, &ids).await?
            {
                return Ok((CommitResponse::new(), keys));
            }
            return Err(error.into());
        }
    };
    let time = commit.commit_timestamp.and_then(|time| SystemTime::try_from(time).ok());
    let keys = keys::<T>(rows, time)?;
    Ok((commit, keys))
}

/// The keys of rows that an earlier attempt has written, if it has.
async fn written<T: SpannerTable>(
    client: &DatabaseClient,
    ids: &RetryIds,
) -> Result<Option<Vec<T::Key>>, Error> {
    let statement = Statement::from_sql(ids.sql::<T>());
    let mut found = client.single_use().build().execute_query(statement).await?;
    let mut rows = Vec::new();
    while let Some(row) = found.next().await {
        rows.push(row?);
    }
    Ok(ids.keys::<T>(rows)?)
}

/// Runs the statement, and returns its rows.
async fn returned<T: SpannerTable>(
    tx: &ReadWriteTransaction,
    insert: InsertReturning<T>,
) -> Result<Vec<Row>, Error> {
    let expected = insert.rows();
    let mut rows = Vec::with_capacity(expected);
    if expected > 0 {
        let mut returned = tx.execute_query(insert.into_statement::<Statement>()).await?;
        while let Some(row) = returned.next().await {
            rows.push(row?);
        }
    }
    // If the client had to resend the statement over a bad connection, its rows may be missing.
    if rows.len() != expected {
        let column =
            T::TABLE.key.first().map_or("", |part| T::TABLE.columns[part.column].name).to_owned();
        return Err(RowError {
            table: T::TABLE.path().into_owned(),
            column,
            error: ValueError::Missing,
        }
        .into());
    }
    Ok(rows)
}

fn keys<T: SpannerTable>(
    rows: Vec<Row>,
    commit: Option<SystemTime>,
) -> Result<Vec<T::Key>, RowError> {
    rows.into_iter().map(|mut row| returned_key::<T>(&mut row, commit)).collect()
}
