//! Fills one row: checks every value and generates every key part.

use super::column_tuple::ColumnOpsTuple;
use super::key::{PartialKey, TableKey, computes_shard};
use super::key_source::{GenerateKeys, KeySource};
use super::key_visitor::{KeyInspector, KeyWriter};
use super::table::SpannerTable;
use crate::column::FillValue;
use crate::column::ops::ColumnOps;
use crate::dialect::Dialect;
use crate::keys::{HashInput, Source, bit_reverse, shard_of};
use crate::rules::hotspot::checks_uuid;
use crate::schema::limits::KEY_BYTES;
use crate::schema::{ColumnDef, Fill, Scalar, ShardBy, ShardDef, TableDef};
use crate::value::{RowError, ValueContext, ValueError, WireValue};

/// A row, minus the columns that are filled in: the derive's `NewOrder`.
#[doc(hidden)]
pub trait NewRow: Sized {
    type Table: SpannerTable;

    fn fill(
        self,
        fill: &mut RowFiller<'_>,
    ) -> Result<<Self::Table as SpannerTable>::InsertKey, RowError>;
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
    /// Whether the keys of indexes may be too large.
    measure: bool,
    /// The first value outside the key that was refused.
    refused: Option<RowError>,
}

/// Whether the table has a shard outside the key. Evaluated at compile time, once for each table.
const fn has_shard_outside_key(table: &TableDef<'_>) -> bool {
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
const fn has_large_index(table: &TableDef<'_>) -> bool {
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

/// Whether an update writes the value that the row has. The database computes its own columns
/// again; a shard that is computed here is written, but with its new value.
fn is_updated(table: &TableDef<'_>, column: usize) -> bool {
    let ColumnDef { fill, commit_timestamp, .. } = &table.columns[column];
    match fill {
        Fill::Generated { .. }
        | Fill::Shard(ShardDef { by: ShardBy::Database | ShardBy::Client, .. }) => false,
        _ => !commit_timestamp || table.key_position(column).is_some(),
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
            None if self.measure => self.check_indexes(columns),
            None => Ok(()),
        }
    }

    /// Checks the size of the row's key in each index, as far as its values are known here.
    fn check_indexes(&self, columns: &[&'static str]) -> Result<(), RowError> {
        let table = self.table;
        let value = |column: usize| {
            let name = table.columns[column].name;
            self.rest.get(columns.iter().position(|written| *written == name)?)
        };
        let bytes = |column: usize| {
            let ty = table.columns[column].ty;
            let in_key = table.key_position(column).and_then(|at| self.key_inspector.sizes.get(at));
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
            return Err(self.error(largest, ValueError::IndexKeyTooLarge { index, bytes: total }));
        }
        Ok(())
    }

    #[cold]
    fn refuse(&mut self, error: RowError) {
        self.refused.get_or_insert(error);
    }

    #[cold]
    fn error(&self, column: usize, error: ValueError) -> RowError {
        RowError {
            table: self.table.path().into_owned(),
            column: self.table.columns[column].name.to_owned(),
            error,
        }
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

    /// The values of columns that follow each other, as far as an update writes them.
    #[inline]
    pub fn change_all<O: ColumnOpsTuple>(&mut self, first: usize, values: O::Values, ops: O) {
        ops.change(self, first, values);
    }

    /// A value of a row, if an update writes it.
    pub(super) fn change<V>(&mut self, column: usize, value: V, ops: &ColumnOps<V>) {
        if !is_updated(self.table, column) {
            return;
        }
        match self.check(column, &value, ops, self.table.key_position(column).is_some()) {
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
        if let Some(uuid) = (ops.supplied_uuid)(value)
            && let version @ (1 | 6 | 7) = uuid.get_version_num()
            && checks_uuid(self.table, column)
        {
            return Err(self.error(column, ValueError::TimeOrderedUuid { version }));
        }
        Ok(())
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
        // Types that cannot hold it do not compile, so only a hand-written `Column` gets here.
        (ops.from_fill)(filled).ok_or_else(|| self.error(column, ValueError::Unfillable))
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
        self.filled(column, FillValue::Int64(bit_reverse(counter)), ops)
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
    pub fn key(&mut self, key: &impl TableKey) -> Result<(), RowError> {
        TableKey::inspect(key, &mut self.key_inspector);
        self.key_done()
    }

    /// The end of the key: all of its parts were inspected.
    #[inline]
    pub fn key_done(&mut self) -> Result<(), RowError> {
        if self.key_inspector.refused.is_none() && self.key_inspector.bytes <= KEY_BYTES {
            Ok(())
        } else {
            Err(self.key_refused())
        }
    }

    #[cold]
    fn key_refused(&mut self) -> RowError {
        if let Some((column, error)) = self.key_inspector.refused.take() {
            return RowError { table: self.table.path().into_owned(), column, error };
        }
        let largest =
            self.table.key.get(self.key_inspector.largest.1).map_or(0, |part| part.column);
        self.error(largest, ValueError::KeyTooLarge { bytes: self.key_inspector.bytes })
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
