//! A started scan: what to read next, and the rows in order.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::marker::PhantomData;
use std::mem;

use super::error::{ScanError, ScanErrorKind};
use super::merge::{Merge, PageRead};
use super::plan::Plan;
use crate::client_types::KeyRange;
use crate::column::ops::{Found, Reads};
use crate::dialect::Dialect;
use crate::keys::order::encode;
use crate::row::SpannerTable;
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
use crate::row::TableKey;
use crate::row::read::{RowSource, read_from};
use crate::scan_request::Scan;
use crate::schema::{ColumnDef, KeyPart, TableDef};
use crate::statement::Sql;
use crate::value::{ValueError, WireValue};

/// A read that a scan needs. Its parts are those of Spanner's own `Read` call.
///
/// ```
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
/// }
///
/// let read = &Country::scan().limit(10).start()?.pending()[0];
/// assert_eq!((read.table.as_ref(), read.columns.as_slice(), read.limit), ("Country", &["code"][..], Some(10)));
/// # Ok::<(), spanner_keys::scan::ScanError>(())
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Read {
    /// Which read this is, for [`ScanCursor::supply`].
    pub id: usize,
    /// The table, with its schema.
    pub table: Cow<'static, str>,
    /// The index to read from, with its schema; `None` is the table itself.
    pub index: Option<String>,
    /// The columns to read.
    pub columns: Vec<&'static str>,
    /// The keys to read at.
    pub keys: ReadKeys,
    /// The maximum number of rows to read; never 0, which means no limit to Spanner.
    pub limit: Option<usize>,
    /// How many rows at the beginning were already received.
    again: usize,
    /// How many bytes of other rows there should be.
    bytes: usize,
}

impl fmt::Debug for Read {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Read");
        out.field("id", &self.id).field("table", &self.table).field("index", &self.index);
        out.field("columns", &self.columns);
        // The values of an index may be secrets.
        if self.index.is_none() {
            out.field("keys", &self.keys);
        }
        out.field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Read {
    /// An empty page for the rows of this read.
    #[must_use]
    pub const fn page(&self) -> Page {
        Page { id: self.id, rows: Vec::new(), again: self.again, left: self.bytes, is_full: false }
    }
}

/// The rows of a [`Read`], as they arrive. A scan keeps the size of its rows in memory
/// [bounded](crate::Scan::buffer): a page that is full is [supplied](ScanCursor::supply_page) as it
/// is, and the rest of its read is dropped and read later.
///
/// ```
/// use spanner_keys::SpannerTable;
/// use spanner_keys::value::WireValue;
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
/// }
///
/// let mut cursor = Country::scan().buffer(100).start()?;
/// let read = cursor.pending().remove(0);
/// let mut page = read.page();
/// for code in ["CH", "FR", "NZ"] {
///     page.push(vec![WireValue::Text(code.repeat(30))]);
///     if page.is_full() {
///         break;
///     }
/// }
/// cursor.supply_page(page)?;
/// assert_eq!(cursor.next().transpose()?.map(|country| country.code), Some("CH".repeat(30)));
/// # Ok::<(), spanner_keys::scan::ScanError>(())
/// ```
#[derive(Clone)]
pub struct Page {
    id: usize,
    rows: Vec<Vec<WireValue>>,
    again: usize,
    /// How many more bytes fit.
    left: usize,
    is_full: bool,
}

impl fmt::Debug for Page {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the rows, whose values may be secrets.
        let mut out = out.debug_struct("Page");
        out.field("id", &self.id).field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

impl Page {
    /// Adds a row, with the values in the order of [`Read::columns`].
    pub fn push(&mut self, row: Vec<WireValue>) {
        if self.rows.len() >= self.again {
            let bytes = row.iter().map(memory).sum();
            self.is_full = bytes >= self.left;
            self.left = self.left.saturating_sub(bytes);
        }
        self.rows.push(row);
    }

    /// Whether no more rows should be read.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.is_full
    }
}

/// How much memory a value needs, about.
fn memory(value: &WireValue) -> usize {
    size_of::<WireValue>()
        + match value {
            WireValue::Text(text) => text.len(),
            WireValue::List(items) => items.iter().map(memory).sum(),
            WireValue::Null | WireValue::Boolean(_) | WireValue::Number(_) => 0,
        }
}

/// The keys of a [`Read`].
#[derive(Clone, Debug, PartialEq)]
pub enum ReadKeys {
    /// A range of the table's keys, or of the index's.
    Range(KeyRange),
    /// Whole primary keys, each of one row.
    Points(Vec<Vec<WireValue>>),
    /// Not keys but a query, which returns the same columns: for a scan that is
    /// [reversed](crate::Scan::reverse) or has a [filter](crate::Scan::filter).
    Query(Sql),
}

/// A scan that was started. It does no I/O: the caller runs the [pending](Self::pending) reads,
/// [supplies](Self::supply) their rows, and gets the [next](Self::next) row in the order of the key.
///
/// All reads of a scan must see one snapshot of the database: use one read-only transaction for
/// them.
///
/// ```
/// use spanner_keys::SpannerTable;
/// use spanner_keys::scan::{Read, ReadKeys, ScanError};
/// use spanner_keys::value::WireValue;
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(shard = 2)]
///     shard: i64,
///     #[key]
///     at: String,
/// }
///
/// /// A database of two rows, one in each shard.
/// fn read(read: &Read) -> Vec<Vec<WireValue>> {
///     let ReadKeys::Range(range) = &read.keys else { return vec![] };
///     let shard = range.start[0].clone();
///     let at = if shard == WireValue::Text("0".into()) { "Tuesday" } else { "Monday" };
///     vec![vec![shard, WireValue::Text(at.into())]]
/// }
///
/// let mut cursor = Event::scan().start()?;
/// let mut days = Vec::new();
/// loop {
///     let pending = cursor.pending();
///     if pending.is_empty() {
///         match cursor.next() {
///             Some(event) => days.push(event?.at),
///             None => break,
///         }
///     }
///     for pending in pending {
///         cursor.supply(pending.id, read(&pending))?;
///     }
/// }
/// assert_eq!(days, ["Monday", "Tuesday"]);
/// # Ok::<(), ScanError>(())
/// ```
pub struct ScanCursor<T> {
    merge: Merge<'static>,
    /// The columns of the reads that are merged, by position.
    columns: Vec<usize>,
    page: usize,
    /// How many bytes the rows of one read may have.
    bytes: usize,
    #[cfg_attr(
        not(any(feature = "gcloud-spanner", feature = "google-cloud-spanner")),
        expect(dead_code, reason = "only the clients run reads")
    )]
    pub(crate) concurrency: usize,
    /// How many more rows the limit allows.
    left: Option<usize>,
    /// For an index that lacks some columns.
    lookup: Option<Lookup>,
    /// Of the key of the row that is read, for an error. Kept because its memory is used again.
    given: Vec<WireValue>,
    row: PhantomData<fn() -> T>,
}

/// Whole rows for those of an index.
#[derive(Debug)]
struct Lookup {
    /// Where in a row of the index the columns of the primary key are.
    key: Vec<usize>,
    pending: Option<PointReads>,
    /// Rows in the order of the index.
    ready: VecDeque<Vec<WireValue>>,
}

#[derive(Debug)]
struct PointReads {
    id: usize,
    /// In the order of the index.
    keys: VecDeque<Vec<WireValue>>,
    /// Rows that arrived before their turn, by the bytes of their keys.
    early: HashMap<Vec<u8>, Vec<WireValue>>,
}

impl<T> fmt::Debug for ScanCursor<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the rows, whose values may be secrets.
        let route = &self.merge.plan().route;
        let mut out = out.debug_struct("ScanCursor");
        out.field("table", &route.table.path())
            .field("index", &route.index_path())
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}

impl<T: SpannerTable> ScanCursor<T> {
    pub(super) fn new<P>(
        plan: Plan<'static>,
        dialect: Dialect,
        scan: &Scan<T, P>,
    ) -> Result<Self, ScanError> {
        let table = plan.route.table;
        let is_query = scan.reverse || !scan.filters.is_empty();
        let queries = is_query.then(|| scan.style());
        // A query returns all columns, wherever they are.
        let (columns, lookup) = if is_query || plan.route.is_covering() {
            ((0..table.columns.len()).collect(), None)
        } else {
            let columns: Vec<usize> = plan.route.stops.iter().map(|stop| stop.at).collect();
            let key = table
                .key
                .iter()
                .filter_map(|part| columns.iter().position(|at| *at == part.column))
                .collect();
            (columns, Some(Lookup { key, pending: None, ready: VecDeque::new() }))
        };
        let merge = Merge::new(plan, dialect, &columns, queries)?;
        let bytes = scan.buffer / merge.streams().max(1);
        let &Scan { page, concurrency, limit, .. } = scan;
        let given = Vec::new();
        let (left, row) = (limit, PhantomData);
        Ok(Self { merge, columns, page, bytes, concurrency, left, lookup, given, row })
    }

    /// The reads that [`next`](Self::next) waits for; empty when the next row is known. They can
    /// run at the same time. The same reads, with the same ids, are returned until their rows are
    /// [supplied](Self::supply).
    pub fn pending(&mut self) -> Vec<Read> {
        if let Some(lookup) = &self.lookup {
            if !lookup.ready.is_empty() {
                return Vec::new();
            }
            if let Some(points) = &lookup.pending {
                return vec![self.points_read(points)];
            }
        }
        if self.left == Some(0) {
            return Vec::new();
        }
        let pages = self.merge.pending(self.page, self.left);
        if pages.is_empty() {
            self.look_up()
        } else {
            pages.into_iter().map(|page| self.range_read(page)).collect()
        }
    }

    fn range_read(&self, PageRead { id, keys, limit, again }: PageRead) -> Read {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        let columns = self.columns.iter().map(|at| table.columns[*at].name).collect();
        let index = self.merge.plan().route.index_path();
        Read {
            id,
            table: table.path(),
            index,
            columns,
            keys,
            limit: Some(limit),
            again,
            bytes: self.bytes,
        }
    }

    /// Reads the table's rows for the next rows of the index, as far as their order is known.
    fn look_up(&mut self) -> Vec<Read> {
        let Some(lookup) = &mut self.lookup else { return Vec::new() };
        let mut keys = VecDeque::new();
        while keys.len() < self.page && self.left != Some(0) && self.merge.is_ready() {
            let Some(mut row) = self.merge.pop() else { break };
            self.left = self.left.map(|left| left - 1);
            keys.push_back(
                lookup.key.iter().map(|at| mem::replace(&mut row[*at], WireValue::Null)).collect(),
            );
        }
        if keys.is_empty() {
            return Vec::new();
        }
        let id = self.merge.new_id();
        lookup.pending = Some(PointReads { id, keys, early: HashMap::new() });
        self.lookup
            .iter()
            .filter_map(|lookup| Some(self.points_read(lookup.pending.as_ref()?)))
            .collect()
    }

    /// A read of the rows with these keys.
    fn points_read(&self, points: &PointReads) -> Read {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        Read {
            id: points.id,
            table: table.path(),
            index: None,
            columns: table.columns.iter().map(|column| column.name).collect(),
            keys: ReadKeys::Points(points.keys.iter().take(points.asked()).cloned().collect()),
            limit: None,
            again: 0,
            bytes: self.bytes,
        }
    }

    /// Supplies the rows of one read, with the values in the order of [`Read::columns`]. Fewer rows
    /// than [`Read::limit`] mean that the range is exhausted.
    pub fn supply(&mut self, read: usize, rows: Vec<Vec<WireValue>>) -> Result<(), ScanError> {
        self.receive(read, rows, false)
    }

    /// Supplies the rows of one read, which has ended, or was stopped because the page is full.
    pub fn supply_page(&mut self, page: Page) -> Result<(), ScanError> {
        self.receive(page.id, page.rows, page.is_full)
    }

    fn receive(
        &mut self,
        read: usize,
        rows: Vec<Vec<WireValue>>,
        is_cut: bool,
    ) -> Result<(), ScanError> {
        let Some(lookup) = self.lookup.as_mut() else {
            return self.merge.supply(read, rows, is_cut);
        };
        match &mut lookup.pending {
            Some(points) if points.id == read => {
                let wanted = points.keys.len() - points.asked();
                points.receive(&T::TABLE, rows, &mut lookup.ready)?;
                if !is_cut && points.keys.len() > wanted {
                    // They stay pending: without them the scan would skip rows.
                    return Err(self
                        .merge
                        .plan()
                        .route
                        .error(None, ScanErrorKind::MissingFromTable));
                }
                points.id = self.merge.new_id();
                lookup.pending.take_if(|points| points.keys.is_empty());
                Ok(())
            }
            _ => self.merge.supply(read, rows, is_cut),
        }
    }

    /// The next row in the order of the key; `None` after the last row. Call it only when no read is
    /// [pending](Self::pending).
    #[expect(clippy::should_implement_trait, reason = "an iterator could not wait for the reads")]
    pub fn next(&mut self) -> Option<Result<T, ScanError>> {
        let too_early =
            || Some(Err(self.merge.plan().route.error(None, ScanErrorKind::StillPending)));
        let row = match &mut self.lookup {
            Some(lookup) => match lookup.ready.pop_front() {
                Some(row) => row,
                None if lookup.pending.is_some() => return too_early(),
                None if self.left == Some(0) => return None,
                None if self.merge.is_ready() && !self.merge.has_rows() => return None,
                None => return too_early(),
            },
            None if self.left == Some(0) => return None,
            None if !self.merge.is_ready() => return too_early(),
            None => {
                let row = self.merge.pop()?;
                self.left = self.left.map(|left| left - 1);
                row
            }
        };
        Some(read_row(row, &mut self.given))
    }
}

/// Rows by their keys, in one read.
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
pub(crate) struct Points {
    keys: Vec<Vec<WireValue>>,
}

#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
impl Points {
    pub(crate) fn new<T: SpannerTable>(keys: impl IntoIterator<Item = T::Key>) -> Self {
        Self { keys: keys.into_iter().map(TableKey::into_values).collect() }
    }

    /// The read, unless there are no keys.
    pub(crate) fn read<T: SpannerTable>(&self) -> Option<Read> {
        (!self.keys.is_empty()).then(|| Read {
            id: 0,
            table: T::TABLE.path().into_owned().into(),
            index: None,
            columns: T::COLUMNS.to_vec(),
            keys: ReadKeys::Points(self.keys.clone()),
            limit: None,
            again: 0,
            bytes: usize::MAX,
        })
    }

    /// The rows that were found, in the order of the keys.
    pub(crate) fn rows<T: SpannerTable>(self, page: Page) -> Result<Vec<T>, ScanError> {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        let mut found = HashMap::new();
        for row in page.rows {
            let key = code(table, table.key.iter().map(|part| row.get(part.column)))?;
            found.insert(key, row);
        }
        let (mut rows, mut kept) = (Vec::with_capacity(found.len()), Vec::new());
        for key in &self.keys {
            // A key that is given twice has one row.
            if let Some(row) = found.remove(&code(table, key.iter().map(Some))?) {
                rows.push(read_row(row, &mut kept)?);
            }
        }
        Ok(rows)
    }
}

impl PointReads {
    /// How many keys are read. If rows arrived before their turn, there was no room for all: then
    /// only the row that is next.
    fn asked(&self) -> usize {
        if self.early.is_empty() { self.keys.len() } else { 1 }
    }

    /// Puts rows, which arrive in any order, into the order of the keys.
    fn receive(
        &mut self,
        table: &TableDef<'_>,
        rows: Vec<Vec<WireValue>>,
        ready: &mut VecDeque<Vec<WireValue>>,
    ) -> Result<(), ScanError> {
        for row in rows {
            let key = code(table, table.key.iter().map(|part| row.get(part.column)))?;
            self.early.insert(key, row);
        }
        while let Some(key) = self.keys.front() {
            let Some(row) = self.early.remove(&code(table, key.iter().map(Some))?) else {
                break;
            };
            ready.push_back(row);
            self.keys.pop_front();
        }
        Ok(())
    }
}

/// A primary key as bytes, to compare it with others.
fn code<'v>(
    table: &TableDef<'_>,
    key: impl Iterator<Item = Option<&'v WireValue>>,
) -> Result<Vec<u8>, ScanError> {
    let mut code = Vec::new();
    for (part, value) in table.key.iter().zip(key) {
        let Some(column) = table.columns.get(part.column) else { continue };
        value
            .ok_or(ValueError::Missing)
            .and_then(|value| encode(value, column.ty, false, &mut code))
            .map_err(|error| ScanError::new(table, None, Some(column.name), error))?;
    }
    Ok(code)
}

/// A row of all columns, in the order of the table's, whose values are read. An error needs the key, so
/// that is kept.
struct WholeRow<'a> {
    values: Vec<WireValue>,
    key: &'static [KeyPart<'static>],
    /// The parts of the key that were given away. Their memory is used again for the next row.
    given: &'a mut Vec<WireValue>,
    /// How many columns were read.
    read: usize,
}

impl RowSource for WholeRow<'_> {
    fn find(&mut self, at: usize, _: &ColumnDef<'static>, reads: Reads) -> Found<'_> {
        self.read = at + 1;
        let Some(value) = self.values.get_mut(at) else { return Found::Nothing };
        if reads == Reads::Lent {
            return Found::Lent(value.lend());
        }
        if let Some(part) = self.key.iter().position(|part| part.column == at) {
            if self.given.len() <= part {
                self.given.resize(part + 1, WireValue::Null);
            }
            match (&mut self.given[part], &*value) {
                (WireValue::Text(given), WireValue::Text(text)) => given.clone_from(text),
                (given, value) => *given = value.clone(),
            }
        }
        Found::Owned(mem::replace(value, WireValue::Null))
    }
}

impl WholeRow<'_> {
    #[cold]
    fn key(&self) -> Vec<WireValue> {
        let value = |(at, part): (usize, &KeyPart<'_>)| match self.values.get(part.column)? {
            WireValue::Null if part.column < self.read => {
                Some(self.given.get(at).cloned().unwrap_or(WireValue::Null))
            }
            value => Some(value.clone()),
        };
        self.key.iter().enumerate().filter_map(value).collect()
    }
}

/// A row of all columns, in the order of the table's.
fn read_row<T: SpannerTable>(
    values: Vec<WireValue>,
    given: &mut Vec<WireValue>,
) -> Result<T, ScanError> {
    let mut row = WholeRow { values, key: const { T::TABLE.key }, given, read: 0 };
    read_from(&mut row).map_err(|error| ScanError::from(error).in_row(row.key()))
}
