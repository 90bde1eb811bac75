//! What a scan asks for: its bounds, its limit, and the index to read.

mod parts;

use std::marker::PhantomData;
use std::sync::Arc;

pub(crate) use parts::PartValue;
pub use parts::{IntoPart, KeyParts};

use crate::dialect::Dialect;
use crate::value::WireValue;

/// How many rows of each shard are read at once, by default.
const PAGE: usize = 256;

/// How many reads run at the same time, by default.
const CONCURRENCY: usize = 4;

/// How many bytes of rows are in memory, by default.
const BUFFER: usize = 32 << 20;

/// A read of many rows in the order of their keys. Made by [`SpannerTable::scan`](crate::SpannerTable::scan).
///
/// Building a scan checks nothing. A bound that does not fit the key is an error of
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
/// let some = of_one_user.starting_at(("ada", 100_i64)).limit(10);
/// let sql = some.sql(Dialect::GoogleSql)?;
/// assert!(sql.text.ends_with("`user` = @p1 AND `number` >= @p2 ORDER BY `number` LIMIT 10"));
/// # Ok::<(), spanner_keys::scan::ScanError>(())
/// ```
pub struct Scan<T> {
    pub(crate) start: Option<Bound>,
    pub(crate) end: Option<Bound>,
    pub(crate) index: Option<String>,
    pub(crate) limit: Option<usize>,
    pub(crate) page: usize,
    pub(crate) concurrency: usize,
    pub(crate) buffer: usize,
    /// The dialect of the database, if it was set.
    pub(crate) dialect: Option<Dialect>,
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

impl<T> Scan<T> {
    pub(crate) const fn new() -> Self {
        Self {
            start: None,
            end: None,
            index: None,
            limit: None,
            page: PAGE,
            concurrency: CONCURRENCY,
            buffer: BUFFER,
            dialect: None,
            table: PhantomData,
        }
    }

    /// Starts at the first row that has these parts, or at the next row after them.
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
    /// // The key descends, so the scan starts at the larger number.
    /// let scan = Score::scan().starting_at(("chess", 900_i64)).up_to(("chess", 100_i64));
    /// assert!(scan.sql(Dialect::GoogleSql)?.text.contains("`points` <= @p2 AND `points` >= @p3"));
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    #[must_use]
    pub fn starting_at(self, parts: impl KeyParts) -> Self {
        Self { start: Some(bound(parts, true)), ..self }
    }

    /// Starts after the last row that has these parts.
    #[must_use]
    pub fn after(self, parts: impl KeyParts) -> Self {
        Self { start: Some(bound(parts, false)), ..self }
    }

    /// Ends before the first row that has these parts.
    #[must_use]
    pub fn before(self, parts: impl KeyParts) -> Self {
        Self { end: Some(bound(parts, false)), ..self }
    }

    /// Ends with the last row that has these parts.
    #[must_use]
    pub fn up_to(self, parts: impl KeyParts) -> Self {
        Self { end: Some(bound(parts, true)), ..self }
    }

    /// Only the rows that have these parts: sets both bounds. A narrower bound may follow:
    /// `.prefix((user,)).starting_at((user, number))`.
    #[must_use]
    pub fn prefix(self, parts: impl KeyParts) -> Self {
        let bound = bound(parts, true);
        Self { start: Some(bound.clone()), end: Some(bound), ..self }
    }

    /// Ends after this many rows.
    #[must_use]
    pub fn limit(self, rows: usize) -> Self {
        Self { limit: Some(rows), ..self }
    }

    /// Reads this many rows of each shard at once, instead of 256. Small pages need less memory,
    /// large pages need fewer round trips.
    #[must_use]
    pub fn page(self, rows: usize) -> Self {
        Self { page: rows.max(1), ..self }
    }

    /// Runs this many reads at the same time, instead of 4: the `scan` functions of the clients do. A
    /// scan over many shards is faster with more of them. With gcloud-spanner each needs a session of
    /// the client's pool while it runs; a scan that gets fewer sessions goes on with those.
    ///
    /// ```
    /// # use spanner_keys::SpannerTable;
    /// # #[derive(SpannerTable)]
    /// # struct Visit { #[key(shard = 64)] shard: i64, #[key] user: String }
    /// let export = Visit::scan().concurrency(32).buffer(256 << 20);
    /// ```
    #[must_use]
    pub fn concurrency(self, reads: usize) -> Self {
        Self { concurrency: reads.max(1), ..self }
    }

    /// Keeps at most about this many bytes of rows in memory, instead of 32 MiB. Each shard has an
    /// equal part, and a page ends where it is used up. One row of each shard is always there, however
    /// large it is.
    #[must_use]
    pub fn buffer(self, bytes: usize) -> Self {
        Self { buffer: bytes, ..self }
    }

    /// Scans this index. The name is the one in SQL, without its schema. See [the module](crate::scan#indexes).
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
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    #[must_use]
    pub fn index(self, name: impl Into<String>) -> Self {
        Self { index: Some(name.into()), ..self }
    }

    /// Sets the dialect of the database. Only a scan of an index over a nullable column needs it,
    /// and cannot start without it: PostgreSQL sorts NULL at the other end.
    #[must_use]
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect: Some(dialect), ..self }
    }
}

/// An end of a scan, as the application set it.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) values: BoundValues,
    /// Whether rows that begin with the values are in the scan.
    pub(crate) closed: bool,
}

/// Where an end of a scan is.
#[derive(Clone, Debug)]
pub(crate) enum BoundValues {
    /// Values of the first parts.
    Parts(Arc<[PartValue]>),
    /// A whole primary key on the wire, shards included.
    Key(Arc<[WireValue]>),
}

fn bound(parts: impl KeyParts, closed: bool) -> Bound {
    Bound { values: BoundValues::Parts(parts.into_parts().into()), closed }
}
