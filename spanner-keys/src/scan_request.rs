//! What a scan asks for: its bounds, its limit, and the index to read.

mod parts;
mod typed_index;

use std::marker::PhantomData;
use std::sync::Arc;

pub(crate) use parts::PartValue;
pub use parts::{AnyParts, IntoPart, KeyParts, PartOf};
pub use typed_index::{IntoIndex, TypedIndex};
#[doc(hidden)]
pub use typed_index::{field, no_fields};

use crate::dialect::Dialect;
use crate::statement::{Sql, StatementError};
use crate::value::WireValue;

/// How many rows of each shard are read at once, by default.
const PAGE: usize = 256;

/// How many reads run at the same time, by default.
const CONCURRENCY: usize = 4;

/// How many bytes of rows are in memory, by default.
const BUFFER: usize = 32 << 20;

/// A read of many rows in the order of their keys. Made by [`SpannerTable::scan`](crate::SpannerTable::scan).
///
/// The bounds have the types of the key's parts, `P`. What the compiler cannot check, such as the
/// bounds of an [index](Self::index), is an error of [`ranges`](Self::ranges), [`sql`](Self::sql) and
/// [`start`](Self::start).
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
/// let some = of_one_user.starting_at(("ada", 100)).limit(10);
/// let sql = some.sql(Dialect::GoogleSql)?;
/// assert!(sql.text.ends_with("`user` = @p1 AND `number` >= @p2 ORDER BY `number` LIMIT 10"));
/// # Ok::<(), spanner_keys::scan::ScanError>(())
/// ```
pub struct Scan<T: Scanned, P = <T as Scanned>::Bounds> {
    pub(crate) start: Option<Bound>,
    pub(crate) end: Option<Bound>,
    pub(crate) index: Option<String>,
    pub(crate) limit: Option<usize>,
    /// Whether the rows come in the opposite order.
    pub(crate) reverse: bool,
    /// Conditions of the application's own.
    pub(crate) filters: Vec<Arc<dyn Filter>>,
    pub(crate) page: usize,
    pub(crate) concurrency: usize,
    pub(crate) buffer: usize,
    /// The dialect of the database, if it was set.
    pub(crate) dialect: Option<Dialect>,
    types: PhantomData<fn() -> (T, P)>,
}

/// A table, for its scans.
#[doc(hidden)]
pub trait Scanned {
    /// The types of its key's parts without the shards, as a list.
    type Bounds;
}

/// A condition that a scan adds to its statements.
pub(crate) trait Filter: Send + Sync {
    /// Appends the condition with its parameters.
    fn append_to(&self, sql: &mut Sql) -> Result<(), StatementError>;
}

impl<T: Scanned, P> Clone for Scan<T, P> {
    fn clone(&self) -> Self {
        Self {
            start: self.start.clone(),
            end: self.end.clone(),
            index: self.index.clone(),
            filters: self.filters.clone(),
            ..*self
        }
    }
}

impl<T: Scanned, P> Scan<T, P> {
    pub(crate) const fn new() -> Self {
        Self {
            start: None,
            end: None,
            index: None,
            limit: None,
            reverse: false,
            filters: Vec::new(),
            page: PAGE,
            concurrency: CONCURRENCY,
            buffer: BUFFER,
            dialect: None,
            types: PhantomData,
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
    /// let scan = Score::scan().starting_at(("chess", 900)).up_to(("chess", 100));
    /// assert!(scan.sql(Dialect::GoogleSql)?.text.contains("`points` <= @p2 AND `points` >= @p3"));
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    #[must_use]
    pub fn starting_at(self, parts: impl KeyParts<P>) -> Self {
        Self { start: Some(bound(parts, true)), ..self }
    }

    /// Starts after the last row that has these parts.
    #[must_use]
    pub fn after(self, parts: impl KeyParts<P>) -> Self {
        Self { start: Some(bound(parts, false)), ..self }
    }

    /// Ends before the first row that has these parts.
    #[must_use]
    pub fn before(self, parts: impl KeyParts<P>) -> Self {
        Self { end: Some(bound(parts, false)), ..self }
    }

    /// Ends with the last row that has these parts.
    #[must_use]
    pub fn up_to(self, parts: impl KeyParts<P>) -> Self {
        Self { end: Some(bound(parts, true)), ..self }
    }

    /// Only the rows that have these parts: sets both bounds. A narrower bound may follow:
    /// `.prefix((user,)).starting_at((user, number))`.
    #[must_use]
    pub fn prefix(self, parts: impl KeyParts<P>) -> Self {
        let bound = bound(parts, true);
        Self { start: Some(bound.clone()), end: Some(bound), ..self }
    }

    /// The rows in the opposite order, so that a [`limit`](Self::limit) keeps the last ones: the newest,
    /// if the key ascends with the time. The bounds stay what they are, ends of a range in the order
    /// of the key.
    ///
    /// Spanner reads in the order of the key only, so the rows come from a query for each shard, in
    /// the [dialect](Self::dialect) of the database. If you always want the newest first, let the key
    /// descend: `key(desc)`.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable, Uuid};
    /// use std::time::SystemTime;
    ///
    /// #[derive(SpannerTable)]
    /// struct Event {
    ///     #[key(shard = 16)]
    ///     shard: i64,
    ///     #[key]
    ///     at: SystemTime,
    ///     #[key(uuid)]
    ///     id: Uuid,
    /// }
    ///
    /// let newest = Event::scan().reverse().limit(20);
    /// let sql = newest.sql(Dialect::GoogleSql)?;
    /// assert!(sql.text.ends_with("ORDER BY `at` DESC, `id` DESC LIMIT 20"));
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    #[must_use]
    pub fn reverse(self) -> Self {
        Self { reverse: !self.reverse, ..self }
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
    /// the client's pool while it runs; a scan that gets fewer sessions uses those.
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

    /// Scans this index: [`index!`](crate::index!), which the compiler checks, or the name in SQL
    /// without its schema, which is checked when the scan starts. See [the module](crate::scan#indexes).
    ///
    /// ```
    /// use spanner_keys::{SpannerTable, index};
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
    ///
    /// let until_now = Order::scan().index(index!(Order.OrdersByTime(placed_at))).starting_at((SystemTime::now(),));
    /// assert_eq!(until_now.ranges()?.len(), 8);
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    #[must_use]
    pub fn index<I: IntoIndex<T>>(self, index: I) -> Scan<T, I::Parts> {
        Scan { index: Some(index.into_name()), ..self.retyped() }
    }

    /// The same scan, with bounds whose types are checked when it starts: for code that knows the types
    /// of the key only at run time.
    ///
    /// ```
    /// use spanner_keys::SpannerTable;
    /// use spanner_keys::scan::{AnyParts, Scan};
    ///
    /// fn from<T: SpannerTable>(first: i64) -> Scan<T, AnyParts> {
    ///     T::scan().untyped().starting_at((first,))
    /// }
    ///
    /// #[derive(SpannerTable)]
    /// struct Country {
    ///     #[key]
    ///     code: String,
    /// }
    ///
    /// assert!(from::<Country>(17).start().is_err());
    /// ```
    #[must_use]
    pub fn untyped(self) -> Scan<T, AnyParts> {
        self.retyped()
    }

    fn retyped<Q>(self) -> Scan<T, Q> {
        let Self {
            start,
            end,
            index,
            limit,
            reverse,
            filters,
            page,
            concurrency,
            buffer,
            dialect,
            ..
        } = self;
        Scan {
            start,
            end,
            index,
            limit,
            reverse,
            filters,
            page,
            concurrency,
            buffer,
            dialect,
            types: PhantomData,
        }
    }

    /// Sets the dialect of the database, unless the table states it. A scan of an index over a nullable
    /// column needs it, and cannot start without it: PostgreSQL sorts NULL at the other end. So does a
    /// scan that is a query: [reversed](Self::reverse), or with a [filter](Self::filter).
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

fn bound<P>(parts: impl KeyParts<P>, closed: bool) -> Bound {
    Bound { values: BoundValues::Parts(parts.into_parts().into()), closed }
}
