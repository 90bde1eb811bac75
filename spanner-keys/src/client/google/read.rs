//! Rows by their keys: one of them, or many in order.

use std::future::Future;

use futures_util::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use google_cloud_spanner::Error as GoogleError;
use google_cloud_spanner::client::DatabaseClient;
use google_cloud_spanner::key::{Key, KeyRange, KeySet};
use google_cloud_spanner::read::ReadRequest;
use google_cloud_spanner::result::ResultSet;
use google_cloud_spanner::statement::Statement;
use google_cloud_spanner::transaction::{
    BeginTransactionOption, MultiUseReadOnlyTransaction, ReadWriteTransaction,
    SingleUseReadOnlyTransaction, TimestampBound,
};

use super::values::{key_set, plain};
use super::{Error, query_one_in};
use crate::client::item;
use crate::client_types::{ClientKeyRange as _, ClientStatement as _};
use crate::row::SpannerTable;
use crate::row::read::read_by_position;
use crate::scan::{Page, Points, Read, ReadKeys, Scan, ScanCursor, ScanError};

/// A transaction that [`find`] and the queries can read in: each of the client's three kinds.
///
/// The client's transactions have the same methods but no common trait, so this is one. It cannot be
/// implemented elsewhere.
pub trait ReadTransaction: sealed::Read + sealed::Query {}

impl ReadTransaction for SingleUseReadOnlyTransaction {}
impl ReadTransaction for MultiUseReadOnlyTransaction {}
impl ReadTransaction for ReadWriteTransaction {}

/// A transaction that [`scan_in`] can read in: one whose reads all see the same snapshot.
///
/// A single-use transaction does not qualify, because each of its reads would see a different
/// snapshot:
///
/// ```compile_fail,E0277
/// # use google_cloud_spanner::client::DatabaseClient;
/// # use spanner_keys::SpannerTable;
/// # use spanner_keys::client::google::scan_in;
/// # #[derive(SpannerTable)]
/// # struct Country { #[key] code: String }
/// fn torn(client: &DatabaseClient) {
///     let tx = client.single_use().build();
///     scan_in(&tx, Country::scan());
/// }
/// ```
pub trait MultiReadTransaction: ReadTransaction {}

impl MultiReadTransaction for MultiUseReadOnlyTransaction {}
impl MultiReadTransaction for ReadWriteTransaction {}

mod sealed {
    use super::{
        Future, GoogleError, MultiUseReadOnlyTransaction, ReadRequest, ReadWriteTransaction,
        ResultSet, SingleUseReadOnlyTransaction, Statement,
    };

    pub trait Read: Sync {
        fn read(
            &self,
            request: ReadRequest,
        ) -> impl Future<Output = Result<ResultSet, GoogleError>> + Send;
    }

    pub trait Query: Sync {
        fn query(
            &self,
            statement: Statement,
        ) -> impl Future<Output = Result<ResultSet, GoogleError>> + Send;
    }

    macro_rules! read {
        ($($transaction:ty),*) => {
            $(impl Query for $transaction {
                fn query(&self, statement: Statement) -> impl Future<Output = Result<ResultSet, GoogleError>> + Send {
                    self.execute_query(statement)
                }
            }
            impl Read for $transaction {
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
pub async fn find<T: SpannerTable>(
    tx: &impl ReadTransaction,
    key: T::Key,
) -> Result<Option<T>, Error> {
    let request = ReadRequest::builder(T::TABLE.path(), T::COLUMNS.iter().copied())
        .with_keys(T::client_key::<Key>(key))
        .build();
    let mut rows = tx.read(request).await?;
    let row = rows.next().await.transpose()?;
    Ok(row.map(|mut row| read_by_position(&mut row, |at| at)).transpose()?)
}

/// The rows that have these keys, in the order in which the keys are given. A key without a row has
/// none here either, and one that is given twice has one.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::google::{Error, find_many};
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// async fn names(client: &DatabaseClient, codes: &[&str]) -> Result<Vec<String>, Error> {
///     let keys = codes.iter().map(|code| CountryKey { code: (*code).into() });
///     let countries: Vec<Country> = find_many(&client.single_use().build(), keys).await?;
///     Ok(countries.into_iter().map(|country| country.name).collect())
/// }
/// ```
pub async fn find_many<T: SpannerTable>(
    tx: &impl ReadTransaction,
    keys: impl IntoIterator<Item = T::Key>,
) -> Result<Vec<T>, Error> {
    let points = Points::new::<T>(keys);
    let Some(read) = points.read::<T>() else { return Ok(Vec::new()) };
    // Boxed, because the client's future alone holds 20 kB.
    Ok(points.rows(Box::pin(read_page(tx, read)).await?)?)
}

/// Whether there is a row with this key. Only one column is read.
///
/// ```no_run
/// # use google_cloud_spanner::client::DatabaseClient;
/// # use spanner_keys::SpannerTable;
/// # use spanner_keys::client::google::{Error, exists};
/// # #[derive(SpannerTable)]
/// # struct Country { #[key] code: String, name: String }
/// # async fn example(client: &DatabaseClient) -> Result<(), Error> {
/// let known = exists::<Country>(&client.single_use().build(), CountryKey { code: "NZ".into() }).await?;
/// # Ok(())
/// # }
/// ```
pub async fn exists<T: SpannerTable>(
    tx: &impl ReadTransaction,
    key: T::Key,
) -> Result<bool, Error> {
    let request = ReadRequest::builder(T::TABLE.path(), T::COLUMNS.iter().copied().take(1))
        .with_keys(T::client_key::<Key>(key))
        .build();
    Ok(tx.read(request).await?.next().await.transpose()?.is_some())
}

/// The number of rows of a scan. The database counts them, in the dialect that the table states or
/// that the scan [sets](crate::Scan::dialect), and GoogleSQL otherwise.
///
/// ```no_run
/// # use google_cloud_spanner::client::DatabaseClient;
/// # use spanner_keys::SpannerTable;
/// # use spanner_keys::client::google::{Error, count};
/// # #[derive(SpannerTable)]
/// # struct Visit { #[key(shard = 16)] shard: i64, #[key] user: String, #[key] number: i64 }
/// # async fn example(client: &DatabaseClient) -> Result<(), Error> {
/// let visits = count(&client.single_use().build(), Visit::scan().prefix(("ada",))).await?;
/// # Ok(())
/// # }
/// ```
pub async fn count<T: SpannerTable, P>(
    tx: &impl ReadTransaction,
    scan: Scan<T, P>,
) -> Result<i64, Error> {
    let (count,) = query_one_in(tx, scan.usual_count_sql()?).await?;
    Ok(count)
}

/// Reads the rows of a scan in their order, as one snapshot of the database.
///
/// All reads, of all shards and pages, see the database as of the first one, whatever is written
/// meanwhile. [Some shards](Scan::concurrency) are read at the same time. Nothing is read before the
/// stream is polled, and then one page after the other, as they are needed.
///
/// A row that cannot be read is one error, and the stream continues; after any other error it ends. If
/// the stream is not polled for longer than the database keeps old versions, which is an hour by
/// default, it ends with an error.
///
/// ```no_run
/// use futures_util::TryStreamExt as _;
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::google::{Error, scan};
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(shard = 16)]
///     shard: i64,
///     #[key(ulid)]
///     id: String,
///     text: String,
/// }
///
/// async fn print_all(client: &DatabaseClient) -> Result<(), Error> {
///     let mut events = scan(client, Event::scan());
///     while let Some(event) = events.try_next().await? {
///         println!("{}", event.text);
///     }
///     Ok(())
/// }
/// ```
pub fn scan<T: SpannerTable, P>(
    client: &DatabaseClient,
    scan: Scan<T, P>,
) -> impl Stream<Item = Result<T, Error>> + Send + Unpin + use<T, P> {
    // Boxed, so that the caller does not have to pin it.
    Box::pin(
        stream::unfold(Some((client.clone(), None, scan.start())), |state| async move {
            let (client, snapshot, cursor) = state?;
            let mut cursor = match cursor {
                Ok(cursor) => cursor,
                Err(error) => return Some((Err(error.into()), None)),
            };
            let snapshot = match snapshot {
                Some(snapshot) => snapshot,
                None => match Snapshot::of(&client, cursor.pending().len()).await {
                    Ok(snapshot) => snapshot,
                    Err(error) => return Some((Err(error.into()), None)),
                },
            };
            let row = next(&snapshot, &mut cursor).await;
            item(row, (client, Some(snapshot), Ok(cursor)))
        })
        .fuse(),
    )
}

/// Reads the rows of a scan in their order, inside your own transaction: read-only or read-write.
///
/// [Some shards](Scan::concurrency) are read at the same time. If they are the first reads of a
/// read-only transaction, begin it explicitly (`ExplicitBegin`): otherwise the first read begins it,
/// and the others wait for that.
///
/// ```no_run
/// use futures_util::TryStreamExt as _;
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::google::{Error, scan_in};
///
/// #[derive(SpannerTable)]
/// struct Account {
///     #[key]
///     name: String,
///     balance: i64,
/// }
///
/// async fn total(client: &DatabaseClient) -> Result<i64, Error> {
///     let tx = client.read_only_transaction().build().await?;
///     scan_in(&tx, Account::scan()).try_fold(0, async |total, account| Ok(total + account.balance)).await
/// }
/// ```
pub fn scan_in<T: SpannerTable, P>(
    tx: &impl MultiReadTransaction,
    scan: Scan<T, P>,
) -> impl Stream<Item = Result<T, Error>> + Send + Unpin {
    Box::pin(
        stream::unfold(Some((tx, scan.start())), |state| async move {
            let (tx, cursor) = state?;
            let mut cursor = match cursor {
                Ok(cursor) => cursor,
                Err(error) => return Some((Err(error.into()), None)),
            };
            let row = next(tx, &mut cursor).await;
            item(row, (tx, Ok(cursor)))
        })
        .fuse(),
    )
}

/// The database at one time.
struct Snapshot {
    client: DatabaseClient,
    begun: MultiUseReadOnlyTransaction,
}

impl Snapshot {
    /// A snapshot as of now, which starts with this many reads.
    async fn of(client: &DatabaseClient, reads: usize) -> Result<Self, GoogleError> {
        // A single read can begin the transaction, which saves a round trip; several would wait for
        // the first.
        let option = if reads > 1 {
            BeginTransactionOption::ExplicitBegin
        } else {
            BeginTransactionOption::InlineBegin
        };
        let begun =
            client.read_only_transaction().set_begin_transaction_option(option).build().await?;
        Ok(Self { client: client.clone(), begun })
    }

    /// Once the time of the transaction is known, reads at that time see the same snapshot without
    /// it. This is for the emulator, where any other transaction of the client ends it, such as a
    /// write between two rows of the scan.
    fn at_its_time(&self) -> Option<SingleUseReadOnlyTransaction> {
        let bound = TimestampBound::read_timestamp(self.begun.read_timestamp()?);
        Some(self.client.single_use().set_timestamp_bound(bound).build())
    }
}

impl sealed::Read for Snapshot {
    async fn read(&self, request: ReadRequest) -> Result<ResultSet, GoogleError> {
        match self.at_its_time() {
            Some(tx) => tx.execute_read(request).await,
            None => self.begun.execute_read(request).await,
        }
    }
}

impl sealed::Query for Snapshot {
    async fn query(&self, statement: Statement) -> Result<ResultSet, GoogleError> {
        match self.at_its_time() {
            Some(tx) => tx.execute_query(statement).await,
            None => self.begun.execute_query(statement).await,
        }
    }
}

async fn next<T: SpannerTable>(
    tx: &(impl sealed::Read + sealed::Query),
    cursor: &mut ScanCursor<T>,
) -> Result<Option<Result<T, ScanError>>, Error> {
    loop {
        let pending = cursor.pending();
        if pending.is_empty() {
            return Ok(cursor.next());
        }
        let reads = stream::iter(pending.into_iter().map(|read| read_page(tx, read)));
        let pages: Vec<Page> = reads.buffer_unordered(cursor.concurrency).try_collect().await?;
        for page in pages {
            cursor.supply_page(page)?;
        }
    }
}

async fn read_page(
    tx: &(impl sealed::Read + sealed::Query),
    read: Read,
) -> Result<Page, GoogleError> {
    let page = read.page();
    let keys = match read.keys {
        ReadKeys::Range(range) => KeySet::from(KeyRange::from_range(range)),
        ReadKeys::Points(keys) => key_set(keys),
        ReadKeys::Query(sql) => return fill(page, tx.query(Statement::from_sql(sql)).await?).await,
    };
    let request = ReadRequest::builder(read.table, read.columns);
    let request = match read.index {
        Some(index) => request.with_index(index, keys),
        None => request.with_keys(keys),
    };
    let request = match read.limit.and_then(|limit| i64::try_from(limit).ok()) {
        Some(limit) => request.set_limit(limit),
        None => request,
    };
    fill(page, tx.read(request.build()).await?).await
}

/// A page of the rows that were found.
async fn fill(mut page: Page, mut found: ResultSet) -> Result<Page, GoogleError> {
    while !page.is_full()
        && let Some(row) = found.next().await
    {
        page.push(row?.into_values().into_iter().map(plain).collect());
    }
    Ok(page)
}
