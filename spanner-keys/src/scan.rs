//! Reads of many rows in the order of their keys, over all shards where a table has some.
//!
//! A shard spreads the writes over many ranges of the key, and so the rows of a day lie in as many
//! places. A [`Scan`] reads these places side by side and merges them, so that a sharded table is
//! read as if the shard were not there:
//!
//! ```
//! use spanner_keys::SpannerTable;
//! use std::time::SystemTime;
//!
//! #[derive(SpannerTable)]
//! struct Event {
//!     #[key(shard = 16)]
//!     shard: i64,
//!     #[key]
//!     at: SystemTime,
//!     #[key(uuid)]
//!     id: spanner_keys::Uuid,
//!     text: String,
//! }
//!
//! let since = SystemTime::UNIX_EPOCH;
//! let scan = Event::scan().from((since,)).limit(100);
//! assert_eq!(scan.ranges()?.len(), 16); // one for each shard
//! # Ok::<(), spanner_keys::value::RowError>(())
//! ```
//!
//! The bounds are the parts of the key in their order, without the shards, and as many of them as
//! are wanted. A bound that is shorter than the key stands for all keys that begin with it. The
//! order is that of the key: a part that descends begins with its largest value, and that is what
//! [`from`](Scan::from) then takes.
//!
//! # Which shards are read
//!
//! - A shard that is computed from parts which the bounds fix (the same value in both) is computed
//!   here too, and only its range is read. With `#[key(shard = 16, of(user))]` the rows of one user
//!   are one range.
//! - Any other shard is spread over: each of its numbers is a range of its own. At most one shard
//!   can be, and all parts before it must be fixed, or the rows could not be merged in the order of
//!   the key.
//!
//! # What it costs
//!
//! A scan over N shards is N reads, which can run at the same time, and at most N pages of rows in
//! memory. Each range is read page by page, and no page is larger than what is left of the
//! [limit](Scan::limit): the first ten rows of sixteen shards are at most 160 rows read, and only
//! ten of them are given out. More shards make writes faster and scans slower.
//!
//! # One snapshot
//!
//! All reads of one scan belong in one read-only transaction. Otherwise rows that are written in
//! between are in some pages and not in others. The clients' own `scan` functions see to that.
//!
//! # Page by page
//!
//! To go on where the last page ended, perhaps days later, bound the scan by the last row's key:
//! [`after_key`](Scan::after_key) takes the key as a whole, [`after`](Scan::after) its parts.
//!
//! ```
//! # use spanner_keys::SpannerTable;
//! # #[derive(SpannerTable)]
//! # struct Visit {
//! #     #[key(shard = 8)]
//! #     shard: i64,
//! #     #[key]
//! #     user: String,
//! #     #[key]
//! #     number: i64,
//! # }
//! # let last_of_page = Visit { shard: 0, user: "ada".into(), number: 17 };
//! let next_page = Visit::scan().after_key(last_of_page.key()).limit(50);
//! # assert_eq!(next_page.ranges()?.len(), 8);
//! # Ok::<(), spanner_keys::value::RowError>(())
//! ```
//!
//! # Indexes
//!
//! [`index`](Scan::index) scans a secondary index: its columns take the place of the key, and
//! shards among them are spread over or computed just the same. The columns of the primary key
//! follow, as they do in the database: they sort the rows that are equal in the index, and bounds
//! may go on with them. (A shard among those is computed where it can be, and a part like others
//! where it cannot.) Where the index has all columns of the table, rows come from it alone.
//! Otherwise each page of it is followed by a read of the table.
//!
//! An index with `null_filtered`, or with `unique` over columns that take NULL, does not have the
//! rows with NULL there: a scan of it leaves them out.
//!
//! A key range of an index can name the index's own columns only. Where more rows are equal in them
//! than fit in a page, the next page reads them again to get past them, so more rows are read than
//! given out; a unique index never needs that.

mod merge;
mod parts;
mod plan;
mod problem;
mod query;
mod reading;
mod route;

use std::fmt;
use std::marker::PhantomData;

pub use parts::{IntoPart, KeyParts};
pub use problem::ScanProblem;
pub use reading::{Read, ReadKeys, Reading};

use crate::dialect::Dialect;
use crate::key::TableKey;
use crate::schema::TableDef;
use crate::statement::Sql;
use crate::table::SpannerTable;
use crate::value::{RowError, WireValue};
use plan::{Bound, Place, Plan};
use route::Route;

/// How many rows of each shard are read at once, where nobody says otherwise.
const PAGE: usize = 256;

/// A range of keys, in the order of the key: a part that sorts in descending order begins with its
/// largest value.
///
/// An end may be shorter than the key: it then stands for all keys that begin with it.
///
/// ```
/// use spanner_keys::scan::KeyRange;
/// use spanner_keys::value::WireValue;
///
/// // All rows of shard 3.
/// let shard = vec![WireValue::Text("3".into())];
/// let range = KeyRange { start: shard.clone(), start_closed: true, end: shard, end_closed: true };
/// # assert_eq!(range.start, range.end);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRange {
    /// Where the range begins.
    pub start: Vec<WireValue>,
    /// Whether keys that begin with `start` are in the range.
    pub start_closed: bool,
    /// Where the range ends.
    pub end: Vec<WireValue>,
    /// Whether keys that begin with `end` are in the range.
    pub end_closed: bool,
}

/// A read of many rows in the order of their keys. Made by [`SpannerTable::scan`].
///
/// Nothing is checked before the scan is used: a bound that does not fit the key is an error of
/// [`ranges`](Self::ranges), [`sql`](Self::sql) and [`start`](Self::start).
///
/// ```
/// use spanner_keys::{Dialect, SpannerTable};
///
/// #[derive(SpannerTable)]
/// struct Visit {
///     #[key(shard = 4, of(user))]
///     shard: i64,
///     #[key]
///     user: String,
///     #[key]
///     number: i64,
/// }
///
/// let all = Visit::scan();
/// assert_eq!(all.ranges()?.len(), 4);
///
/// let of_one_user = Visit::scan().prefix(("ada",));
/// assert_eq!(of_one_user.ranges()?.len(), 1); // the shard is computed
///
/// let some = of_one_user.from(("ada", 100_i64)).limit(10);
/// let sql = some.sql(Dialect::GoogleSql)?;
/// assert!(sql.text.ends_with("`user` = @p1 AND `number` >= @p2 ORDER BY `number` LIMIT 10"));
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
pub struct Scan<T> {
    start: Option<Bound>,
    end: Option<Bound>,
    index: Option<String>,
    limit: Option<usize>,
    page: usize,
    /// The dialect of the database, if somebody told.
    dialect: Option<Dialect>,
    table: PhantomData<fn() -> T>,
}

impl<T> Clone for Scan<T> {
    fn clone(&self) -> Self {
        Self {
            start: self.start.clone(),
            end: self.end.clone(),
            index: self.index.clone(),
            ..*self
        }
    }
}

impl<T: SpannerTable> fmt::Debug for Scan<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Scan");
        out.field("table", &T::TABLE.path()).field("index", &self.index);
        out.field("start", &self.start)
            .field("end", &self.end)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

impl<T: SpannerTable> Scan<T> {
    pub(crate) const fn new() -> Self {
        Self {
            start: None,
            end: None,
            index: None,
            limit: None,
            page: PAGE,
            dialect: None,
            table: PhantomData,
        }
    }

    /// Begins with the first row that has these parts, or with the next one after them.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Score {
    ///     #[key]
    ///     game: String,
    ///     #[key(desc)]
    ///     points: i64,
    /// }
    ///
    /// // From the best to the worst, as the key is: the scan begins with the larger number.
    /// let scan = Score::scan().from(("chess", 900_i64)).through(("chess", 100_i64));
    /// assert!(scan.sql(Dialect::GoogleSql)?.text.contains("`points` <= @p2 AND `points` >= @p3"));
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    #[must_use]
    pub fn from(self, parts: impl KeyParts) -> Self {
        Self { start: Some(bound(parts, true)), ..self }
    }

    /// Begins behind the last row that has these parts.
    #[must_use]
    pub fn after(self, parts: impl KeyParts) -> Self {
        Self { start: Some(bound(parts, false)), ..self }
    }

    /// Begins behind this row, which need not exist any more: to go on after the last row that was
    /// read. Not for a scan of an index, where [`after`](Self::after) goes on.
    #[must_use]
    pub fn after_key(self, key: T::Key) -> Self {
        Self {
            start: Some(Bound { place: Place::Key(key.into_values().into()), closed: false }),
            ..self
        }
    }

    /// Ends before the first row that has these parts.
    #[must_use]
    pub fn until(self, parts: impl KeyParts) -> Self {
        Self { end: Some(bound(parts, false)), ..self }
    }

    /// Ends with the last row that has these parts.
    #[must_use]
    pub fn through(self, parts: impl KeyParts) -> Self {
        Self { end: Some(bound(parts, true)), ..self }
    }

    /// Only the rows that have these parts: both bounds in one. A narrower one may follow:
    /// `.prefix((user,)).from((user, number))`.
    #[must_use]
    pub fn prefix(self, parts: impl KeyParts) -> Self {
        let bound = bound(parts, true);
        Self { start: Some(bound.clone()), end: Some(bound), ..self }
    }

    /// Ends after so many rows.
    #[must_use]
    pub fn limit(self, rows: usize) -> Self {
        Self { limit: Some(rows), ..self }
    }

    /// Reads so many rows of each shard at once, instead of 256. Small pages hold less in memory,
    /// large ones wait less often.
    #[must_use]
    pub fn page(self, rows: usize) -> Self {
        Self { page: rows.max(1), ..self }
    }

    /// Scans this index, named as in SQL without its schema. See [the module](self#indexes).
    ///
    /// ```
    /// use spanner_keys::SpannerTable;
    /// use std::time::SystemTime;
    ///
    /// #[derive(SpannerTable)]
    /// #[index(OrdersByTime, columns(shard, desc(placed_at)))]
    /// struct Order {
    ///     #[key(uuid)]
    ///     id: spanner_keys::Uuid,
    ///     #[column(shard = 8, of(id))]
    ///     shard: i64,
    ///     placed_at: SystemTime,
    ///     note: String,
    /// }
    ///
    /// let latest = Order::scan().index("OrdersByTime").limit(20);
    /// assert_eq!(latest.ranges()?.len(), 8);
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    #[must_use]
    pub fn index(self, name: impl Into<String>) -> Self {
        Self { index: Some(name.into()), ..self }
    }

    /// Says which dialect the database has. Only a scan of an index over a column that takes NULL
    /// has to know, and cannot be started without: a PostgreSQL database has these rows at the
    /// other end.
    #[must_use]
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect: Some(dialect), ..self }
    }

    /// The ranges of keys that hold the rows, one for each shard that is read. The limit is not in
    /// them.
    ///
    /// ```
    /// use spanner_keys::SpannerTable;
    /// use spanner_keys::value::WireValue;
    ///
    /// #[derive(SpannerTable)]
    /// struct Event {
    ///     #[key(shard = 2)]
    ///     shard: i64,
    ///     #[key]
    ///     day: String,
    /// }
    ///
    /// let ranges = Event::scan().from(("2026-11-16",)).ranges()?;
    /// let text = |text: &str| WireValue::Text(text.into());
    /// assert_eq!(ranges[1].start, [text("1"), text("2026-11-16")]);
    /// assert_eq!(ranges[1].end, [text("1")]); // to the end of the shard
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    pub fn ranges(&self) -> Result<Vec<KeyRange>, RowError> {
        let plan = self.plan()?;
        if let (Some(stop), Some(index)) = (plan.narrowed(), plan.route.index) {
            return Err(plan
                .route
                .error(stop, ScanProblem::NotInIndex { index: index.name.to_owned() }));
        }
        Ok(plan.shards().map(|shard| plan.range(shard)).collect())
    }

    /// The scan as one statement, whose rows the database sorts. For a few rows of many,
    /// [`start`](Self::start) is cheaper: it reads no more than the limit from each shard, while
    /// the statement may read all of them to sort them.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Event {
    ///     #[key(shard = 3)]
    ///     shard: i64,
    ///     #[key]
    ///     day: String,
    /// }
    ///
    /// let sql = Event::scan().after(("Monday",)).sql(Dialect::PostgreSql)?;
    /// assert_eq!(
    ///     sql.text,
    ///     r#"SELECT "shard", "day" FROM "Event" WHERE "shard" IN (0, 1, 2) AND "day" > $1 ORDER BY "day""#
    /// );
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    pub fn sql(&self, dialect: Dialect) -> Result<Sql, RowError> {
        query::write(&self.plan()?, dialect, self.limit)
    }

    /// Starts the scan: the beginning of its reads, for a client to make. [`Reading`] shows how;
    /// the modules of the clients do it all.
    pub fn start(self) -> Result<Reading<T>, RowError> {
        let plan = self.plan()?;
        let nullable =
            plan.route.stops.iter().position(|stop| stop.nullable && plan.route.index.is_some());
        let dialect = match (self.dialect, nullable) {
            (Some(dialect), _) => dialect,
            (None, Some(stop)) => return Err(plan.route.error(stop, ScanProblem::DialectNeeded)),
            // Without NULL the order is the same.
            (None, None) => Dialect::GoogleSql,
        };
        Reading::new(plan, dialect, self.page, self.limit)
    }

    fn plan(&self) -> Result<Plan<'static>, RowError> {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        Plan::new(Route::of(table, self.index.as_deref())?, self.start.as_ref(), self.end.as_ref())
    }
}

fn bound(parts: impl KeyParts, closed: bool) -> Bound {
    Bound { place: Place::Parts(parts.into_parts().into()), closed }
}

#[cfg(test)]
mod tests;
