//! Rows on their way to the database: checked and filled once, then any client's mutation.
//!
//! `NewOrder { … }.insert()?` makes every check and fills every key, so that all later steps are
//! infallible, and a retry writes the same row again.

mod key_source;
mod returning;
mod row_filler;

use std::fmt;
use std::time::SystemTime;

pub use key_source::KeySource;
pub use returning::InsertReturning;
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
pub(crate) use returning::returned_key;
pub use row_filler::RowFiller;

use crate::client::{ClientMutation, Operation};
use crate::column::Column;
use crate::dialect::Dialect;
use crate::key::{InsertKey, KeyWriter, KnownKey, LateKey, TableKey, computes_shard};
use crate::schema::SqlType;
use crate::table::{RowValues, SpannerTable};
use crate::value::{RowError, ValueError, WireValue};

/// What the database replaces by the time of the commit.
#[inline]
pub(crate) fn commit_timestamp() -> WireValue {
    WireValue::Text("spanner.commit_timestamp()".to_owned())
}

/// A row without what is filled: the derive's `NewOrder`.
#[doc(hidden)]
pub trait NewRow: Sized {
    type Table: SpannerTable;

    fn fill(
        self,
        fill: &mut RowFiller<'_>,
    ) -> Result<<Self::Table as SpannerTable>::InsertKey, RowError>;
}

/// A row that is checked and filled, ready to be written. Sent twice, it is the same row.
///
/// ```
/// # #[cfg(feature = "gcloud-spanner")] {
/// use gcloud_googleapis::spanner::v1::Mutation;
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     name: String,
/// }
///
/// let insert = NewCustomer { name: "Ada".into() }.insert()?;
/// let key = insert.key().clone(); // known before the commit
/// let mutation: Mutation = insert.into_mutation(); // for `client.apply(vec![mutation])`
/// # }
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
pub struct Insert<T: SpannerTable> {
    operation: Operation,
    key: T::InsertKey,
    /// The values that are not of the key.
    rest: Vec<WireValue>,
    /// The columns that the database's default fills, by position.
    left_out: Vec<usize>,
}

impl<T: SpannerTable> Clone for Insert<T>
where
    T::InsertKey: Clone,
{
    fn clone(&self) -> Self {
        Self {
            operation: self.operation,
            key: self.key.clone(),
            rest: self.rest.clone(),
            left_out: self.left_out.clone(),
        }
    }
}

impl<T: SpannerTable> fmt::Debug for Insert<T>
where
    T::InsertKey: fmt::Debug,
{
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Insert");
        out.field("table", &T::TABLE.path()).field("operation", &self.operation);
        out.field("key", &self.key).field("rest", &self.rest).finish_non_exhaustive()
    }
}

impl<T: SpannerTable> Insert<T> {
    /// For a GoogleSQL database, with keys from the system's randomness and clock.
    #[doc(hidden)]
    #[inline]
    pub fn usual<N: NewRow<Table = T>>(row: N) -> Result<Self, RowError> {
        Self::new(row, &mut KeySource::new(Dialect::GoogleSql))
    }

    #[doc(hidden)]
    #[inline]
    pub fn new<N: NewRow<Table = T>>(
        row: N,
        keys: &mut KeySource<impl crate::keys::Source>,
    ) -> Result<Self, RowError> {
        let mut fill = RowFiller::new::<T>(T::SHAPE.written.len(), keys);
        let key = row.fill(&mut fill)?;
        fill.finish()?;
        Ok(Self { operation: Operation::Insert, key, rest: fill.rest, left_out: fill.left_out })
    }

    /// What is known of the key.
    #[cfg(feature = "spread")]
    pub(crate) fn into_sent(self) -> T::InsertKey {
        self.key
    }

    /// The row's key, as it will be in the database.
    #[must_use]
    pub fn key(&self) -> &T::Key
    where
        T: KnownKey,
    {
        &self.key
    }

    /// The same row, to be written whether it exists or not; columns that are not written keep
    /// their values.
    ///
    /// (The emulator writes the default into a column that was left to it, where a key part has a
    /// default or is computed.)
    #[must_use]
    pub fn or_update(self) -> Self {
        Self { operation: Operation::InsertOrUpdate, ..self }
    }

    /// The same row, to be written whether it exists or not; columns that are not written become
    /// NULL, or their default.
    #[must_use]
    pub fn or_replace(self) -> Self {
        Self { operation: Operation::Replace, ..self }
    }

    /// The same row, to be written over the one that has its key.
    #[must_use]
    pub fn update_only(self) -> Self
    where
        T: KnownKey,
    {
        Self { operation: Operation::Update, ..self }
    }

    /// The mutation of the client that is asked for. Values move into it without a copy.
    #[must_use]
    #[inline]
    pub fn into_mutation<M: ClientMutation>(self) -> M {
        let Row { operation, columns, values } = self.into_row();
        M::write(operation, &T::TABLE.path(), columns.as_ref(), values)
    }

    /// The mutation of the client that is asked for, while the row stays here for a retry.
    #[must_use]
    pub fn to_mutation<M: ClientMutation>(&self) -> M
    where
        T::InsertKey: Clone,
    {
        self.clone().into_mutation()
    }

    /// The mutations that write all of these rows, in their order: with gcloud-spanner one for rows
    /// of the same columns, with Google's client one each.
    ///
    /// ```
    /// # #[cfg(feature = "gcloud-spanner")] {
    /// use gcloud_googleapis::spanner::v1::Mutation;
    /// use spanner_keys::{Insert, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Reading {
    ///     #[key(random)]
    ///     id: i64,
    ///     value: f64,
    /// }
    ///
    /// let rows = (0..50).map(|n| NewReading { value: f64::from(n) }.insert()).collect::<Result<Vec<_>, _>>()?;
    /// let mutations: Vec<Mutation> = Insert::into_mutations(rows);
    /// assert_eq!(mutations.len(), 1);
    /// # }
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    #[must_use]
    pub fn into_mutations<M: ClientMutation>(rows: impl IntoIterator<Item = Self>) -> Vec<M> {
        group::<T, M>(rows.into_iter().map(Self::into_row))
    }

    #[inline]
    fn into_row(self) -> Row {
        let Self { operation, key, rest, left_out } = self;
        let mut put =
            KeyWriter::after(rest, const { computes_shard(&T::TABLE, true) }, true, |look| {
                key.inspect_key(look)
            });
        key.write_key(&mut put);
        Row {
            operation,
            columns: written(T::SHAPE.written, &T::TABLE, &left_out),
            values: put.values,
        }
    }
}

impl<T: SpannerTable> Insert<T> {
    /// The row's key, once the commit's time is known, where a commit timestamp is the only part
    /// that was not.
    ///
    /// Clients tell the time in their answer to the commit.
    pub fn key_at(&self, commit: SystemTime) -> Result<T::Key, RowError>
    where
        T: LateKey,
    {
        let parts = self.key.parts();
        let names = &T::SHAPE.written[T::SHAPE.written.len() - parts.len()..];
        let stamped = |name: &str| {
            T::TABLE.columns.iter().any(|column| column.name == name && column.commit_timestamp)
        };
        let sent = commit_timestamp();
        let key = T::Key::read(&mut RowValues::new(&T::TABLE, &mut |name| {
            let part = &parts[names.iter().position(|written| *written == name)?];
            // An inherited commit timestamp is a time that is known.
            Some(if stamped(name) && *part == sent {
                commit.into_wire(SqlType::TIMESTAMP)
            } else {
                part.clone()
            })
        }));
        key.map_err(|error| match error.problem {
            ValueError::Missing => RowError { problem: ValueError::NotKnownYet, ..error },
            _ => error,
        })
    }
}

/// A row that is written over the one that has its key. Made by [`SpannerTable::update`].
pub struct Update<T> {
    columns: Vec<&'static str>,
    values: Vec<WireValue>,
    stamped: bool,
    table: std::marker::PhantomData<fn() -> T>,
}

impl<T> Clone for Update<T> {
    fn clone(&self) -> Self {
        Self {
            columns: self.columns.clone(),
            values: self.values.clone(),
            stamped: self.stamped,
            table: self.table,
        }
    }
}

impl<T: SpannerTable> fmt::Debug for Update<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Update");
        out.field("table", &T::TABLE.path())
            .field("columns", &self.columns)
            .field("values", &self.values);
        out.finish_non_exhaustive()
    }
}

impl<T: SpannerTable> Update<T> {
    pub(crate) fn new(row: T, dialect: Dialect) -> Result<Self, RowError> {
        let mut keys = KeySource::new(dialect);
        let mut fill = RowFiller::new::<T>(T::COLUMNS.len(), &mut keys);
        row.change(&mut fill);
        fill.finish()?;
        Ok(Self {
            columns: fill.changed,
            values: fill.rest,
            stamped: false,
            table: std::marker::PhantomData,
        })
    }

    /// The same update, which also writes the commit's time into every `commit_timestamp` column
    /// outside the key.
    #[must_use]
    pub fn stamped(self) -> Self {
        Self { stamped: true, ..self }
    }

    /// The mutation of the client that is asked for.
    #[must_use]
    pub fn into_mutation<M: ClientMutation>(self) -> M {
        let Row { operation, columns, values } = self.into_row();
        M::write(operation, &T::TABLE.path(), columns.as_ref(), values)
    }

    /// The mutations that make all of these updates, in their order: with gcloud-spanner one for
    /// rows of the same columns, with Google's client one each.
    #[must_use]
    pub fn into_mutations<M: ClientMutation>(rows: impl IntoIterator<Item = Self>) -> Vec<M> {
        group::<T, M>(rows.into_iter().map(Self::into_row))
    }

    fn into_row(self) -> Row {
        let Self { mut columns, mut values, stamped, .. } = self;
        if stamped {
            let table = &T::TABLE;
            for (_, column) in
                table.columns.iter().enumerate().filter(|(at, column)| {
                    column.commit_timestamp && table.key_position(*at).is_none()
                })
            {
                columns.push(column.name);
                values.push(commit_timestamp());
            }
        }
        Row { operation: Operation::Update, columns: Columns::Some(columns), values }
    }
}

/// A row in wire format.
struct Row {
    operation: Operation,
    columns: Columns,
    values: Vec<WireValue>,
}

/// The names of a row's columns: nearly always all that a table writes.
enum Columns {
    All(&'static [&'static str]),
    Some(Vec<&'static str>),
}

impl PartialEq for Columns {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            // Only rows of one table are compared, and they have one such list.
            (Self::All(_), Self::All(_)) => true,
            (Self::Some(names), Self::Some(others)) => names == others,
            _ => false,
        }
    }
}

impl AsRef<[&'static str]> for Columns {
    fn as_ref(&self) -> &[&'static str] {
        match self {
            Self::All(names) => names,
            Self::Some(names) => names,
        }
    }
}

/// The columns of a row that leaves some to the database's default.
fn written(
    all: &'static [&'static str],
    table: &crate::schema::TableDef<'static>,
    left_out: &[usize],
) -> Columns {
    if left_out.is_empty() {
        return Columns::All(all);
    }
    Columns::Some(
        all.iter()
            .copied()
            .filter(|name| !left_out.iter().any(|column| table.columns[*column].name == *name))
            .collect(),
    )
}

/// Rows that follow each other with the same operation and columns go together.
fn group<T: SpannerTable, M: ClientMutation>(rows: impl Iterator<Item = Row>) -> Vec<M> {
    let path = T::TABLE.path();
    let mut mutations = Vec::new();
    let mut together: Option<(Operation, Columns, Vec<Vec<WireValue>>)> = None;
    for row in rows {
        match &mut together {
            Some((operation, columns, values))
                if *operation == row.operation && *columns == row.columns =>
            {
                values.push(row.values)
            }
            _ => {
                if let Some((operation, columns, values)) =
                    together.replace((row.operation, row.columns, vec![row.values]))
                {
                    mutations.extend(M::write_all(operation, &path, columns.as_ref(), values));
                }
            }
        }
    }
    if let Some((operation, columns, values)) = together {
        mutations.extend(M::write_all(operation, &path, columns.as_ref(), values));
    }
    mutations
}
