//! Use this with the client [`gcloud-spanner`](https://docs.rs/gcloud-spanner) (feature
//! `gcloud-spanner`).
//!
//! `into_mutation()` gives the client's own `Mutation`,
//! which holds any number of rows, and `Order::client_key(key)` its [`Key`]. What needs more than
//! one call is here:
//!
//! | | |
//! |---|---|
//! | [`find`], [`find_many`], [`exists`] | rows by their keys, in any transaction |
//! | [`count`] | the number of rows of a scan, in any transaction |
//! | [`scan`] | many rows in order, over all shards at once, as one snapshot |
//! | [`scan_in`] | the same inside your own transaction |
//! | [`query`], [`query_one`], [`query_optional`], [`query_stream`] | rows of your own SQL as structs |
//! | [`query_in`], [`query_one_in`], [`query_optional_in`], [`query_stream_in`] | the same inside your own transaction |
//! | [`insert_returning`] | an insert whose keys the database fills |
//! | [`insert_returning_with`] | the same with more rows in the commit, which need these keys |
//! | [`transaction`] | a read-write transaction with any error type |
//! | [`apply_schema`] | creates the tables of a schema |
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

mod generated;
mod query;
mod returning;
mod scan;
mod schema;
mod statement;
#[doc(hidden)]
pub mod traits;
mod transaction;
mod wire;

use gcloud_gax::grpc::Status;
use gcloud_gax::retry::TryAs;
use gcloud_spanner::client::Error as GcloudError;
use gcloud_spanner::key::Key;
use gcloud_spanner::row::Error as GcloudRowError;
use gcloud_spanner::session::SessionError;
use gcloud_spanner::transaction::Transaction;

pub use query::{
    query, query_in, query_one, query_one_in, query_optional, query_optional_in, query_stream,
    query_stream_in,
};
pub use returning::{insert_returning, insert_returning_with};
pub use scan::{MultiReadTransaction, scan, scan_in};
pub use schema::apply_schema;
pub use transaction::transaction;

use super::ClientError;
use crate::ddl::SchemaError;
use crate::row::SpannerTable;
use crate::row::read::read_by_position;
use crate::scan::{Points, Scan, ScanError};
use crate::statement::StatementError;
use crate::value::RowError;

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
///                     tx.buffer_write(vec![account.update()?.into_mutation()]);
///                 }
///                 Ok::<_, Error>(())
///             })
///         })
///         .await?;
///     Ok(())
/// }
/// ```
///
/// A transaction can also return this error, which keeps ours as they are. The client still sees an
/// aborted transaction, and tries it again:
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::ClientError;
/// use spanner_keys::client::gcloud::{Error, query_one_in};
/// use spanner_keys::value::{RowError, ValueError};
/// use spanner_keys::{SpannerTable, sql};
///
/// #[derive(SpannerTable)]
/// struct Member {
///     #[key(uuid)]
///     id: spanner_keys::Uuid,
///     #[column(length = 20)]
///     name: String,
/// }
///
/// async fn join(client: &Client, name: String) -> Result<bool, Error> {
///     let joined = client
///         .read_write_transaction(|tx| {
///             let name = name.clone(); // for each attempt
///             Box::pin(async move {
///                 let (members,): (i64,) = query_one_in(tx, sql("SELECT COUNT(*) FROM Member")).await?;
///                 if members >= 10 {
///                     return Ok(false);
///                 }
///                 tx.buffer_write(vec![NewMember { name }.insert()?.into_mutation()]);
///                 Ok(true)
///             })
///         })
///         .await;
///     match joined {
///         Ok((_commit, joined)) => Ok(joined),
///         Err(ClientError::Row(RowError { error: ValueError::TooLong { .. }, .. })) => Ok(false),
///         Err(error) => Err(error),
///     }
/// }
/// ```
pub type Error = ClientError<GcloudError>;

impl From<GcloudError> for Error {
    fn from(error: GcloudError) -> Self {
        Self::Client(error)
    }
}

/// The client's own errors of a step, and ours, as the client's error.
macro_rules! from_errors {
    ($($theirs:ty),*; $($ours:ty),*) => {
        $(impl From<$theirs> for Error {
            fn from(error: $theirs) -> Self {
                Self::Client(error.into())
            }
        })*
        $(impl From<$ours> for GcloudError {
            fn from(error: $ours) -> Self {
                Error::from(error).into()
            }
        })*
    };
}

from_errors!(Status, SessionError, GcloudRowError; RowError, ScanError, StatementError, SchemaError);

/// Lets the client see why a transaction has failed.
impl TryAs<Status> for Error {
    fn try_as(&self) -> Option<&Status> {
        match self {
            Self::Client(error) => error.try_as(),
            _ => None,
        }
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
    Ok(row.map(|mut row| read_by_position(&mut row, |at| at)).transpose()?)
}

/// The rows that have these keys, in the order in which the keys are given. A key without a row has
/// none here either, and one that is given twice has one.
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, find_many};
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// async fn names(client: &Client, codes: &[&str]) -> Result<Vec<String>, Error> {
///     let mut tx = client.single().await?;
///     let keys = codes.iter().map(|code| CountryKey { code: (*code).into() });
///     let countries: Vec<Country> = find_many(&mut tx, keys).await?;
///     Ok(countries.into_iter().map(|country| country.name).collect())
/// }
/// ```
pub async fn find_many<T: SpannerTable>(
    tx: &mut Transaction,
    keys: impl IntoIterator<Item = T::Key>,
) -> Result<Vec<T>, Error> {
    let points = Points::new::<T>(keys);
    let Some(read) = points.read::<T>() else { return Ok(Vec::new()) };
    let (page, _) = scan::read_page(tx, read).await?;
    Ok(points.rows(page)?)
}

/// Whether there is a row with this key. Only one column is read.
///
/// ```no_run
/// # use gcloud_spanner::client::Client;
/// # use spanner_keys::client::gcloud::{Error, exists};
/// # use spanner_keys::SpannerTable;
/// # #[derive(SpannerTable)]
/// # struct Country { #[key] code: String, name: String }
/// # async fn example(client: &Client) -> Result<(), Error> {
/// let known = exists::<Country>(&mut *client.single().await?, CountryKey { code: "NZ".into() }).await?;
/// # Ok(())
/// # }
/// ```
pub async fn exists<T: SpannerTable>(tx: &mut Transaction, key: T::Key) -> Result<bool, Error> {
    let key: Key = T::client_key(key);
    let columns = T::COLUMNS.get(..1).unwrap_or_default();
    let row = tx.read_row(&T::TABLE.path(), columns, key).await.map_err(GcloudError::from)?;
    Ok(row.is_some())
}

/// The number of rows of a scan. The database counts them, in the dialect that the table states or
/// that the scan [sets](crate::Scan::dialect), and GoogleSQL otherwise.
///
/// ```no_run
/// # use gcloud_spanner::client::Client;
/// # use spanner_keys::client::gcloud::{Error, count};
/// # use spanner_keys::SpannerTable;
/// # #[derive(SpannerTable)]
/// # struct Visit { #[key(shard = 16)] shard: i64, #[key] user: String, #[key] number: i64 }
/// # async fn example(client: &Client) -> Result<(), Error> {
/// let visits = count(&mut *client.single().await?, Visit::scan().prefix(("ada",))).await?;
/// # Ok(())
/// # }
/// ```
pub async fn count<T: SpannerTable, P>(
    tx: &mut Transaction,
    scan: Scan<T, P>,
) -> Result<i64, Error> {
    let (count,) = query_one_in(tx, scan.usual_count_sql()?).await?;
    Ok(count)
}
