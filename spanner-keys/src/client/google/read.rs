//! Rows by their keys.

use std::future::Future;

use google_cloud_spanner::Error as GoogleError;
use google_cloud_spanner::key::Key;
use google_cloud_spanner::read::ReadRequest;
use google_cloud_spanner::result::ResultSet;
use google_cloud_spanner::transaction::{MultiUseReadOnlyTransaction, ReadWriteTransaction, SingleUseReadOnlyTransaction};

use super::Error;
use crate::table::SpannerTable;

/// A transaction that [`find`] can read in: each of the client's three kinds.
pub trait Reads: sealed::Read {}

impl Reads for SingleUseReadOnlyTransaction {}
impl Reads for MultiUseReadOnlyTransaction {}
impl Reads for ReadWriteTransaction {}

/// The client's transactions have the same method and no trait for it.
mod sealed {
    use super::{
        Future, GoogleError, MultiUseReadOnlyTransaction, ReadRequest, ReadWriteTransaction, ResultSet,
        SingleUseReadOnlyTransaction,
    };

    pub trait Read {
        fn read(&self, request: ReadRequest) -> impl Future<Output = Result<ResultSet, GoogleError>> + Send;
    }

    macro_rules! read {
        ($($transaction:ty),*) => {
            $(impl Read for $transaction {
                fn read(&self, request: ReadRequest) -> impl Future<Output = Result<ResultSet, GoogleError>> + Send {
                    self.execute_read(request)
                }
            })*
        };
    }
    read!(SingleUseReadOnlyTransaction, MultiUseReadOnlyTransaction, ReadWriteTransaction);
}

/// The row that has this key, if there is one.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::google::{Error, find};
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// async fn name_of(client: &DatabaseClient, code: &str) -> Result<Option<String>, Error> {
///     let tx = client.single_use().build();
///     let country = find::<Country>(&tx, CountryKey { code: code.into() }).await?;
///     Ok(country.map(|country| country.name))
/// }
/// ```
pub async fn find<T: SpannerTable>(tx: &impl Reads, key: T::Key) -> Result<Option<T>, Error> {
    let request = ReadRequest::builder(T::TABLE.path(), T::COLUMNS.iter().copied()).with_keys(T::at::<Key>(key)).build();
    let mut rows = tx.read(request).await?;
    let row = rows.next().await.transpose()?;
    Ok(row.map(T::from_row).transpose()?)
}
