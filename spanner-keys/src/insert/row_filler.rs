//! One row in the making: every value is checked, every key part filled, and nothing is sent.

use super::key_source::Fresh;
use super::{KeySource, commit_timestamp};
use crate::column::{ColumnOps, FillValue};
use crate::dialect::Dialect;
use crate::key::{KeyInspector, KeyWriter, LARGEST_KEY, PartialKey, TableKey, computes_shard};
use crate::keys::{HashInput, Source, bit_reverse, shard_of};
use crate::rules::walk::checked_uuid;
use crate::schema::{ColumnDef, Fill, ShardBy, ShardDef, TableDef};
use crate::table::SpannerTable;
use crate::value::{RowError, ValueContext, ValueError, WireValue};

/// What generated code fills a row through. Columns are named by their position in the table.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RowFiller<'a> {
    table: &'a TableDef<'static>,
    dialect: Dialect,
    keys: &'a mut dyn Fresh,
    /// The key parts, as far as they were shown.
    pub look: KeyInspector,
    pub(super) rest: Vec<WireValue>,
    pub(super) left_out: Vec<usize>,
    /// The columns of an update.
    pub(super) changed: Vec<&'static str>,
    /// The first value outside the key that was refused.
    refused: Option<RowError>,
}

/// Whether a shard stands outside the key. The compiler answers it, once for each table.
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

/// Whether an update writes the value that the row has. What the database computes, it computes
/// again; a shard that is computed here is written, but not as it was.
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
        // Only shards outside the key need what the key parts are hashed as.
        let (table, dialect) = (const { &T::TABLE }, keys.dialect);
        let look = KeyInspector::checking(const { has_shard_outside_key(&T::TABLE) }, dialect);
        Self {
            table,
            dialect,
            keys,
            look,
            rest: Vec::with_capacity(columns),
            left_out: Vec::new(),
            changed: Vec::new(),
            refused: None,
        }
    }

    /// The end of the row: no value was refused.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<(), RowError> {
        self.refused.take().map_or(Ok(()), Err)
    }

    #[cold]
    fn refuse(&mut self, error: RowError) {
        self.refused.get_or_insert(error);
    }

    #[cold]
    fn error(&self, column: usize, problem: ValueError) -> RowError {
        RowError {
            table: self.table.path().into_owned(),
            column: self.table.columns[column].name.to_owned(),
            problem,
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
        let place = ValueContext { dialect: self.dialect, in_key };
        (ops.check)(value, self.table.columns[column].ty, place)
            .map_err(|problem| self.error(column, problem))
    }

    /// A value that is not of the key. A refusal is kept until [`finish`](Self::finish): a `?` after
    /// each call in generated code would cost the compiler much.
    #[inline]
    pub fn column<V>(&mut self, column: usize, value: V, ops: &ColumnOps<V>) {
        match self.check(column, &value, ops, false) {
            Ok(()) => self.rest.push((ops.into_wire)(value, self.table.columns[column].ty)),
            Err(error) => self.refuse(error),
        }
    }

    /// A value of a row, if an update writes it.
    pub fn change<V>(&mut self, column: usize, value: V, ops: &ColumnOps<V>) {
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

    /// A shard of an update, computed anew, because what it hashes may have changed.
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
        self.rest.push(commit_timestamp());
    }

    /// A key part that the application supplies. What any key part must be is checked when the
    /// whole key is shown.
    #[inline]
    pub fn supplied<V>(
        &mut self,
        column: usize,
        value: &V,
        ops: &ColumnOps<V>,
    ) -> Result<(), RowError> {
        if let Some(uuid) = (ops.supplied_uuid)(value)
            && checked_uuid(self.table) == Some(column)
            && let version @ (1 | 6 | 7) = uuid.get_version_num()
        {
            return Err(self.error(column, ValueError::TimeOrderedUuid { version }));
        }
        Ok(())
    }

    /// The value of a strategy, in the column's own type.
    fn filled<V>(
        &self,
        column: usize,
        filled: FillValue,
        ops: &ColumnOps<V>,
    ) -> Result<V, RowError> {
        // The compiler has refused types that cannot hold it, so only a hand-written `Column` gets
        // here.
        (ops.from_fill)(filled).ok_or_else(|| self.error(column, ValueError::Unfillable))
    }

    /// A random UUID.
    pub fn uuid_v4<V>(&mut self, column: usize, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let value = self.keys.uuid_v4();
        self.filled(column, FillValue::UuidValue(value), ops)
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

    /// A shard drawn by chance.
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

    /// What a key column is hashed as, once the key was shown.
    #[must_use]
    pub fn in_key(&mut self, column: usize) -> HashInput<'static> {
        let position = self.table.key_position(column);
        position
            .and_then(|position| self.look.hashed.get(position)?.clone())
            .unwrap_or(HashInput::Never)
    }

    /// A key that is complete.
    #[inline]
    pub fn key(&mut self, key: &impl TableKey) -> Result<(), RowError> {
        key.inspect(&mut self.look);
        self.key_done()
    }

    /// The end of the key: all of its parts were shown.
    #[inline]
    pub fn key_done(&mut self) -> Result<(), RowError> {
        if self.look.refused.is_none() && self.look.bytes <= LARGEST_KEY {
            Ok(())
        } else {
            Err(self.key_refused())
        }
    }

    #[cold]
    fn key_refused(&mut self) -> RowError {
        let table = self.table.path().into_owned();
        if let Some((column, problem)) = self.look.refused.take() {
            return RowError { table, column, problem };
        }
        let column = self.look.largest.take().map(|(_, column)| column).unwrap_or_default();
        RowError { table, column, problem: ValueError::KeyTooLarge { bytes: self.look.bytes } }
    }

    /// A taker for the parts of a key that the database completes. `look` shows the parent's key,
    /// if there is one.
    pub fn part_key(&mut self, look: impl FnOnce(&mut KeyInspector)) -> KeyWriter {
        KeyWriter::after(Vec::new(), computes_shard(self.table, true), true, look)
    }

    /// The known parts.
    #[must_use]
    pub fn sent(&mut self, put: KeyWriter) -> PartialKey {
        PartialKey(put.values)
    }
}
