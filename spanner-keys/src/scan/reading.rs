//! A scan on its way: what to read next, and the rows in order.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::marker::PhantomData;

use super::KeyRange;
use super::merge::{Ask, Merge};
use super::plan::Plan;
use super::problem::ScanProblem;
use super::route::error;
use crate::dialect::Dialect;
use crate::keys::order::encode;
use crate::schema::TableDef;
use crate::table::{RowValues, SpannerTable};
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
/// let read = &Country::scan().limit(10).start()?.wanted()[0];
/// assert_eq!((read.table.as_ref(), read.columns.as_slice(), read.limit), ("Country", &["code"][..], Some(10)));
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Which read this is, for [`Reading::give`].
    pub id: usize,
    /// The table, with its schema.
    pub table: Cow<'static, str>,
    /// The index to read from, with its schema; `None` is the table itself.
    pub index: Option<String>,
    /// The columns to read.
    pub columns: Vec<&'static str>,
    /// The keys to read at.
    pub keys: ReadKeys,
    /// The most rows to read; never 0, which Spanner takes for no limit.
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

/// A scan that was started. It reads nothing itself: a client does what it [wants](Self::wanted),
/// [gives](Self::give) the rows, and takes the [next](Self::next) ones in the order of the key.
///
/// All reads of a scan must see one snapshot of the database: use one read-only transaction for
/// them.
///
/// ```
/// use spanner_keys::SpannerTable;
/// use spanner_keys::scan::{Read, ReadKeys};
/// use spanner_keys::value::{WireValue, RowError};
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
/// let mut reading = Event::scan().start()?;
/// let mut days = Vec::new();
/// loop {
///     let wanted = reading.wanted();
///     if wanted.is_empty() {
///         match reading.next() {
///             Some(event) => days.push(event?.at),
///             None => break,
///         }
///     }
///     for wanted in wanted {
///         reading.give(wanted.id, read(&wanted))?;
///     }
/// }
/// assert_eq!(days, ["Monday", "Tuesday"]);
/// # Ok::<(), RowError>(())
/// ```
pub struct Reading<T> {
    merge: Merge<'static>,
    /// The columns of the reads that are merged, by position.
    columns: Vec<usize>,
    page: usize,
    /// How many rows the limit leaves.
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
    asked: Option<Points>,
    /// Rows in the order of the index.
    ready: VecDeque<Vec<WireValue>>,
}

#[derive(Debug)]
struct Points {
    id: usize,
    keys: Vec<Vec<WireValue>>,
}

impl<T> fmt::Debug for Reading<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Reading");
        out.field("merge", &self.merge)
            .field("left", &self.left)
            .field("lookup", &self.lookup)
            .finish_non_exhaustive()
    }
}

impl<T: SpannerTable> Reading<T> {
    pub(super) fn new(
        plan: Plan<'static>,
        dialect: Dialect,
        page: usize,
        limit: Option<usize>,
    ) -> Result<Self, RowError> {
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
            (columns, Some(Lookup { key, asked: None, ready: VecDeque::new() }))
        };
        let merge = Merge::new(plan, dialect, &columns)?;
        Ok(Self { merge, columns, page, left: limit, lookup, row: PhantomData })
    }

    /// What has to be read before [`next`](Self::next) can go on; empty when nothing is needed now.
    /// The reads can run at the same time. They are the same, with the same ids, until they are
    /// given.
    pub fn wanted(&mut self) -> Vec<Read> {
        if let Some(lookup) = &self.lookup {
            if let Some(points) = &lookup.asked {
                return vec![points_read::<T>(points)];
            }
            if !lookup.ready.is_empty() {
                return Vec::new();
            }
        }
        if self.left == Some(0) {
            return Vec::new();
        }
        let asks = self.merge.wanted(self.page, self.left);
        if asks.is_empty() {
            self.look_up()
        } else {
            asks.into_iter().map(|ask| self.range_read(ask)).collect()
        }
    }

    fn range_read(&self, Ask { id, range, limit }: Ask) -> Read {
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

    /// Asks for the table's rows of the next rows of the index, as far as their order is known.
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
        let points = lookup.asked.insert(Points { id: self.merge.new_id(), keys });
        vec![points_read::<T>(points)]
    }

    /// The rows of one read, values in the order of [`Read::columns`]. Fewer rows than
    /// [`Read::limit`] mean that the range is exhausted.
    pub fn give(&mut self, read: usize, rows: Vec<Vec<WireValue>>) -> Result<(), RowError> {
        let asked = self
            .lookup
            .as_mut()
            .and_then(|lookup| lookup.asked.take_if(|points| points.id == read));
        let Some(points) = asked else { return self.merge.give(read, rows) };
        let found = self.find(&points, rows);
        if let Some(lookup) = &mut self.lookup {
            match found {
                Ok(rows) => lookup.ready = rows,
                Err(error) => {
                    // They are still wanted: to go on without them would leave rows out.
                    lookup.asked = Some(points);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Puts rows, which come in any order, in the order of the keys that were asked for.
    fn find(
        &self,
        points: &Points,
        rows: Vec<Vec<WireValue>>,
    ) -> Result<VecDeque<Vec<WireValue>>, RowError> {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        let at_key: Vec<usize> = table.key.iter().map(|part| part.column).collect();
        let mut found = HashMap::with_capacity(rows.len());
        for row in rows {
            let key = at_key.iter().map(|at| {
                row.get(*at).ok_or_else(|| error(table, column(table, *at), ValueError::Missing))
            });
            found.insert(code(table, key)?, row);
        }
        let mut ready = VecDeque::with_capacity(points.keys.len());
        for key in &points.keys {
            let Some(row) = found.remove(&code(table, key.iter().map(Ok))?) else {
                let index = self.merge.plan().route.index.map_or("", |index| index.name).to_owned();
                let first = at_key.first().map_or("", |at| column(table, *at));
                return Err(error(table, first, ScanProblem::Vanished { index }));
            };
            ready.push_back(row);
        }
        Ok(ready)
    }

    /// The next row in the order of the key; `None` when all is read. Call it only when nothing is
    /// [wanted](Self::wanted).
    #[expect(clippy::should_implement_trait, reason = "an iterator could not wait for the reads")]
    pub fn next(&mut self) -> Option<Result<T, RowError>> {
        let too_early = || Some(Err(self.merge.plan().route.error(0, ScanProblem::NotGiven)));
        let row = match &mut self.lookup {
            Some(Lookup { asked: Some(_), .. }) => return too_early(),
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
        Some(read_row(row))
    }
}

fn points_read<T: SpannerTable>(points: &Points) -> Read {
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

fn column<'a>(table: &TableDef<'a>, at: usize) -> &'a str {
    table.columns.get(at).map_or("", |column| column.name)
}

/// A primary key as bytes, to compare it with others.
fn code<'v>(
    table: &TableDef<'_>,
    key: impl Iterator<Item = Result<&'v WireValue, RowError>>,
) -> Result<Vec<u8>, RowError> {
    let mut code = Vec::new();
    for (part, value) in table.key.iter().zip(key) {
        let Some(column) = table.columns.get(part.column) else { continue };
        encode(value?, column.ty, false, &mut code)
            .map_err(|problem| error(table, column.name, problem))?;
    }
    Ok(code)
}

/// A row of all columns, in the order of the table's.
fn read_row<T: SpannerTable>(mut row: Vec<WireValue>) -> Result<T, RowError> {
    let table: &'static TableDef<'static> = const { &T::TABLE };
    let mut next = 0;
    T::read(&mut RowValues::new(table, &mut |name| {
        // Fields are taken in the order of the columns, nearly always.
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
