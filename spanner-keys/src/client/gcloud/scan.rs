//! Scans: runs the pending reads of a cursor, many shards at once.

use futures_util::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use gcloud_spanner::client::{Client, Error as GcloudError};
use gcloud_spanner::key::{Key, KeyRange, KeySet};
use gcloud_spanner::transaction::{CallOptions, ReadOptions, Transaction};
use gcloud_spanner::value::{Timestamp, TimestampBound};

use super::Error;
use super::wire::values;
use crate::client_types::{ClientKey as _, ClientKeyRange as _};
use crate::row::SpannerTable;
use crate::scan::{Read, ReadKeys, Scan, ScanCursor};
use crate::value::WireValue;

/// How many reads run at the same time. Each needs a session, and this is the initial size of the
/// client's pool.
const AT_ONCE: usize = 16;

/// Reads the rows of a scan in their order, as one snapshot of the database.
///
/// The first read fixes the time, and all others see the database as it was then, whatever is
/// written meanwhile. The shards are read at the same time, up to 16 of them. Nothing is read
/// before the stream is polled, and then one page after the other, as they are needed. If the
/// stream is not polled for longer than the database keeps old versions, which is an hour by default,
/// it ends with an error.
///
/// ```no_run
/// use futures_util::TryStreamExt;
/// use gcloud_spanner::client::Client;
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::gcloud::{Error, scan};
///
/// #[derive(SpannerTable)]
/// struct Visit {
///     #[key(shard = 16)]
///     shard: i64,
///     #[key]
///     user: String,
///     #[key]
///     number: i64,
/// }
///
/// async fn first_visits(client: &Client) -> Result<Vec<Visit>, Error> {
///     scan(client, Visit::scan().starting_at(("ada",)).limit(10)).try_collect().await
/// }
///
/// async fn count(client: &Client) -> Result<usize, Error> {
///     let mut visits = scan(client, Visit::scan());
///     let mut count = 0;
///     while let Some(_visit) = visits.try_next().await? {
///         count += 1; // only a page of each shard is in memory
///     }
///     Ok(count)
/// }
/// ```
pub fn scan<T: SpannerTable>(
    client: &Client,
    scan: Scan<T>,
) -> impl Stream<Item = Result<T, Error>> + Send + Unpin + use<T> {
    let snapshot = Snapshot { client: client.clone(), time: None };
    Box::pin(stream::try_unfold((snapshot, scan.start()), |(mut snapshot, cursor)| async move {
        let mut cursor = cursor?;
        loop {
            let pending = cursor.pending();
            if pending.is_empty() {
                break;
            }
            for page in snapshot.read(pending).await? {
                cursor.supply(page.id, page.rows)?;
            }
        }
        Ok(next(cursor)?.map(|(row, cursor)| (row, (snapshot, Ok(cursor)))))
    }))
}

/// Reads the rows of a scan in their order, inside your own transaction: one page after the
/// other.
///
/// Use a read-only or a read-write transaction. One from [`Client::single`] is for a single read,
/// and every page would see a different snapshot.
///
/// ```no_run
/// use futures_util::TryStreamExt;
/// use gcloud_spanner::client::{Client, Error};
/// use spanner_keys::SpannerTable;
/// use spanner_keys::client::gcloud::{find, scan_in};
///
/// #[derive(SpannerTable)]
/// struct Account {
///     #[key]
///     name: String,
///     balance: i64,
/// }
///
/// async fn total(client: &Client) -> Result<i64, Error> {
///     let mut tx = client.read_only_transaction().await?;
///     let total = scan_in(&mut tx, Account::scan()).try_fold(0, async |sum, account| Ok(sum + account.balance)).await?;
///     let cash = find::<Account>(&mut tx, AccountKey { name: "cash".into() }).await?;
///     Ok(total - cash.map_or(0, |account| account.balance))
/// }
/// ```
pub fn scan_in<T: SpannerTable>(
    tx: &mut Transaction,
    scan: Scan<T>,
) -> impl Stream<Item = Result<T, Error>> + Send + Unpin {
    Box::pin(stream::try_unfold((tx, scan.start()), |(tx, cursor)| async move {
        let mut cursor = cursor?;
        loop {
            let pending = cursor.pending();
            if pending.is_empty() {
                break;
            }
            for read in pending {
                let page = read_page(tx, read).await?;
                cursor.supply(page.id, page.rows)?;
            }
        }
        Ok(next(cursor)?.map(|(row, cursor)| (row, (tx, Ok(cursor)))))
    }))
}

/// The next row, and the rest of the scan.
fn next<T: SpannerTable>(mut cursor: ScanCursor<T>) -> Result<Option<(T, ScanCursor<T>)>, Error> {
    Ok(cursor.next().transpose()?.map(|row| (row, cursor)))
}

/// The result of one read.
struct Page {
    id: usize,
    rows: Vec<Vec<WireValue>>,
    /// The time of the snapshot; unknown in read-write transactions.
    time: Option<Timestamp>,
}

/// The database at one time.
struct Snapshot {
    client: Client,
    /// Fixed by the first read.
    time: Option<Timestamp>,
}

impl Snapshot {
    async fn read(&mut self, pending: Vec<Read>) -> Result<Vec<Page>, Error> {
        let mut pending = pending.into_iter();
        let mut pages = Vec::with_capacity(pending.len());
        if self.time.is_none() {
            // The first read returns its time, so a scan of one page is one call.
            if let Some(read) = pending.next() {
                let page = read_page(&mut *self.client.single().await?, read).await?;
                self.time.clone_from(&page.time);
                pages.push(page);
            }
        }
        let rest = pending.map(|read| self.read_then(read));
        pages.append(&mut stream::iter(rest).buffer_unordered(AT_ONCE).try_collect().await?);
        Ok(pages)
    }

    /// One more read, at the time of the first.
    async fn read_then(&self, read: Read) -> Result<Page, Error> {
        let no_time = || {
            GcloudError::InvalidConfig(
                "the first read of a scan did not return its time".to_owned(),
            )
        };
        let time = self.time.clone().ok_or_else(no_time)?;
        let mut tx =
            self.client.single_with_timestamp_bound(TimestampBound::read_timestamp(time)).await?;
        read_page(&mut tx, read).await
    }
}

async fn read_page(tx: &mut Transaction, read: Read) -> Result<Page, Error> {
    let Read { id, table, index, columns, keys, limit } = read;
    let keys: KeySet = match keys {
        ReadKeys::Range(range) => KeyRange::from_range(range).into(),
        ReadKeys::Points(keys) => keys.into_iter().map(Key::from_values).collect::<Vec<_>>().into(),
    };
    let options = ReadOptions {
        index: index.unwrap_or_default(),
        // To the client, 0 means no limit.
        limit: limit.map_or(0, |rows| i64::try_from(rows).unwrap_or(i64::MAX)),
        call_options: CallOptions::default(),
    };
    let mut found =
        tx.read_with_option(&table, &columns, keys, options).await.map_err(GcloudError::from)?;
    let mut rows = Vec::new();
    while let Some(row) = found.next().await.map_err(GcloudError::from)? {
        rows.push(values(&row, columns.len()).map_err(GcloudError::from)?);
    }
    let time =
        found.read_timestamp().map(|time| Timestamp { seconds: time.seconds, nanos: time.nanos });
    Ok(Page { id, rows, time })
}
