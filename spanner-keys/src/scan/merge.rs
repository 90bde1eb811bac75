//! Merges sorted ranges that are read page by page. Does no I/O: it returns the reads to run, and
//! receives their rows.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::ops::Range;

use super::cursor::ReadKeys;
use super::error::{ScanError, ScanErrorKind};
use super::plan::Plan;
use super::query::{self, Part, Style};
use crate::client_types::KeyRange;
use crate::dialect::Dialect;
use crate::value::{ValueError, WireValue};

/// The rows of all shards in one order.
#[derive(Debug)]
pub(super) struct Merge<'a> {
    plan: Plan<'a>,
    dialect: Dialect,
    /// How many values a row has.
    width: usize,
    /// Where in a row the value of each stop is.
    slots: Vec<usize>,
    /// The stops that sort the rows; none where the rows of a single range come sorted and need no
    /// comparison.
    sorting: Vec<usize>,
    /// Where the bounds begin and end, if key ranges are too coarse for them.
    narrow: Option<Narrow>,
    /// How the rows are queried, if they cannot be read as ranges.
    queries: Option<Style>,
    streams: Vec<Stream>,
    /// The first row of each stream that has one, smallest first; of equal ones, that of the first
    /// shard.
    heads: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    /// The streams that must be read before the next row is known.
    waiting: Vec<usize>,
    next_id: usize,
}

/// The encoded ends of the bounds.
#[derive(Debug)]
struct Narrow {
    start: Vec<u8>,
    start_closed: bool,
    end: Vec<u8>,
    end_closed: bool,
}

/// One range.
#[derive(Debug)]
struct Stream {
    /// Which of the shards.
    shard: Option<i64>,
    /// What is still to be read.
    range: KeyRange,
    /// The last row that a query returned, by stop.
    after: Option<Vec<WireValue>>,
    rows: VecDeque<Row>,
    /// Bytes that sort like the rows, one row after the other.
    orders: Vec<u8>,
    pending: Option<PageRead>,
    /// The sort key of the last row that was received.
    last: Vec<u8>,
    /// How many rows at the beginning of `range` were already received.
    again: usize,
    /// Whether a row within the bounds was received.
    begun: bool,
    done: bool,
}

/// A page that is being read.
#[derive(Clone, Debug)]
pub(super) struct PageRead {
    pub(super) id: usize,
    pub(super) keys: ReadKeys,
    pub(super) limit: usize,
    /// How many rows at the beginning were already received.
    pub(super) again: usize,
}

#[derive(Debug)]
struct Row {
    /// Where in the stream's `orders` the bytes of the row are.
    order: Range<usize>,
    values: Vec<WireValue>,
}

impl<'a> Merge<'a> {
    /// A merge of rows of these columns, by position in the table. They hold every stop of the
    /// route.
    pub(super) fn new(
        plan: Plan<'a>,
        dialect: Dialect,
        columns: &[usize],
        queries: Option<Style>,
    ) -> Result<Self, ScanError> {
        let place = |(at, stop): (usize, &super::route::Stop<'_>)| {
            columns
                .iter()
                .position(|column| *column == stop.at)
                .ok_or_else(|| plan.route.error(at, ValueError::Missing))
        };
        let slots = plan
            .route
            .stops
            .iter()
            .enumerate()
            .map(place)
            .collect::<Result<Vec<usize>, ScanError>>()?;
        let narrow = match plan.narrowed().filter(|_| queries.is_none()) {
            Some(_) => Some(Narrow {
                start: plan.code(&plan.start, dialect)?,
                start_closed: plan.start.closed,
                end: plan.code(&plan.end, dialect)?,
                end_closed: plan.end.closed,
            }),
            None => None,
        };
        let has_ties = queries.is_none() && plan.route.has_ties();
        let is_sorted = plan.spread.is_none() && narrow.is_none() && !has_ties;
        let sorting = if is_sorted { Vec::new() } else { plan.sorting_ranges().collect() };
        if let Some(style) = &queries {
            // So that no other page is an error.
            query::write_part(&plan, dialect, None, style, Part::default())?;
        }
        let mut streams: Vec<Stream> =
            plan.shards().map(|shard| Stream::new(shard, plan.range(shard))).collect();
        if queries.as_ref().is_some_and(|style| style.reverse) {
            streams.reverse();
        }
        let waiting = (0..streams.len()).collect();
        let width = columns.len();
        Ok(Self {
            plan,
            dialect,
            width,
            slots,
            sorting,
            narrow,
            queries,
            streams,
            heads: BinaryHeap::new(),
            waiting,
            next_id: 0,
        })
    }

    pub(super) fn plan(&self) -> &Plan<'a> {
        &self.plan
    }

    /// An unused number for a read.
    pub(super) const fn new_id(&mut self) -> usize {
        self.next_id += 1;
        self.next_id - 1
    }

    /// The pages that must be read before the next row is known: the same ones until they are
    /// supplied.
    pub(super) fn pending(&mut self, page: usize, left: Option<usize>) -> Vec<PageRead> {
        let coarse_start = self.narrow.as_ref().is_some_and(|narrow| !narrow.start.is_empty());
        let mut next_id = self.next_id;
        let mut reads = Vec::with_capacity(self.waiting.len());
        for &at in &self.waiting {
            let stream = &mut self.streams[at];
            let read = stream.pending.get_or_insert_with(|| {
                next_id += 1;
                // Rows that are read again must not be most of what is read.
                let mut new = page.max(stream.again).max(1);
                // Rows before the bounds do not count towards the limit, and their number is unknown.
                if let Some(left) = left.filter(|_| stream.begun || !coarse_start) {
                    new = new.min(left);
                }
                let limit = stream.again.saturating_add(new);
                let query = self.queries.as_ref().and_then(|style| {
                    let part = Part { shard: stream.shard, after: stream.after.as_deref() };
                    query::write_part(&self.plan, self.dialect, Some(limit), style, part).ok()
                });
                let keys =
                    query.map_or_else(|| ReadKeys::Range(stream.range.clone()), ReadKeys::Query);
                PageRead { id: next_id - 1, keys, limit, again: stream.again }
            });
            reads.push(read.clone());
        }
        self.next_id = next_id;
        reads
    }

    /// How many ranges there are.
    pub(super) const fn streams(&self) -> usize {
        self.streams.len()
    }

    /// Receives the rows of a page, all of them or the first ones.
    pub(super) fn supply(
        &mut self,
        id: usize,
        rows: Vec<Vec<WireValue>>,
        is_cut: bool,
    ) -> Result<(), ScanError> {
        let has_id =
            |at: &usize| self.streams[*at].pending.as_ref().is_some_and(|read| read.id == id);
        let Some(position) = self.waiting.iter().position(has_id) else {
            return Err(self.plan.route.error(None, ScanErrorKind::NotPending));
        };
        let at = self.waiting[position];
        self.feed(at, rows, is_cut)?;
        let stream = &mut self.streams[at];
        if let Some(first) = stream.rows.front() {
            self.heads.push(Reverse((stream.orders[first.order.clone()].to_vec(), at)));
        }
        if stream.done || !stream.rows.is_empty() {
            self.waiting.swap_remove(position);
        }
        Ok(())
    }

    fn feed(
        &mut self,
        at: usize,
        rows: Vec<Vec<WireValue>>,
        is_cut: bool,
    ) -> Result<(), ScanError> {
        if let Some(row) = rows.iter().find(|row| row.len() < self.width) {
            let stop = self.slots.iter().position(|slot| *slot >= row.len()).unwrap_or(0);
            return Err(self.plan.route.error(stop, ValueError::Missing));
        }
        let stream = &self.streams[at];
        let limit = stream.pending.as_ref().map_or(0, |read| read.limit);
        // A query for a whole key has one row at most, so nothing follows it.
        let is_point = self.queries.is_some() && self.plan.sorting().next().is_none();
        let rest = rows.last().filter(|_| !is_point && (is_cut || rows.len() >= limit));
        let mut done = rest.is_none();
        let after = rest.filter(|_| self.queries.is_some()).map(|last| {
            self.slots.iter().map(|slot| last[*slot].clone()).collect::<Vec<WireValue>>()
        });
        let resume = rest
            .filter(|_| self.queries.is_none())
            .map(|last| self.after(&stream.range, last, &rows));
        // Only rows at the beginning are read again.
        let mut again = stream.again > 0;
        let mut fresh = VecDeque::with_capacity(rows.len());
        // The last row that was received, then the rows of this page.
        let mut orders = stream.last.clone();
        let mut last = 0..orders.len();
        for values in rows {
            let order = self.order(&values, &mut orders)?;
            if !self.sorting.is_empty() {
                if orders[order.clone()] <= orders[last.clone()] {
                    if again {
                        continue;
                    }
                    return Err(self.plan.route.error(self.sorting[0], ScanErrorKind::OutOfOrder));
                }
                again = false;
                last = order.clone();
            }
            let narrow = self.narrow.as_ref();
            match narrow.map_or(Within::Bounds, |narrow| narrow.find(&orders[order.clone()])) {
                Within::Before => {}
                Within::Bounds => fresh.push_back(Row { order, values }),
                Within::After => {
                    done = true;
                    break;
                }
            }
        }
        let stream = &mut self.streams[at];
        stream.pending = None;
        stream.last.clear();
        stream.last.extend_from_slice(&orders[last]);
        stream.orders = orders;
        stream.begun |= !fresh.is_empty();
        stream.rows = fresh;
        stream.done = done;
        if let Some((range, again)) = resume {
            (stream.range, stream.again) = (range, again);
        }
        stream.after = after.or(stream.after.take());
        Ok(())
    }

    /// The rest of a range after this row, and how many of the rows just read it contains again.
    fn after(
        &self,
        range: &KeyRange,
        last: &[WireValue],
        rows: &[Vec<WireValue>],
    ) -> (KeyRange, usize) {
        let seekable = &self.slots[..self.plan.route.seekable.min(self.slots.len())];
        let start = seekable.iter().map(|slot| last[*slot].clone()).collect();
        let ties = self.plan.route.has_ties();
        // If a key range cannot distinguish rows, the next one begins with those equal to the last.
        let is_equal =
            |row: &&Vec<WireValue>| seekable.iter().all(|slot| row[*slot] == last[*slot]);
        let again = if ties { rows.iter().rev().take_while(is_equal).count() } else { 0 };
        (KeyRange { start, start_closed: ties, ..range.clone() }, again)
    }

    /// Adds the bytes of a row, and returns where they are.
    fn order(&self, values: &[WireValue], orders: &mut Vec<u8>) -> Result<Range<usize>, ScanError> {
        let start = orders.len();
        for &stop in &self.sorting {
            self.plan.route.encode(stop, &values[self.slots[stop]], self.dialect, orders)?;
        }
        if self.queries.as_ref().is_some_and(|style| style.reverse) {
            // No code is the beginning of another one.
            for byte in &mut orders[start..] {
                *byte = !*byte;
            }
        }
        Ok(start..orders.len())
    }

    /// Whether the next row is known, or that there is none.
    pub(super) const fn is_ready(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The next row. Wrong unless the merge [`is_ready`](Self::is_ready).
    pub(super) fn pop(&mut self) -> Option<Vec<WireValue>> {
        // The next row of the same stream replaces this one, in the same memory.
        let mut head = self.heads.peek_mut()?;
        let Reverse((order, at)) = &mut *head;
        let at = *at;
        let stream = &mut self.streams[at];
        let row = stream.rows.pop_front()?;
        if let Some(next) = stream.rows.front() {
            order.clear();
            order.extend_from_slice(&stream.orders[next.order.clone()]);
        } else {
            PeekMut::pop(head);
            if !stream.done {
                self.waiting.push(at);
            }
        }
        Some(row.values)
    }

    /// Whether rows are left that need no reading.
    pub(super) fn has_rows(&self) -> bool {
        !self.heads.is_empty()
    }
}

impl Stream {
    const fn new(shard: Option<i64>, range: KeyRange) -> Self {
        Self {
            shard,
            range,
            after: None,
            rows: VecDeque::new(),
            orders: Vec::new(),
            pending: None,
            last: Vec::new(),
            again: 0,
            begun: false,
            done: false,
        }
    }
}

enum Within {
    Before,
    Bounds,
    After,
}

impl Narrow {
    /// A bound may be shorter than a row, and means all rows that begin with it.
    fn find(&self, order: &[u8]) -> Within {
        let at_start = order.starts_with(&self.start);
        if !self.start.is_empty()
            && if at_start { !self.start_closed } else { *order < *self.start }
        {
            return Within::Before;
        }
        let at_end = order.starts_with(&self.end);
        if !self.end.is_empty() && if at_end { !self.end_closed } else { *order > *self.end } {
            return Within::After;
        }
        Within::Bounds
    }
}
