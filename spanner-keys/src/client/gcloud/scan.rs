//! Scans: runs the pending reads of a cursor, many shards at once.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use gcloud_spanner::client::{Client, Error as GcloudError};
use gcloud_spanner::key::{Key, KeyRange, KeySet};
use gcloud_spanner::reader::{Reader, RowIterator};
use gcloud_spanner::session::SessionError;
use gcloud_spanner::statement::Statement;
use gcloud_spanner::transaction::{CallOptions, ReadOptions, Transaction};
use gcloud_spanner::transaction_ro::{BatchReadOnlyTransaction, ReadOnlyTransaction};
use gcloud_spanner::transaction_rw::ReadWriteTransaction;
use gcloud_spanner::value::{Timestamp, TimestampBound};

use super::Error;
use super::wire::values;
use crate::client::item;
use crate::client_types::{ClientKey as _, ClientKeyRange as _, ClientStatement as _};
use crate::row::SpannerTable;
use crate::scan::{Page, Read, ReadKeys, Scan, ScanCursor, ScanError, ScanErrorKind};

/// How long a scan without a session waits for one. The client itself gives up after a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads the rows of a scan in their order, as one snapshot of the database.
///
/// The first read fixes the time, and all others see the database as it was then, whatever is
/// written meanwhile. [Some shards](Scan::concurrency) are read at the same time, each with a session
/// of the client. A scan that gets fewer sessions uses those, and one without any waits for up
/// to a minute. Nothing is read before the stream is polled, and then one page after the other, as they
/// are needed. No session is taken while the stream is not polled.
///
/// A row that cannot be read is one error, and the stream continues; after any other error it ends. If
/// the stream is not polled for longer than the database keeps old versions, which is an hour by
/// default, it ends with an error.
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
pub fn scan<T: SpannerTable, P>(
    client: &Client,
    scan: Scan<T, P>,
) -> impl Stream<Item = Result<T, Error>> + Send + Unpin + use<T, P> {
    let snapshot = Snapshot { client: client.clone(), time: None };
    Box::pin(
        stream::unfold(Some((snapshot, scan.start())), |state| async move {
            let (mut snapshot, cursor) = state?;
            let mut cursor = match cursor {
                Ok(cursor) => cursor,
                Err(error) => return Some((Err(error.into()), None)),
            };
            let row = snapshot.next(&mut cursor).await;
            item(row, (snapshot, Ok(cursor)))
        })
        .fuse(),
    )
}

/// Reads the rows of a scan in their order, inside your own transaction: one page after the
/// other.
///
/// Use a read-only or a read-write transaction. One from [`Client::single`] is for a single read, and
/// every page would see a different snapshot: the stream is then one error, and nothing is read.
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
pub fn scan_in<T: SpannerTable, P>(
    tx: &mut impl MultiReadTransaction,
    scan: Scan<T, P>,
) -> impl Stream<Item = Result<T, Error>> + Send + Unpin {
    let start = match tx.for_many_reads() {
        Some(tx) => scan.start().map(|cursor| (tx, cursor)),
        None => Err(ScanError::new(&T::TABLE, None, None, ScanErrorKind::SingleUse)),
    };
    Box::pin(
        stream::unfold(Some(start), |state| async move {
            let (tx, mut cursor) = match state? {
                Ok(state) => state,
                Err(error) => return Some((Err(error.into()), None)),
            };
            let row = next_in(tx, &mut cursor).await;
            item(row, Ok((tx, cursor)))
        })
        .fuse(),
    )
}

async fn next_in<T: SpannerTable>(
    tx: &mut Transaction,
    cursor: &mut ScanCursor<T>,
) -> Result<Option<Result<T, ScanError>>, Error> {
    loop {
        let pending = cursor.pending();
        if pending.is_empty() {
            return Ok(cursor.next());
        }
        for read in pending {
            cursor.supply_page(read_page(tx, read).await?.0)?;
        }
    }
}

/// A transaction that [`scan_in`] can read in: read-only or read-write. It cannot be implemented
/// elsewhere.
#[diagnostic::on_unimplemented(
    message = "a scan cannot read in `{Self}`",
    note = "use a `ReadOnlyTransaction` from `read_only_transaction`, or a `ReadWriteTransaction`"
)]
pub trait MultiReadTransaction: sealed::MultiRead {}

impl MultiReadTransaction for ReadOnlyTransaction {}
impl MultiReadTransaction for BatchReadOnlyTransaction {}
impl MultiReadTransaction for ReadWriteTransaction {}

mod sealed {
    use super::{BatchReadOnlyTransaction, ReadOnlyTransaction, ReadWriteTransaction, Transaction};

    pub trait MultiRead {
        /// The transaction, if all of its reads see the same snapshot.
        fn for_many_reads(&mut self) -> Option<&mut Transaction>;
    }

    impl MultiRead for ReadOnlyTransaction {
        fn for_many_reads(&mut self) -> Option<&mut Transaction> {
            // A transaction that was begun knows its time, one for a single read does not.
            self.rts.is_some().then_some(&mut **self)
        }
    }

    impl MultiRead for BatchReadOnlyTransaction {
        fn for_many_reads(&mut self) -> Option<&mut Transaction> {
            ReadOnlyTransaction::for_many_reads(self)
        }
    }

    impl MultiRead for ReadWriteTransaction {
        fn for_many_reads(&mut self) -> Option<&mut Transaction> {
            Some(self)
        }
    }
}

/// The database at one time.
struct Snapshot {
    client: Client,
    /// Fixed by the first read.
    time: Option<Timestamp>,
}

impl Snapshot {
    async fn next<T: SpannerTable>(
        &mut self,
        cursor: &mut ScanCursor<T>,
    ) -> Result<Option<Result<T, ScanError>>, Error> {
        loop {
            let pending = cursor.pending();
            if pending.is_empty() {
                return Ok(cursor.next());
            }
            for page in self.read(pending, cursor.concurrency).await? {
                cursor.supply_page(page)?;
            }
        }
    }

    async fn read(&mut self, pending: Vec<Read>, at_once: usize) -> Result<Vec<Page>, Error> {
        let mut pending = VecDeque::from(pending);
        let count = pending.len();
        let mut pages = Vec::with_capacity(count);
        if self.time.is_none() {
            // The first read returns its time, so a scan of one page is one call.
            if let Some((read, mut tx)) = pending.pop_front().zip(self.session(true).await?) {
                let (page, time) = read_page(&mut tx, read).await?;
                self.time = time;
                pages.push(page);
                if self.time.is_none() {
                    let text = "the first read of a scan did not return its time";
                    return Err(GcloudError::InvalidConfig(text.to_owned()).into());
                }
            }
        }
        let workers = at_once.min(pending.len());
        let pending = Mutex::new(pending);
        let workers = (0..workers).map(|worker| Box::pin(self.pages(worker == 0, &pending)));
        let mut read = stream::select_all(workers);
        // Workers that still wait for a session when all is read are dropped.
        while pages.len() < count {
            match read.try_next().await? {
                Some(page) => pages.push(page),
                None => break,
            }
        }
        Ok(pages)
    }

    /// Reads one page after the other with one session, while there are any. A worker that is not
    /// the first leaves the reads to the others if there is no session for it.
    fn pages(
        &self,
        is_first: bool,
        pending: &Mutex<VecDeque<Read>>,
    ) -> impl Stream<Item = Result<Page, Error>> + Send {
        stream::try_unfold(None, move |tx| async move {
            let tx = match tx {
                Some(tx) => Some(tx),
                None => self.session(is_first).await?,
            };
            let next = || pending.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some((mut tx, read)) = tx.and_then(|tx| Some((tx, next()?))) else {
                return Ok(None);
            };
            let (page, _) = read_page(&mut tx, read).await?;
            Ok(Some((page, Some(tx))))
        })
    }

    /// A session for reads at the time of the snapshot; `None` if there is none now, and it is not
    /// waited for.
    async fn session(&self, is_needed: bool) -> Result<Option<ReadOnlyTransaction>, Error> {
        let started = Instant::now();
        loop {
            let bound = self.time.clone().map_or_else(TimestampBound::strong_read, |time| {
                TimestampBound::read_timestamp(time)
            });
            match self.client.single_with_timestamp_bound(bound).await {
                Ok(tx) => return Ok(Some(tx)),
                Err(GcloudError::InvalidSession(SessionError::SessionGetTimeout)) if !is_needed => {
                    return Ok(None);
                }
                Err(GcloudError::InvalidSession(SessionError::SessionGetTimeout))
                    if started.elapsed() < PATIENCE => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Reads a page, and the time of its snapshot; unknown in read-write transactions.
pub(super) async fn read_page(
    tx: &mut Transaction,
    read: Read,
) -> Result<(Page, Option<Timestamp>), Error> {
    let page = read.page();
    let Read { table, index, columns, keys, limit, .. } = read;
    let keys: KeySet = match keys {
        ReadKeys::Range(range) => KeyRange::from_range(range).into(),
        ReadKeys::Points(keys) => keys.into_iter().map(Key::from_values).collect::<Vec<_>>().into(),
        ReadKeys::Query(sql) => {
            let found = tx.query(Statement::from_sql(sql)).await.map_err(GcloudError::from)?;
            return fill(page, found, columns.len()).await;
        }
    };
    let options = ReadOptions {
        index: index.unwrap_or_default(),
        // To the client, 0 means no limit.
        limit: limit.map_or(0, |rows| i64::try_from(rows).unwrap_or(i64::MAX)),
        call_options: CallOptions::default(),
    };
    let found =
        tx.read_with_option(&table, &columns, keys, options).await.map_err(GcloudError::from)?;
    fill(page, found, columns.len()).await
}

/// A page of the rows that were found.
async fn fill(
    mut page: Page,
    mut found: RowIterator<'_, impl Reader>,
    columns: usize,
) -> Result<(Page, Option<Timestamp>), Error> {
    while !page.is_full()
        && let Some(row) = found.next().await.map_err(GcloudError::from)?
    {
        page.push(values(&row, columns).map_err(GcloudError::from)?);
    }
    let time =
        found.read_timestamp().map(|time| Timestamp { seconds: time.seconds, nanos: time.nanos });
    Ok((page, time))
}
