//! Use this with Google's client, [`google-cloud-spanner`](https://docs.rs/google-cloud-spanner)
//! (feature `google-cloud-spanner`).
//!
//! `into_mutation()` gives the client's own `Mutation`,
//! which holds one row, and `Order::client_key(key)` its `Key`. What
//! needs more than one call is here:
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
//! | [`insert_returning_in`] | the same inside your own transaction |
//! | [`transaction`] | a read-write transaction with any error type |
//! | [`apply_schema`] | creates the tables of a schema |
//!
//! The client is a preview, so this module is tied to one version of it: `=0.34.8-preview`.
//!
//! The client decides how long it waits for a server that does not answer, which may be minutes. If
//! you need an answer in time, wrap the call in `tokio::time::timeout`.
//!
//! ```no_run
//! use google_cloud_spanner::client::DatabaseClient;
//! use spanner_keys::client::google::{Error, find};
//! use spanner_keys::{SpannerTable, Uuid};
//!
//! #[derive(SpannerTable)]
//! struct Customer {
//!     #[key(uuid)]
//!     customer_id: Uuid,
//!     name: String,
//! }
//!
//! async fn example(client: &DatabaseClient) -> Result<(), Error> {
//!     let insert = NewCustomer { name: "Ada".into() }.insert()?;
//!     let key = insert.key().clone();
//!     client.write_only_transaction().build().write([insert.into_mutation()]).await?;
//!
//!     let customer: Option<Customer> = find(&client.single_use().build(), key).await?;
//!     assert!(customer.is_some_and(|customer| customer.name == "Ada"));
//!     Ok(())
//! }
//! ```

mod query;
mod read;
mod returning;
mod schema;
#[doc(hidden)]
pub mod traits;
mod transaction;
mod values;

use std::error::Error as _;

use google_cloud_spanner::Error as GoogleError;

pub use query::{
    query, query_in, query_one, query_one_in, query_optional, query_optional_in, query_stream,
    query_stream_in,
};
pub use read::{
    MultiReadTransaction, ReadTransaction, count, exists, find, find_many, scan, scan_in,
};
pub use returning::{insert_returning, insert_returning_in, insert_returning_with};
pub use schema::apply_schema;
pub use transaction::transaction;

use super::ClientError;
use crate::ddl::SchemaError;
use crate::scan::ScanError;
use crate::statement::StatementError;
use crate::value::RowError;

/// The error of the functions of this module: the client's own error, or one of ours.
///
/// In a function that returns the client's error, `?` turns it into one, so that the client sees an
/// aborted transaction and tries it again; outside, `?` turns it back:
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::google::{Error, find};
///
/// #[derive(SpannerTable)]
/// struct Account {
///     #[key]
///     name: String,
///     balance: i64,
/// }
///
/// async fn deposit(client: &DatabaseClient, amount: i64) -> Result<(), Error> {
///     let runner = client.read_write_transaction().build();
///     runner
///         .run(async |tx| {
///             if let Some(mut account) = find::<Account>(&tx, AccountKey { name: "Ada".into() }).await? {
///                 account.balance += amount;
///                 tx.buffer([account.update()?.into_mutation()])?;
///             }
///             Ok(())
///         })
///         .await?;
///     Ok(())
/// }
/// ```
pub type Error = ClientError<GoogleError>;

impl From<GoogleError> for Error {
    fn from(error: GoogleError) -> Self {
        let Some(source) = error.source() else { return Self::Client(error) };
        if let Some(row) = source.downcast_ref::<RowError>() {
            Self::Row(row.clone())
        } else if let Some(scan) = source.downcast_ref::<ScanError>() {
            Self::Scan(scan.clone())
        } else if let Some(statement) = source.downcast_ref::<StatementError>() {
            Self::Statement(statement.clone())
        } else if let Some(schema) = source.downcast_ref::<SchemaError>() {
            Self::Schema(schema.clone())
        } else {
            Self::Client(error)
        }
    }
}

impl From<Error> for GoogleError {
    fn from(error: Error) -> Self {
        match error {
            ClientError::Client(error) => error,
            ClientError::Row(error) => error.into(),
            ClientError::Scan(error) => error.into(),
            ClientError::Statement(error) => error.into(),
            ClientError::Schema(error) => error.into(),
        }
    }
}

macro_rules! from_errors {
    ($($ours:ty),*) => {
        $(impl From<$ours> for GoogleError {
            fn from(error: $ours) -> Self {
                Self::deser(error)
            }
        })*
    };
}

from_errors!(RowError, ScanError, StatementError, SchemaError);
