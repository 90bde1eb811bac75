//! A started scan: what to read next, and the rows in order.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::marker::PhantomData;

use super::error::{ScanError, ScanErrorKind};
use super::merge::{Merge, PageRead};
use super::plan::Plan;
use crate::client_types::KeyRange;
use crate::dialect::Dialect;
use crate::keys::order::encode;
use crate::row::{RowValues, SpannerTable};
use crate::schema::TableDef;
use crate::value::{RowError, ValueError, WireValue};

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
#[derive(Clone, Debug, PartialEq)]
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
}

/// The keys of a [`Read`].
#[derive(Clone, Debug, PartialEq)]
pub enum ReadKeys {
    /// A range of the table's keys, or of the index's.
    Range(KeyRange),
    /// Whole primary keys, each of one row.
    Points(Vec<Vec<WireValue>>),
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
    /// How many more rows the limit allows.
    left: Option<usize>,
    /// For an index that lacks some columns.
    lookup: Option<Lookup>,
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
    keys: Vec<Vec<WireValue>>,
}

impl<T> fmt::Debug for ScanCursor<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("ScanCursor");
        out.field("merge", &self.merge)
            .field("left", &self.left)
            .field("lookup", &self.lookup)
            .finish_non_exhaustive()
    }
}

impl<T: SpannerTable> ScanCursor<T> {
    pub(super) fn new(
        plan: Plan<'static>,
        dialect: Dialect,
        page: usize,
        limit: Option<usize>,
    ) -> Result<Self, ScanError> {
        let table = plan.route.table;
        let (columns, lookup) = if plan.route.is_covering() {
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
        let merge = Merge::new(plan, dialect, &columns)?;
        Ok(Self { merge, columns, page, left: limit, lookup, row: PhantomData })
    }

    /// The reads that [`next`](Self::next) waits for; empty when the next row is known. They can
    /// run at the same time. The same reads, with the same ids, are returned until their rows are
    /// [supplied](Self::supply).
    pub fn pending(&mut self) -> Vec<Read> {
        if let Some(lookup) = &self.lookup {
            if let Some(points) = &lookup.pending {
                return vec![points_read::<T>(points)];
            }
            if !lookup.ready.is_empty() {
                return Vec::new();
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

    fn range_read(&self, PageRead { id, range, limit }: PageRead) -> Read {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        let columns = self.columns.iter().map(|at| table.columns[*at].name).collect();
        let index = self.merge.plan().route.index_path();
        Read {
            id,
            table: table.path(),
            index,
            columns,
            keys: ReadKeys::Range(range),
            limit: Some(limit),
        }
    }

    /// Reads the table's rows for the next rows of the index, as far as their order is known.
    fn look_up(&mut self) -> Vec<Read> {
        let Some(lookup) = &mut self.lookup else { return Vec::new() };
        let mut keys = Vec::new();
        while keys.len() < self.page && self.left != Some(0) && self.merge.is_ready() {
            let Some(mut row) = self.merge.pop() else { break };
            self.left = self.left.map(|left| left - 1);
            keys.push(
                lookup
                    .key
                    .iter()
                    .map(|at| std::mem::replace(&mut row[*at], WireValue::Null))
                    .collect(),
            );
        }
        if keys.is_empty() {
            return Vec::new();
        }
        let points = lookup.pending.insert(PointReads { id: self.merge.new_id(), keys });
        vec![points_read::<T>(points)]
    }

    /// Supplies the rows of one read, with the values in the order of [`Read::columns`]. Fewer rows
    /// than [`Read::limit`] mean that the range is exhausted.
    pub fn supply(&mut self, read: usize, rows: Vec<Vec<WireValue>>) -> Result<(), ScanError> {
        let answered = self
            .lookup
            .as_mut()
            .and_then(|lookup| lookup.pending.take_if(|points| points.id == read));
        let Some(points) = answered else { return self.merge.supply(read, rows) };
        let found = self.find(&points, rows);
        if let Some(lookup) = &mut self.lookup {
            match found {
                Ok(rows) => lookup.ready = rows,
                Err(error) => {
                    // They stay pending: without them the scan would skip rows.
                    lookup.pending = Some(points);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Puts rows, which arrive in any order, into the order of the keys.
    fn find(
        &self,
        points: &PointReads,
        rows: Vec<Vec<WireValue>>,
    ) -> Result<VecDeque<Vec<WireValue>>, ScanError> {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        let at_key: Vec<usize> = table.key.iter().map(|part| part.column).collect();
        let mut found = HashMap::with_capacity(rows.len());
        for row in rows {
            let key = code(table, at_key.iter().map(|at| row.get(*at)));
            found.insert(key?, row);
        }
        let mut ready = VecDeque::with_capacity(points.keys.len());
        for key in &points.keys {
            let Some(row) = found.remove(&code(table, key.iter().map(Some))?) else {
                return Err(self.merge.plan().route.error(None, ScanErrorKind::MissingFromTable));
            };
            ready.push_back(row);
        }
        Ok(ready)
    }

    /// The next row in the order of the key; `None` after the last row. Call it only when no read is
    /// [pending](Self::pending).
    #[expect(clippy::should_implement_trait, reason = "an iterator could not wait for the reads")]
    pub fn next(&mut self) -> Option<Result<T, ScanError>> {
        let too_early =
            || Some(Err(self.merge.plan().route.error(None, ScanErrorKind::StillPending)));
        let row = match &mut self.lookup {
            Some(Lookup { pending: Some(_), .. }) => return too_early(),
            Some(lookup) => match lookup.ready.pop_front() {
                Some(row) => row,
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
        Some(read_row(row).map_err(ScanError::from))
    }
}

fn points_read<T: SpannerTable>(points: &PointReads) -> Read {
    let table: &'static TableDef<'static> = const { &T::TABLE };
    let columns = table.columns.iter().map(|column| column.name).collect();
    Read {
        id: points.id,
        table: table.path(),
        index: None,
        columns,
        keys: ReadKeys::Points(points.keys.clone()),
        limit: None,
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

/// A row of all columns, in the order of the table's.
fn read_row<T: SpannerTable>(mut row: Vec<WireValue>) -> Result<T, RowError> {
    let table: &'static TableDef<'static> = const { &T::TABLE };
    let mut next = 0;
    T::read(&mut RowValues::new(table, &mut |name| {
        // Fields are nearly always taken in the order of the columns.
        let is_next = table.columns.get(next).is_some_and(|column| column.name == name);
        let at = if is_next {
            next
        } else {
            table.columns.iter().position(|column| column.name == name)?
        };
        next = at + 1;
        row.get_mut(at).map(|value| std::mem::replace(value, WireValue::Null))
    }))
}
