//! Rows to insert: checked and filled once, then the mutation of any client.

use std::fmt;
use std::time::SystemTime;

use super::filler::{NewRow, RowFiller, row_error};
use super::key::{InsertKey, KnownKey, LateKey, TableKey, computes_shard, is_computed, shard_at};
use super::key_source::KeySource;
use super::key_visitor::KeyWriter;
use super::mutation::{Columns, WireRow, group};
use super::read::{RowValues, by_name};
use super::table::SpannerTable;
use crate::client_types::{ClientMutation, Operation};
use crate::column::Column;
use crate::dialect::Dialect;
use crate::keys::Source;
use crate::schema::SqlType;
use crate::value::{RowError, ValueError, WireValue};

/// A row that is checked and filled, ready to be written. Written twice, it is still one row.
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
    /// The values outside the key.
    rest: Vec<WireValue>,
    /// The columns that the database fills with their default, by position.
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

impl<T: SpannerTable> PartialEq for Insert<T>
where
    T::InsertKey: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.operation == other.operation
            && self.key == other.key
            && self.rest == other.rest
            && self.left_out == other.left_out
    }
}

impl<T: SpannerTable> fmt::Debug for Insert<T>
where
    T::InsertKey: fmt::Debug,
{
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Insert");
        out.field("table", &T::TABLE.path()).field("operation", &self.operation);
        let columns = Columns::written::<T>(&self.left_out);
        out.field("key", &self.key).field("columns", &columns.as_ref()).finish_non_exhaustive()
    }
}

impl<T: SpannerTable> Insert<T> {
    /// What `insert()` of the row does, for any row: for a database of the table's dialect, with keys
    /// from the system's randomness and clock.
    #[inline]
    pub fn of<N: NewRow<Table = T>>(row: N) -> Result<Self, RowError> {
        Self::new(row, &mut KeySource::new(const { T::TABLE.usual_dialect() }))
    }

    #[inline]
    pub(super) fn new<N: NewRow<Table = T>>(
        row: N,
        keys: &mut KeySource<impl Source>,
    ) -> Result<Self, RowError> {
        let mut fill = RowFiller::new::<T>(T::SHAPE.written.len(), keys);
        let key = row.fill(&mut fill)?;
        fill.finish(Columns::written::<T>(&fill.left_out).as_ref())?;
        Ok(Self { operation: Operation::Insert, key, rest: fill.rest, left_out: fill.left_out })
    }

    /// The row with this key.
    pub(super) fn chosen<N: NewRow<Table = T>>(
        row: N,
        key: T::Key,
        dialect: Dialect,
    ) -> Result<Self, RowError>
    where
        T: KnownKey,
        T::Key: Clone,
    {
        let mut keys = KeySource::new(dialect);
        let mut fill = RowFiller::new::<T>(T::SHAPE.written.len(), &mut keys);
        let chosen = key.into_values();
        fill.chosen.clone_from(&chosen);
        let key = row.fill(&mut fill)?;
        fill.finish(Columns::written::<T>(&fill.left_out).as_ref())?;
        let parts = key.clone().into_values();
        // A computed shard differs only if another part does.
        let differs = |at: &usize| {
            parts[*at] != chosen[*at]
                && !shard_at(&T::TABLE, *at).is_some_and(|shard| is_computed(&shard))
        };
        if let Some(at) = (0..parts.len().min(chosen.len())).find(differs) {
            return Err(row_error(&T::TABLE, T::TABLE.key[at].column, ValueError::DifferentKey));
        }
        Ok(Self { operation: Operation::Insert, key, rest: fill.rest, left_out: fill.left_out })
    }

    /// The key, as far as it is known.
    #[cfg(feature = "spread")]
    pub(crate) fn into_key(self) -> T::InsertKey {
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

    /// Writes the row whether it exists or not; columns that are not written keep their values.
    ///
    /// (The emulator writes the default into a column that was left to it, where a key part has a
    /// default or is computed.)
    #[must_use]
    pub fn or_update(self) -> Self {
        Self { operation: Operation::InsertOrUpdate, ..self }
    }

    /// Writes the row whether it exists or not; columns that are not written become NULL, or their
    /// default.
    ///
    /// **Deletes children**: Spanner deletes the existing row first, and with it its rows in tables
    /// that are interleaved with `on_delete = cascade`. With `no_action` the write fails if there are
    /// any. To keep the children, use [`or_update`](Self::or_update).
    #[must_use]
    pub fn or_replace(self) -> Self {
        Self { operation: Operation::Replace, ..self }
    }

    /// Writes the row only if a row with its key exists.
    #[must_use]
    pub fn update_only(self) -> Self
    where
        T: KnownKey,
    {
        Self { operation: Operation::Update, ..self }
    }

    /// The mutation of a client. Values move into it without a copy.
    #[must_use]
    #[inline]
    pub fn into_mutation<M: ClientMutation>(self) -> M {
        self.into_row().into_mutation::<T, M>()
    }

    /// The mutation of a client. Keeps the row for a retry.
    #[must_use]
    pub fn to_mutation<M: ClientMutation>(&self) -> M
    where
        T::InsertKey: Clone,
    {
        self.clone().into_mutation()
    }

    /// The mutations that write all of these rows, in order: with gcloud-spanner one for consecutive
    /// rows with the same columns, with Google's client one for each row.
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
    fn into_row(self) -> WireRow {
        let Self { operation, key, rest, left_out } = self;
        let hash = const { computes_shard(&T::TABLE, true) };
        let mut writer = KeyWriter::new(rest, hash, true, |out| key.inspect(out));
        key.write(&mut writer);
        WireRow { operation, columns: Columns::written::<T>(&left_out), values: writer.values }
    }

    /// The row's key, given the time of the commit: for keys in which only a commit timestamp is not
    /// known before.
    ///
    /// The clients return this time from the commit.
    pub fn key_at(&self, commit: SystemTime) -> Result<T::Key, RowError>
    where
        T: LateKey,
    {
        let parts = self.key.parts();
        let names = &T::SHAPE.written[T::SHAPE.written.len() - parts.len()..];
        let stamped = |name: &str| {
            T::TABLE.columns.iter().any(|column| column.name == name && column.commit_timestamp)
        };
        let placeholder = WireValue::commit_timestamp();
        let key = T::Key::read(&mut RowValues::new(
            &T::TABLE,
            &mut by_name(|name| {
                let part = &parts[names.iter().position(|written| *written == name)?];
                // An inherited commit timestamp is already known.
                Some(if stamped(name) && *part == placeholder {
                    commit.into_wire(SqlType::TIMESTAMP)
                } else {
                    part.clone()
                })
            }),
        ));
        key.map_err(|error| match error.error {
            ValueError::Missing => RowError { error: ValueError::NotKnownYet, ..error },
            _ => error,
        })
    }
}
