//! Read-write transactions with any error type.

use std::pin::Pin;
use std::time::{Duration, Instant};

use gcloud_gax::grpc::{Code, Status};
use gcloud_gax::retry::TryAs as _;
use gcloud_spanner::client::{Client, Error as GcloudError};
use gcloud_spanner::retry::TransactionRetry;
use gcloud_spanner::statement::Statement;
use gcloud_spanner::transaction_rw::{CommitResult, ReadWriteTransaction};

use super::Error;

/// How long an aborted transaction is retried. The client itself gives up after five attempts and
/// three seconds, which is too short for a busy table.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits before the next attempts.
pub(super) struct Attempts {
    started: Instant,
    retry: TransactionRetry<GcloudError>,
}

impl Attempts {
    pub(super) fn new() -> Self {
        Self { started: Instant::now(), retry: TransactionRetry::new() }
    }

    /// Waits before another attempt; returns the error if there should be none.
    pub(super) async fn after(&mut self, error: GcloudError) -> Result<(), GcloudError> {
        let Err(error) = self.retry.next(error).await else { return Ok(()) };
        if !error.try_as().is_some_and(is_aborted) || self.started.elapsed() > PATIENCE {
            return Err(error);
        }
        self.retry = TransactionRetry::new();
        Ok(())
    }
}

/// What a step of a transaction returns: a future that borrows the transaction.
type Work<'tx, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'tx>>;

/// Runs a read-write transaction whose closure may return any error type: `anyhow::Error`,
/// `Box<dyn Error + Send + Sync>`, or your own enum. `?` works in it on our errors and on the client's,
/// as far as your type has a `From` for them.
///
/// If the database aborts the transaction, the closure runs again, for up to a minute; the client's own
/// method gives up after five attempts. Any other error rolls back, and is returned as it is. Your error
/// may hide its cause: after an error the database is asked whether it has aborted the transaction.
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, find, transaction};
/// use spanner_keys::{SpannerTable, Uuid, update};
///
/// #[derive(SpannerTable)]
/// struct Account {
///     #[key]
///     name: String,
///     balance: i64,
/// }
///
/// #[derive(SpannerTable)]
/// struct Payment {
///     #[key(uuid)]
///     payment_id: Uuid,
///     account: String,
///     amount: i64,
/// }
///
/// enum PayError {
///     NoFunds,
///     Database(Error),
/// }
///
/// impl From<Error> for PayError {
///     fn from(error: Error) -> Self {
///         Self::Database(error)
///     }
/// }
///
/// // Read, decide, change one column, insert: all in one commit, however often it is tried.
/// async fn pay(client: &Client, name: String, amount: i64) -> Result<(), PayError> {
///     transaction(client, |tx| {
///         let name = name.clone(); // for each attempt
///         Box::pin(async move {
///             let key = AccountKey { name: name.clone() };
///             let account = find::<Account>(tx, key.clone()).await?.ok_or(PayError::NoFunds)?;
///             if account.balance < amount {
///                 return Err(PayError::NoFunds);
///             }
///             let rest = update!(Account, key, balance = account.balance - amount).map_err(Error::from)?;
///             let payment = NewPayment { account: name, amount }.insert().map_err(Error::from)?;
///             tx.buffer_write(vec![rest.into_mutation(), payment.into_mutation()]);
///             Ok(())
///         })
///     })
///     .await?;
///     Ok(())
/// }
/// ```
///
/// With `anyhow::Error` or a box, every `?` works as it is.
pub async fn transaction<T, E: From<Error>>(
    client: &Client,
    mut work: impl for<'tx> FnMut(&'tx mut ReadWriteTransaction) -> Work<'tx, T, E>,
) -> Result<(CommitResult, T), E> {
    let mut attempts = Attempts::new();
    let failed = |error: GcloudError| E::from(Error::Client(error));
    loop {
        let mut tx = client.begin_read_write_transaction().await.map_err(failed)?;
        let aborted = match work(&mut tx).await {
            Ok(done) => match tx.end(Ok::<_, GcloudError>(done), None).await {
                Ok(done) => return Ok(done),
                Err(error) => error,
            },
            Err(error) => {
                let Some(status) = status_of(&mut tx).await.filter(is_aborted) else {
                    // Rolls back.
                    let ended = GcloudError::InvalidConfig(String::new());
                    let _ = tx.end(Err::<(), _>(ended), None).await;
                    return Err(error);
                };
                GcloudError::GRPC(status)
            }
        };
        attempts.after(aborted).await.map_err(failed)?;
    }
}

/// Why the transaction cannot continue, if it cannot.
async fn status_of(tx: &mut ReadWriteTransaction) -> Option<Status> {
    match tx.query(Statement::new("SELECT 1")).await {
        Ok(mut rows) => rows.next().await.err(),
        Err(status) => Some(status),
    }
}

fn is_aborted(status: &Status) -> bool {
    status.code() == Code::Aborted
}
