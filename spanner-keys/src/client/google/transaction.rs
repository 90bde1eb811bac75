//! Read-write transactions with any error type.

use std::time::Duration;

use google_cloud_spanner::Error as GoogleError;
use google_cloud_spanner::client::DatabaseClient;
use google_cloud_spanner::model::CommitResponse;
use google_cloud_spanner::transaction::ReadWriteTransaction;

use super::Error;

/// How long an aborted transaction is retried. The client itself would never give up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a read-write transaction whose closure may return any error type: `anyhow::Error`,
/// `Box<dyn Error + Send + Sync>`, or your own enum. `?` works in it on our errors and on the client's,
/// as far as your type has a `From` for them.
///
/// If the database aborts the transaction, the closure runs again, for up to a minute. Any other error
/// rolls back, and is returned as it is. Your error may hide its cause: the client knows whether the
/// transaction was aborted.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::client::google::{find, transaction};
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
/// type AnyError = Box<dyn std::error::Error + Send + Sync>;
///
/// // Read, decide, change one column, insert: all in one commit, however often it is tried.
/// async fn pay(client: &DatabaseClient, name: String, amount: i64) -> Result<(), AnyError> {
///     transaction(client, |tx| {
///         let name = name.clone(); // for each attempt
///         async move {
///             let key = AccountKey { name: name.clone() };
///             let account = find::<Account>(&tx, key.clone()).await?.ok_or("no such account")?;
///             if account.balance < amount {
///                 return Err("not enough money".into());
///             }
///             let rest = update!(Account, key, balance = account.balance - amount)?;
///             let payment = NewPayment { account: name, amount }.insert()?;
///             tx.buffer([rest.into_mutation(), payment.into_mutation()])?;
///             Ok::<_, AnyError>(())
///         }
///     })
///     .await?;
///     Ok(())
/// }
/// ```
pub async fn transaction<T, E, F>(
    client: &DatabaseClient,
    mut work: impl FnMut(ReadWriteTransaction) -> F,
) -> Result<(CommitResponse, T), E>
where
    E: From<Error>,
    F: Future<Output = Result<T, E>>,
{
    let runner = client.read_write_transaction().with_transaction_timeout(PATIENCE).build();
    let mut kept = None;
    let attempt = async |tx: ReadWriteTransaction| {
        kept = None;
        work(tx).await.map_err(|error| {
            kept = Some(error);
            // If the transaction was aborted, the client tries again, whatever the error is.
            GoogleError::ser("the transaction ended with an error of the application")
        })
    };
    // Boxed, because the client's future alone holds 20 kB.
    match Box::pin(runner.run(attempt)).await {
        Ok(done) => {
            let (done, commit) = done.into_parts();
            Ok((commit, done))
        }
        Err(error) => Err(kept.unwrap_or_else(|| Error::from(error).into())),
    }
}
