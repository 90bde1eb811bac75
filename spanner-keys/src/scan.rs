//! Use this to read many rows in the order of their keys, over all shards where a table has some.
//!
//! A shard spreads writes over many ranges of the key, so the rows of one day are in as many places.
//! A [`Scan`] reads these places in parallel and merges them, so that you read a sharded table as if
//! the shard were not there:
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
//! let scan = Event::scan().starting_at((since,)).limit(100);
//! assert_eq!(scan.ranges()?.len(), 16); // one for each shard
//! # Ok::<(), spanner_keys::scan::ScanError>(())
//! ```
//!
//! The bounds are the first parts of the key, in order and without the shards. A bound that is
//! shorter than the key means all keys that begin with it. The order is that of the key: a
//! descending part starts with its largest value, so that value is what
//! [`starting_at`](Scan::starting_at) needs.
//!
//! # Which shards are read
//!
//! - A shard that is computed from parts which the bounds fix (the same value in both) is computed
//!   here too, and only its range is read. With `#[key(shard = 16, of(user))]` the rows of one user
//!   are one range.
//! - For any other shard, each of its numbers is a separate range. There can be at most one such
//!   shard, and the bounds must fix all parts before it; otherwise the rows could not be merged in
//!   the order of the key. What the database counts or sorts ([`count_sql`](Scan::count_sql),
//!   [`sql`](Scan::sql)) may have any bounds, and so may the [deletion](Scan::delete) of all rows.
//!
//! # What it costs
//!
//! A scan over N shards is N reads, [some of them](Scan::concurrency) at the same time, and at most N
//! pages of rows in memory, whose [size](Scan::buffer) is bounded. Each range is read page by page, and no page is larger than the rest of the
//! [limit](Scan::limit): for the first ten rows of sixteen shards, a scan reads at most 160 rows and
//! returns ten of them. More shards make writes faster and scans slower.
//!
//! # One snapshot
//!
//! All reads of a scan belong in one read-only transaction. Otherwise some pages contain rows that
//! are written in between, and others do not. The clients' own `scan` functions take care of that.
//!
//! # Rows that cannot be read
//!
//! A row that does not fit the struct, such as one that a newer release of the application wrote, is
//! one error, with the table, the column and the row's key. The rows after it are still read, so the
//! application decides whether to stop. An enum can keep values that it does not know: see
//! [`derive(SpannerColumn)`](derive@crate::SpannerColumn).
//!
//! # Page by page
//!
//! To continue where the last page ended, perhaps days later, bound the scan by the last row's key:
//! [`after_key`](Scan::after_key) accepts the key as a whole, [`after`](Scan::after) its parts.
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
//! # Ok::<(), spanner_keys::scan::ScanError>(())
//! ```
//!
//! # Indexes
//!
//! [`index`](Scan::index) scans a secondary index: its columns replace those of the key, and shards
//! among them are handled in the same way. The columns of the primary key follow, as they do in the
//! database: they sort rows that are equal in the index, and bounds may include them. (A shard among
//! those is computed where possible; otherwise it is an ordinary part.) If the index contains all
//! columns of the table, rows are read from it alone. Otherwise each page of the index is followed
//! by a read of the table.
//!
//! An index with `null_filtered`, or with `unique` over nullable columns, does not contain the rows
//! with NULL there, so a scan of it does not return them. With `keep_nulls` it does in GoogleSQL; in
//! PostgreSQL no unique index contains them.
//!
//! A key range of an index can contain the index's own columns only. If more rows are equal in them
//! than fit in a page, the next page reads them again to get past them, so the scan reads more rows
//! than it returns. A unique index never needs that.

mod cursor;
mod error;
mod merge;
mod plan;
mod query;
mod route;

use std::fmt;
use std::sync::Arc;

pub use crate::client_types::KeyRange;
pub use crate::scan_request::{AnyParts, IntoIndex, IntoPart, KeyParts, PartOf, Scan, TypedIndex};
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
pub(crate) use cursor::Points;
pub use cursor::{Page, Read, ReadKeys, ScanCursor};
pub use error::{ScanError, ScanErrorKind};

use crate::client_types::ClientMutation;
use crate::dialect::Dialect;
use crate::query::Query;
use crate::row::{SpannerTable, TableKey};
use crate::scan_request::{Bound, BoundValues};
use crate::statement::Sql;
use plan::Plan;
use query::Style;
use route::Route;

impl<T: SpannerTable, P> fmt::Debug for Scan<T, P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Scan");
        out.field("table", &T::TABLE.path()).field("index", &self.index);
        // The values of an index may be secrets.
        if self.index.is_none() {
            out.field("start", &self.start).field("end", &self.end);
        }
        out.field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl<T: SpannerTable, P> Scan<T, P> {
    /// Starts after this row, which may have been deleted meanwhile: continues where the last page
    /// ended. For a scan of an index, use [`after`](Self::after).
    #[must_use]
    pub fn after_key(mut self, key: T::Key) -> Self {
        let values = BoundValues::Key(key.into_values().into());
        self.start = Some(Bound { values, closed: false });
        self
    }

    /// Ends before this row: continues where the last page of a [reversed](Self::reverse) scan ended.
    #[must_use]
    pub fn before_key(mut self, key: T::Key) -> Self {
        let values = BoundValues::Key(key.into_values().into());
        self.end = Some(Bound { values, closed: false });
        self
    }

    /// Only the rows for which this condition holds: an SQL text over the columns of the table, with
    /// parameters as in [`sql`](crate::sql()). The database checks it, in a query for each shard, so
    /// rows that are left out are not sent. Of several filters, all hold.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable, sql};
    ///
    /// #[derive(SpannerTable)]
    /// struct Task {
    ///     #[key]
    ///     project: String,
    ///     #[key(uuid)]
    ///     id: spanner_keys::Uuid,
    ///     open: bool,
    ///     owner: Option<String>,
    /// }
    ///
    /// let mine = Task::scan()
    ///     .prefix(("house",))
    ///     .filter(sql("open AND owner = @owner").bind("owner", "ada"));
    /// let text = mine.sql(Dialect::GoogleSql)?.text;
    /// assert!(text.contains("WHERE `project` = @p1 AND (open AND owner = @p2\n)"));
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    #[must_use]
    pub fn filter(mut self, condition: Query) -> Self {
        self.filters.push(Arc::new(condition));
        self
    }

    /// The mutation that deletes the rows of the scan, as ranges of keys in all shards. A scan of an
    /// index, or with a limit or a filter, is an error.
    ///
    /// ```
    /// # #[cfg(feature = "gcloud-spanner")] {
    /// use gcloud_googleapis::spanner::v1::Mutation;
    /// use spanner_keys::SpannerTable;
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
    /// let forget: Mutation = Visit::scan().prefix(("ada",)).delete()?;
    /// // client.apply(vec![forget]).await?;
    /// assert!(Visit::scan().limit(10).delete::<Mutation>().is_err());
    /// # }
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    pub fn delete<M: ClientMutation>(&self) -> Result<M, ScanError> {
        let has = [
            (self.limit.is_some(), "a limit"),
            (!self.filters.is_empty(), "a filter"),
            (self.index.is_some(), "an index"),
        ];
        if let Some((_, what)) = has.into_iter().find(|(has, _)| *has) {
            let kind = ScanErrorKind::NotRanges { what };
            return Err(ScanError::new(&T::TABLE, self.index.as_deref(), None, kind));
        }
        Ok(M::delete_ranges(&T::TABLE.path(), self.ranges()?))
    }

    /// The number of rows as a statement. The `count` functions of the clients run it.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Country {
    ///     #[key]
    ///     code: String,
    /// }
    ///
    /// let sql = Country::scan().starting_at(("N",)).count_sql(Dialect::GoogleSql)?;
    /// assert_eq!(sql.text, "SELECT COUNT(*) FROM `Country` WHERE `code` >= @p1");
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    pub fn count_sql(&self, dialect: Dialect) -> Result<Sql, ScanError> {
        query::write_count(&self.plan_of_statement()?, dialect, self.limit, &self.style())
    }

    fn style(&self) -> Style {
        Style { reverse: self.reverse, filters: self.filters.clone() }
    }

    /// The dialect that is set, or that the table states.
    fn known_dialect(&self) -> Option<Dialect> {
        self.dialect.or(T::TABLE.stated_dialect())
    }

    /// The number of rows, in the dialect that is known, or GoogleSQL.
    #[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
    pub(crate) fn usual_count_sql(&self) -> Result<Sql, ScanError> {
        self.count_sql(self.known_dialect().unwrap_or(Dialect::GoogleSql))
    }

    /// The ranges of keys that hold the rows, one for each shard that is read. They ignore the
    /// limit.
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
    /// let ranges = Event::scan().starting_at(("2026-11-16",)).ranges()?;
    /// let text = |text: &str| WireValue::Text(text.into());
    /// assert_eq!(ranges[1].start, [text("1"), text("2026-11-16")]);
    /// assert_eq!(ranges[1].end, [text("1")]); // to the end of the shard
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    pub fn ranges(&self) -> Result<Vec<KeyRange>, ScanError> {
        // All rows are one range, if the bounds would have to fix something.
        let is_bounded = self.start.is_some() || self.end.is_some();
        let plan = if is_bounded { self.plan()? } else { self.plan_of_statement()? };
        if let Some(stop) = plan.narrowed() {
            return Err(plan.route.error(stop, ScanErrorKind::NotInIndex));
        }
        Ok(plan.shards().map(|shard| plan.range(shard)).collect())
    }

    /// The scan as one statement, whose rows the database sorts. For a few rows out of many,
    /// [`start`](Self::start) is cheaper: it reads at most the limit from each shard, while the
    /// statement may have to read and sort all rows.
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
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    pub fn sql(&self, dialect: Dialect) -> Result<Sql, ScanError> {
        query::write(&self.plan_of_statement()?, dialect, self.limit, &self.style())
    }

    /// Starts the scan. [`ScanCursor`] shows how to run its reads; the `scan` functions of the
    /// clients do all of that.
    pub fn start(self) -> Result<ScanCursor<T>, ScanError> {
        let plan = self.plan()?;
        let nullable =
            plan.route.stops.iter().position(|stop| stop.nullable && plan.route.index.is_some());
        let dialect = match (self.known_dialect(), nullable) {
            (Some(dialect), _) => dialect,
            (None, Some(stop)) => return Err(plan.route.error(stop, ScanErrorKind::DialectNeeded)),
            // Without NULL the order is the same. Queries are GoogleSQL unless it is known.
            (None, None) => Dialect::GoogleSql,
        };
        ScanCursor::new(plan, dialect, &self)
    }

    fn plan(&self) -> Result<Plan<'static>, ScanError> {
        Plan::new(self.route()?, self.start.as_ref(), self.end.as_ref())
    }

    fn plan_of_statement(&self) -> Result<Plan<'static>, ScanError> {
        Plan::in_one_statement(self.route()?, self.start.as_ref(), self.end.as_ref())
    }

    fn route(&self) -> Result<Route<'static>, ScanError> {
        Route::of(const { &T::TABLE }, self.index.as_deref())
    }
}

#[cfg(test)]
mod tests;
