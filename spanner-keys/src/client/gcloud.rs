//! Rows through the client [`gcloud-spanner`](gcloud_spanner).
//!
//! `into_mutation()` gives the client's own [`Mutation`](gcloud_googleapis::spanner::v1::Mutation),
//! which holds any number of rows, and `Order::client_key(key)` its [`Key`]. What needs more than
//! one call is here:
//!
//! | | |
//! |---|---|
//! | [`find`] | one row by its key, in any transaction |
//! | [`scan`] | many rows in order, over all shards at once, as one snapshot |
//! | [`scan_in`] | the same inside your own transaction |
//! | [`insert_returning`] | an insert whose keys the database fills |
//! | [`insert_returning_with`] | the same with more rows in the commit, which need these keys |
//!
//! The client decides how long it waits for a server that does not answer, which may be minutes. If
//! you need an answer in time, wrap the call in `tokio::time::timeout`.
//!
//! ```no_run
//! use gcloud_spanner::client::Client;
//! use spanner_keys::client::gcloud::{Error, find};
//! use spanner_keys::{SpannerTable, Uuid};
//!
//! #[derive(SpannerTable)]
//! struct Customer {
//!     #[key(uuid)]
//!     customer_id: Uuid,
//!     name: String,
//! }
//!
//! async fn example(client: &Client) -> Result<(), Error> {
//!     let insert = NewCustomer { name: "Ada".into() }.insert()?;
//!     let key = insert.key().clone();
//!     client.apply(vec![insert.into_mutation()]).await?;
//!
//!     let mut tx = client.single().await?;
//!     let customer: Option<Customer> = find(&mut tx, key).await?;
//!     assert!(customer.is_some_and(|customer| customer.name == "Ada"));
//!     Ok(())
//! }
//! ```

mod returning;
mod scan;
mod statement;
mod wire;

use gcloud_spanner::client::Error as GcloudError;
use gcloud_spanner::key::Key;
use gcloud_spanner::row::Error as GcloudRowError;
use gcloud_spanner::transaction::Transaction;

pub use returning::{insert_returning, insert_returning_with};
pub use scan::{MultiReadTransaction, scan, scan_in};

use super::ClientError;
use crate::row::SpannerTable;

/// The error of the functions of this module: the client's own error, or one of ours.
///
/// In a function that returns the client's error, `?` turns it back, so that the client sees an
/// aborted transaction and tries it again:
///
/// ```no_run
/// use gcloud_spanner::client::{Client, Error};
/// use spanner_keys::client::gcloud::find;
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Account {
///     #[key]
///     name: String,
///     balance: i64,
/// }
///
/// async fn deposit(client: &Client, amount: i64) -> Result<(), Error> {
///     client
///         .read_write_transaction(|tx| {
///             Box::pin(async move {
///                 if let Some(mut account) = find::<Account>(tx, AccountKey { name: "Ada".into() }).await? {
///                     account.balance += amount;
///                     let update = account.update().map_err(spanner_keys::client::gcloud::Error::from)?;
///                     tx.buffer_write(vec![update.into_mutation()]);
///                 }
///                 Ok::<_, Error>(())
///             })
///         })
///         .await?;
///     Ok(())
/// }
/// ```
pub type Error = ClientError<GcloudError>;

impl From<GcloudError> for Error {
    fn from(error: GcloudError) -> Self {
        Self::Client(error)
    }
}

impl From<Error> for GcloudError {
    fn from(error: Error) -> Self {
        match error {
            ClientError::Client(error) => error,
            other => Self::ParseError(GcloudRowError::CustomParseError(other.to_string())),
        }
    }
}

/// The row that has this key, if there is one, in a read-only or a read-write transaction.
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, find};
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// async fn name_of(client: &Client, code: &str) -> Result<Option<String>, Error> {
///     let mut tx = client.single().await?;
///     let country = find::<Country>(&mut tx, CountryKey { code: code.into() }).await?;
///     Ok(country.map(|country| country.name))
/// }
/// ```
pub async fn find<T: SpannerTable>(tx: &mut Transaction, key: T::Key) -> Result<Option<T>, Error> {
    let key: Key = T::client_key(key);
    let row = tx.read_row(&T::TABLE.path(), T::COLUMNS, key).await.map_err(GcloudError::from)?;
    Ok(row.map(T::from_row).transpose()?)
}
