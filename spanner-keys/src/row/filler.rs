//! Fills one row: checks every value and generates every key part.

use super::column_tuple::ColumnOpsTuple;
use super::insert::Insert;
use super::key::{KnownKey, PartialKey, TableKey, computes_shard};
use super::key_source::{GenerateKeys, KeySource};
use super::key_visitor::{KeyInspector, KeyWriter};
use super::returning::InsertReturning;
use super::table::SpannerTable;
use crate::column::FillValue;
use crate::column::ops::ColumnOps;
use crate::dialect::Dialect;
use crate::keys::{HashInput, Source, bit_reverse, shard_of, uuid_halves, uuid_of_halves};
use crate::rules::hotspot::{checks_uuid, checks_uuid_of_row};
use crate::schema::limits::KEY_BYTES;
use crate::schema::{ColumnDef, Fill, Scalar, ShardBy, ShardDef, TableDef};
use crate::value::{RowError, ValueContext, ValueError, WireValue};
use uuid::Uuid;

/// A row, minus the columns that are filled in: the derive's `NewOrder`. A bound for everything that
/// can be inserted.
///
/// This trait is sealed: its hidden method needs types that only generated code can name.
///
/// ```
/// use spanner_keys::value::RowError;
/// use spanner_keys::{Insert, NewRow, SpannerTable, Uuid};
///
/// fn all<N: NewRow>(rows: Vec<N>) -> Result<Vec<Insert<N::Table>>, RowError> {
///     rows.into_iter().map(Insert::of).collect()
/// }
///
/// #[derive(SpannerTable)]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     name: String,
/// }
///
/// assert_eq!(all(vec![NewCustomer { name: "Ada".into() }])?.len(), 1);
/// # Ok::<(), RowError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a new row",
    note = "derive(SpannerTable) on a struct `Order` generates `NewOrder`, which is one"
)]
pub trait NewRow: Sized {
    /// The table that the row is inserted into.
    type Table: SpannerTable;

    #[doc(hidden)]
    fn fill(
        self,
        fill: &mut RowFiller<'_>,
    ) -> Result<<Self::Table as SpannerTable>::InsertKey, RowError>;

    /// Checks every value and fills the key as `insert()` does, for another dialect, or with keys from
    /// another source.
    ///
    /// ```
    /// use spanner_keys::{Dialect, KeySource, NewRow, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Reading {
    ///     #[key(random)]
    ///     id: i64,
    ///     value: f64,
    /// }
    ///
    /// let mut keys = KeySource::new(Dialect::PostgreSql);
    /// let insert = NewReading { value: 0.5 }.insert_with(&mut keys)?;
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    fn insert_with(
        self,
        keys: &mut KeySource<impl Source>,
    ) -> Result<Insert<Self::Table>, RowError> {
        Insert::new(self, keys)
    }

    /// The row as a statement for a GoogleSQL database, which returns the key. If the database fills
    /// the key, this method needs no import.
    ///
    /// ```
    /// use spanner_keys::{NewRow, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Country {
    ///     #[key]
    ///     code: String,
    /// }
    ///
    /// let insert = NewCountry { code: "NZ".into() }.insert_returning()?;
    /// assert_eq!(insert.sql().text, "INSERT INTO `Country` (`code`) VALUES (@p1) THEN RETURN `code`");
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    fn insert_returning(self) -> Result<InsertReturning<Self::Table>, RowError> {
        self.insert_returning_with(&mut KeySource::new(Self::Table::TABLE.usual_dialect()))
    }

    /// The same statement for another dialect, or with keys from another source.
    ///
    /// ```
    /// use spanner_keys::{Dialect, KeySource, NewRow, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Event {
    ///     #[key(sequence = "EventIds")]
    ///     id: i64,
    ///     text: String,
    /// }
    ///
    /// let mut keys = KeySource::new(Dialect::PostgreSql);
    /// let insert = NewEvent { text: "started".into() }.insert_returning_with(&mut keys)?;
    /// assert_eq!(insert.sql().text, r#"INSERT INTO "Event" ("text") VALUES ($1) RETURNING "id""#);
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    fn insert_returning_with(
        self,
        keys: &mut KeySource<impl Source>,
    ) -> Result<InsertReturning<Self::Table>, RowError> {
        InsertReturning::new(self, keys)
    }

    /// The row with a key of your choice instead of a generated one: an id
    /// that a client sent, so that sending it again is the same row.
    ///
    /// Parts of the key that the row has too must be equal. An id in a `key(uuid)` must not begin
    /// with the time. If the database fills a part of the key, insert the whole row with
    /// [`SpannerTable::insert`].
    ///
    /// ```
    /// use spanner_keys::{NewRow, SpannerTable, Uuid};
    ///
    /// #[derive(SpannerTable)]
    /// struct Payment {
    ///     #[key(uuid)]
    ///     payment_id: Uuid,
    ///     amount: i64,
    /// }
    ///
    /// let key = PaymentKey { payment_id: "7f3c1c5e-9e43-4c2b-8f0e-0d5a3f6b7c21".parse()? };
    /// let insert = NewPayment { amount: 5 }.insert_as(key.clone())?;
    /// assert_eq!(*insert.key(), key);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn insert_as(
        self,
        key: <Self::Table as SpannerTable>::Key,
    ) -> Result<Insert<Self::Table>, RowError>
    where
        Self::Table: KnownKey,
        <Self::Table as SpannerTable>::Key: Clone,
    {
        self.insert_as_for(key, Self::Table::TABLE.usual_dialect())
    }

    /// The same as [`insert_as`](Self::insert_as) for a database of this dialect.
    fn insert_as_for(
        self,
        key: <Self::Table as SpannerTable>::Key,
        dialect: Dialect,
    ) -> Result<Insert<Self::Table>, RowError>
    where
        Self::Table: KnownKey,
        <Self::Table as SpannerTable>::Key: Clone,
    {
        Insert::chosen(self, key, dialect)
    }
}

/// Generated code fills a row through this. Columns are named by their position in the table.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RowFiller<'a> {
    table: &'a TableDef<'static>,
    dialect: Dialect,
    keys: &'a mut dyn GenerateKeys,
    /// Has inspected the key parts so far.
    pub key_inspector: KeyInspector,
    pub(super) rest: Vec<WireValue>,
    pub(super) left_out: Vec<usize>,
    /// The columns of an update.
    pub(super) changed: Vec<&'static str>,
    /// Which values of a whole row are written.
    pub(super) purpose: Purpose,
    /// The whole key that the application chose, by position.
    pub(super) chosen: Vec<WireValue>,
    /// The UUID whose halves are two parts of the key.
    pair: Option<Uuid>,
    /// Whether the keys of indexes may be too large.
    measure: bool,
    /// The first refused value, or key that is too large.
    refused: Option<RowError>,
}

/// What the values of a whole row are for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Purpose {
    /// Over an existing row, without the commit timestamps outside the key.
    Update,
    /// As a new row, with its commit timestamps.
    Insert,
    /// To compare it with another one: the values may break limits that are newer than the row.
    Compare,
}

/// Whether the table has a shard outside the key. Evaluated at compile time, once for each table.
pub(super) const fn has_shard_outside_key(table: &TableDef<'_>) -> bool {
    let mut at = 0;
    while at < table.columns.len() {
        if matches!(table.columns[at].fill, Fill::Shard(_)) && table.key_position(at).is_none() {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether the key of a row may be too large in an index, although every column fits. Evaluated at
/// compile time, once for each table.
pub(super) const fn has_large_index(table: &TableDef<'_>) -> bool {
    let mut at = 0;
    while let Some(index) = table.index_at(at) {
        let (mut bytes, mut place) = (0, 0);
        while let Some(column) = table.index_part(index, place) {
            let ty = table.database_type(column);
            bytes += match (ty.value_bytes(), ty.length) {
                (Some(bytes), _) => bytes,
                (None, Some(length)) if matches!(ty.scalar, Scalar::Binary) => length as usize,
                // A character has at most four bytes.
                (None, Some(length)) => length as usize * 4,
                (None, None) => KEY_BYTES + 1,
            };
            place += 1;
        }
        if bytes > KEY_BYTES {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether the value that the row has is written. The database computes its own columns again; a
/// shard that is computed here is written, but with its new value.
fn is_written(table: &TableDef<'_>, column: usize, purpose: Purpose) -> bool {
    let ColumnDef { fill, commit_timestamp, .. } = &table.columns[column];
    match fill {
        Fill::Generated { .. }
        | Fill::Shard(ShardDef { by: ShardBy::Database | ShardBy::Client, .. }) => false,
        _ => {
            !commit_timestamp || purpose == Purpose::Insert || table.key_position(column).is_some()
        }
    }
}

/// The error of a value.
#[cold]
pub(super) fn row_error(table: &TableDef<'_>, column: usize, error: ValueError) -> RowError {
    RowError {
        table: table.path().into_owned(),
        column: table.columns[column].name.to_owned(),
        error,
    }
}

/// What an inspector found in the whole key.
#[inline]
pub(super) fn check_key(table: &TableDef<'_>, key: &mut KeyInspector) -> Result<(), RowError> {
    if key.refused.is_none() && key.bytes <= KEY_BYTES { Ok(()) } else { Err(refused(table, key)) }
}

#[cold]
fn refused(table: &TableDef<'_>, key: &mut KeyInspector) -> RowError {
    if let Some((column, error)) = key.refused.take() {
        return RowError { table: table.path().into_owned(), column, error };
    }
    let largest = table.key.get(key.largest.1).map_or(0, |part| part.column);
    row_error(table, largest, ValueError::KeyTooLarge { bytes: key.bytes })
}

/// Checks the size of the row's key in each index, as far as its values are known here: the parts
/// of the key, and those of these columns.
pub(super) fn check_indexes(
    table: &TableDef<'_>,
    key: &KeyInspector,
    columns: &[&'static str],
    values: &[WireValue],
) -> Result<(), RowError> {
    let value = |column: usize| {
        let name = table.columns[column].name;
        values.get(columns.iter().position(|written| *written == name)?)
    };
    let bytes = |column: usize| {
        let ty = table.columns[column].ty;
        let in_key = table.key_position(column).and_then(|at| key.sizes.get(at));
        let written = || value(column).map(|value| value.key_bytes(ty));
        // What the database fills is at least this large.
        let filled = || if table.is_nullable(column) { None } else { ty.value_bytes() };
        in_key.copied().or_else(written).or_else(filled).unwrap_or(0)
    };
    let declared =
        table.indexes.iter().map(|index| (Some(index.name), table.leaves_nulls_out(index)));
    let foreign = table.foreign_keys.iter().map(|key| (key.name, false));
    for (at, (name, leaves_nulls_out)) in declared.chain(foreign).enumerate() {
        let Some(index) = table.index_at(at) else { break };
        let parts = (0..).map_while(|place| table.index_part(index, place));
        let total: usize = parts.clone().map(bytes).sum();
        let is_null = |part: usize| value(part) == Some(&WireValue::Null);
        if total <= KEY_BYTES || leaves_nulls_out && parts.clone().any(is_null) {
            continue;
        }
        let largest = parts.max_by_key(|part| bytes(*part)).unwrap_or(0);
        let column = |place| table.columns[index.column(place)].name;
        let columns = || (0..index.len()).map(column).collect::<Vec<_>>().join(", ");
        let index = name.map_or_else(columns, str::to_owned);
        return Err(row_error(
            table,
            largest,
            ValueError::IndexKeyTooLarge { index, bytes: total },
        ));
    }
    Ok(())
}

/// A UUID whose version begins with the time.
pub(super) fn time_ordered(uuid: Option<Uuid>) -> Result<(), ValueError> {
    match uuid.map(|uuid| uuid.get_version_num()) {
        Some(version @ (1 | 6 | 7)) => Err(ValueError::TimeOrderedUuid { version }),
        _ => Ok(()),
    }
}

impl<'a> RowFiller<'a> {
    #[inline]
    pub(super) fn new<T: SpannerTable>(
        columns: usize,
        keys: &'a mut KeySource<impl Source>,
    ) -> Self {
        // Only shards outside the key need the hash inputs of the key parts.
        let (table, dialect) = (const { &T::TABLE }, keys.dialect);
        let measure = const { has_large_index(&T::TABLE) };
        let key_inspector =
            KeyInspector::checking(const { has_shard_outside_key(&T::TABLE) }, measure, dialect);
        Self {
            table,
            dialect,
            keys,
            key_inspector,
            rest: Vec::with_capacity(columns),
            left_out: Vec::new(),
            changed: Vec::new(),
            purpose: Purpose::Update,
            chosen: Vec::new(),
            pair: None,
            measure,
            refused: None,
        }
    }

    /// The end of the row: returns the error, if a value was rejected, or the key of an index is too
    /// large. `columns` are those of the values outside the key.
    #[inline]
    pub(super) fn finish(&mut self, columns: &[&'static str]) -> Result<(), RowError> {
        match self.refused.take() {
            Some(error) => Err(error),
            None if self.measure => {
                check_indexes(self.table, &self.key_inspector, columns, &self.rest)
            }
            None => Ok(()),
        }
    }

    #[cold]
    fn refuse(&mut self, error: RowError) {
        self.refused.get_or_insert(error);
    }

    #[cold]
    fn error(&self, column: usize, error: ValueError) -> RowError {
        row_error(self.table, column, error)
    }

    #[inline]
    fn check<V>(
        &self,
        column: usize,
        value: &V,
        ops: &ColumnOps<V>,
        in_key: bool,
    ) -> Result<(), RowError> {
        let context = ValueContext { dialect: self.dialect, in_key };
        (ops.check)(value, self.table.columns[column].ty, context)
            .map_err(|error| self.error(column, error))
    }

    /// A value outside the key. An error is kept until [`finish`](Self::finish): a `?` after each
    /// call in generated code would cost much compile time.
    #[inline]
    pub fn column<V>(&mut self, column: usize, value: V, ops: &ColumnOps<V>) {
        match self.check(column, &value, ops, false) {
            Ok(()) => self.rest.push((ops.into_wire)(value, self.table.columns[column].ty)),
            Err(error) => self.refuse(error),
        }
    }

    /// The values of columns that follow each other.
    #[inline]
    pub fn columns<O: ColumnOpsTuple>(&mut self, first: usize, values: O::Values, ops: O) {
        ops.fill(self, first, values);
    }

    /// The values of columns that follow each other, as far as they are written.
    #[inline]
    pub fn change_all<O: ColumnOpsTuple>(&mut self, first: usize, values: O::Values, ops: O) {
        ops.change(self, first, values);
    }

    /// A value of a row, if it is written.
    pub(super) fn change<V>(&mut self, column: usize, value: V, ops: &ColumnOps<V>) {
        if !is_written(self.table, column, self.purpose) {
            return;
        }
        let checked = match self.purpose {
            Purpose::Compare => Ok(()),
            _ => self.check(column, &value, ops, self.table.key_position(column).is_some()),
        };
        // A row that is inserted as it is has ids that were not filled here.
        let checked = checked.and_then(|()| match self.purpose {
            Purpose::Insert if checks_uuid_of_row(self.table, column) => {
                self.time_ordered(column, &value, ops)
            }
            _ => Ok(()),
        });
        match checked {
            Ok(()) => {
                self.changed.push(self.table.columns[column].name);
                self.rest.push((ops.into_wire)(value, self.table.columns[column].ty));
            }
            Err(error) => self.refuse(error),
        }
    }

    /// A shard of an update, computed again, because what it hashes may have changed.
    pub fn change_shard(&mut self, column: usize, inputs: &[HashInput<'_>]) {
        self.changed.push(self.table.columns[column].name);
        self.shard(column, inputs);
    }

    /// A value that the database has a default for.
    #[inline]
    pub fn column_or_default<V>(&mut self, column: usize, value: Option<V>, ops: &ColumnOps<V>) {
        match value {
            Some(value) => self.column(column, value, ops),
            None => self.left_out.push(column),
        }
    }

    /// A column that holds the time of the commit.
    #[inline]
    pub fn commit_timestamp(&mut self) {
        self.rest.push(WireValue::commit_timestamp());
    }

    /// A key part that the application supplies: a UUID that leads the key, or an index, must not
    /// begin with the time. The checks that apply to all key parts follow when the whole key is
    /// inspected.
    #[inline]
    pub fn supplied<V>(
        &mut self,
        column: usize,
        value: &V,
        ops: &ColumnOps<V>,
    ) -> Result<(), RowError> {
        match time_ordered((ops.supplied_uuid)(value)) {
            Err(error) if checks_uuid(self.table, column) => Err(self.error(column, error)),
            _ => Ok(()),
        }
    }

    /// A supplied value of a column that may lead an index.
    pub fn indexed<V>(&mut self, column: usize, value: &V, ops: &ColumnOps<V>) {
        if let Err(error) = self.supplied(column, value, ops) {
            self.refuse(error);
        }
    }

    /// The generated value, in the column's own type.
    fn filled<V>(
        &self,
        column: usize,
        filled: FillValue,
        ops: &ColumnOps<V>,
    ) -> Result<V, RowError> {
        if !self.chosen.is_empty()
            && let Some(chosen) =
                self.table.key_position(column).and_then(|position| self.chosen.get(position))
        {
            return self.choose(column, chosen.clone(), ops);
        }
        // Types that cannot hold it do not compile, so only a hand-written `Column` gets here.
        (ops.from_fill)(filled).ok_or_else(|| self.error(column, ValueError::Unfillable))
    }

    /// The value that the application chose instead of a generated one.
    #[cold]
    fn choose<V>(
        &self,
        column: usize,
        chosen: WireValue,
        ops: &ColumnOps<V>,
    ) -> Result<V, RowError> {
        let value = (ops.from_wire)(chosen, self.table.columns[column].ty)
            .map_err(|error| self.error(column, error))?;
        if checks_uuid_of_row(self.table, column) {
            self.time_ordered(column, &value, ops)?;
        }
        Ok(value)
    }

    /// Rejects an id of a row whose version begins with the time.
    fn time_ordered<V>(
        &self,
        column: usize,
        value: &V,
        ops: &ColumnOps<V>,
    ) -> Result<(), RowError> {
        let ColumnDef { fill, ty, .. } = self.table.columns[column];
        let uuid = match (fill, (ops.hashed)(value, ty)) {
            (Fill::UuidHalf(_), HashInput::Text(high)) => {
                high.parse().ok().map(|high| uuid_of_halves(high, 0))
            }
            _ => (ops.supplied_uuid)(value),
        };
        time_ordered(uuid).map_err(|error| self.error(column, error))
    }

    /// A random UUID.
    pub fn uuid_v4<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let value = self.keys.uuid_v4();
        self.filled(column, FillValue::UuidValue(value), ops)
    }

    /// The id that a retry finds the row by.
    pub fn retry_id<V>(&mut self, column: usize, ops: &ColumnOps<V>) {
        match self.uuid_v4(column, ops) {
            Ok(value) => self.column(column, value, ops),
            Err(error) => self.refuse(error),
        }
    }

    /// A time-ordered UUID.
    pub fn uuid_v7<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let value = self.keys.uuid_v7();
        self.filled(column, FillValue::UuidValue(value), ops)
    }

    /// A ULID.
    pub fn ulid<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let value = self.keys.ulid();
        self.filled(column, FillValue::UlidValue(value), ops)
    }

    /// The first half of a random UUID.
    pub fn uuid_high<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let (high, _) = self.halves();
        self.filled(column, FillValue::Int64(high), ops)
    }

    /// The other half of the same UUID.
    pub fn uuid_low<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let (_, low) = self.halves();
        self.filled(column, FillValue::Int64(low), ops)
    }

    fn halves(&mut self) -> (i64, i64) {
        let uuid = self.pair.unwrap_or_else(|| self.keys.uuid_v4());
        self.pair = Some(uuid);
        uuid_halves(uuid)
    }

    /// 63 random bits.
    pub fn random<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let value = self.keys.int64();
        self.filled(column, FillValue::Int64(value), ops)
    }

    /// The application's counter with its bits reversed.
    pub fn bit_reversed<V>(
        &mut self,
        column: usize,
        counter: i64,
        ops: &ColumnOps<V>,
    ) -> Result<V, RowError> {
        if counter < 0 {
            return Err(self.error(column, ValueError::NegativeCounter));
        }
        // Not `filled`: the counter is supplied, and must agree with a key that is chosen.
        (ops.from_fill)(FillValue::Int64(bit_reverse(counter)))
            .ok_or_else(|| self.error(column, ValueError::Unfillable))
    }

    /// A random shard.
    pub fn drawn_shard<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let count = self.shard_count(column);
        let number = self.keys.shard(count);
        self.filled(column, FillValue::Shard(number), ops)
    }

    fn shard_count(&self, column: usize) -> u16 {
        match self.table.columns[column].fill {
            Fill::Shard(shard) => shard.count,
            _ => 1,
        }
    }

    /// A shard outside the key that the application computes.
    pub fn shard(&mut self, column: usize, inputs: &[HashInput<'_>]) {
        let number = shard_of(inputs, self.shard_count(column));
        self.rest.push(WireValue::Text(number.to_string()));
    }

    /// The hash input of a key column, once the key was inspected.
    #[must_use]
    pub fn in_key(&mut self, column: usize) -> HashInput<'static> {
        let position = self.table.key_position(column);
        position
            .and_then(|position| self.key_inspector.hashed.get(position)?.clone())
            .unwrap_or(HashInput::Never)
    }

    /// A key that is complete.
    #[inline]
    pub fn key(&mut self, key: &impl TableKey) {
        TableKey::inspect(key, &mut self.key_inspector);
        self.key_done();
    }

    /// The end of the key: all of its parts were inspected.
    #[inline]
    pub fn key_done(&mut self) {
        if let Err(error) = check_key(self.table, &mut self.key_inspector) {
            self.refuse(error);
        }
    }

    /// A writer for the known parts of a key that the database completes. `inspect` shows them to
    /// an inspector.
    pub fn partial_key_writer(&mut self, inspect: impl FnOnce(&mut KeyInspector)) -> KeyWriter {
        KeyWriter::new(Vec::new(), computes_shard(self.table, true), true, inspect)
    }

    /// The known parts.
    #[must_use]
    pub fn partial_key(&mut self, writer: KeyWriter) -> PartialKey {
        PartialKey(writer.values)
    }
}
