//! Partial updates: what `update!` is expanded to.

use std::marker::PhantomData;

use super::filler::{
    check_indexes, check_key, has_large_index, has_shard_outside_key, row_error, time_ordered,
};
use super::key::{TableKey, computes_shard};
use super::key_visitor::{KeyInspector, KeyWriter};
use super::stand_in::STAND_IN;
use super::table::SpannerTable;
use super::update::Update;
use crate::column::Column;
use crate::dialect::Dialect;
use crate::keys::{HashInput, shard_of};
use crate::rules::hotspot::checks_uuid;
use crate::schema::{Fill, ShardBy, ShardDef, TableDef};
use crate::value::{RowError, ValueContext, WireValue};

/// The definition of a table. Its own constant hides the one of [`NotOfTable`], if the type is a
/// table: one that is not is reported once, and not here.
#[derive(Debug)]
pub struct TableOf<T>(PhantomData<T>);

impl<T: SpannerTable> TableOf<T> {
    /// The table.
    pub const TABLE: &'static TableDef<'static> = T::SHAPE.table;
}

/// The definition of all other types.
pub trait NotOfTable {
    /// A stand-in.
    const TABLE: &'static TableDef<'static> = STAND_IN.table;
}

impl<T> NotOfTable for TableOf<T> {}

/// Some columns of the row with a key.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Change<T> {
    /// The methods ask nothing of `T`: if it is not a table, that is one error.
    table: &'static TableDef<'static>,
    dialect: Dialect,
    /// Whether a shard may have to be computed.
    hash: bool,
    /// Whether the keys of indexes may be too large.
    measure: bool,
    key: KeyInspector,
    columns: Vec<&'static str>,
    values: Vec<WireValue>,
    /// What shards are computed from, by column.
    hashed: Vec<(usize, HashInput<'static>)>,
    /// The first value that was refused.
    refused: Option<RowError>,
    row: PhantomData<fn() -> T>,
}

/// A type after checks. It has to be more than an alias: the compiler would not look at the checks.
pub trait AfterChecks<const CHECKED: bool> {
    /// The type itself.
    type Same;
}

impl<T, const CHECKED: bool> AfterChecks<CHECKED> for T {
    type Same = T;
}

/// The type, if the compiler can evaluate `CHECKED`.
pub type Checked<T, const CHECKED: bool> = <T as AfterChecks<CHECKED>>::Same;

/// What `update!` calls of a table.
#[doc(hidden)]
pub trait Changed: SpannerTable {
    /// An update of the row with this key.
    #[must_use]
    fn at(key: Self::Key, dialect: Option<Dialect>) -> Change<Self> {
        let table: &'static TableDef<'static> = const { &Self::TABLE };
        let dialect = dialect.unwrap_or(const { Self::TABLE.usual_dialect() });
        let hash = const { has_shard_outside_key(&Self::TABLE) };
        let measure = const { has_large_index(&Self::TABLE) };
        let mut inspector = KeyInspector::checking(hash, measure, dialect);
        TableKey::inspect(&key, &mut inspector);
        let refused = check_key(table, &mut inspector).err();
        let inspect = |out: &mut KeyInspector| TableKey::inspect(&key, out);
        let in_key = const { computes_shard(&Self::TABLE, true) };
        let mut writer = KeyWriter::new(Vec::new(), in_key, true, inspect);
        TableKey::write(key, &mut writer);
        let columns = table
            .key
            .iter()
            .filter(|part| part.inherited || !is_shard(table, part.column, ShardBy::Database))
            .map(|part| table.columns[part.column].name)
            .collect();
        Change {
            table,
            dialect,
            hash,
            measure,
            key: inspector,
            columns,
            values: writer.values,
            hashed: Vec::new(),
            refused,
            row: PhantomData,
        }
    }
}

impl<T: SpannerTable> Changed for T {}

/// A change, and the next field of it.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct ChangeOf<T, V> {
    change: Change<T>,
    field: &'static str,
    ty: PhantomData<fn(&T) -> &V>,
}

impl<T, V: Column> ChangeOf<T, V> {
    /// Writes this value.
    #[must_use]
    pub fn set(self, value: V) -> Change<T> {
        self.change.set(self.field, value)
    }
}

/// The method for a field that is not a column, which is reported for its table, and not here.
pub trait NotOfColumn<T, V> {
    /// Writes nothing.
    #[must_use]
    fn set(self, value: V) -> Change<T>;
}

impl<T, V> NotOfColumn<T, V> for ChangeOf<T, V> {
    fn set(self, _: V) -> Change<T> {
        self.change
    }
}

impl<T> Change<T> {
    /// The field of this name and its type, which the closure lends: it is never called.
    #[must_use]
    pub fn field<V>(self, field: &'static str, _: fn(&T) -> &V) -> ChangeOf<T, V> {
        ChangeOf { change: self, field, ty: PhantomData }
    }

    fn set<V: Column>(mut self, field: &str, value: V) -> Self {
        let table = self.table;
        let Some(column) = table.column_of_field(field) else { return self };
        let (name, ty) = (table.columns[column].name, table.columns[column].ty);
        let context = ValueContext { dialect: self.dialect, in_key: false };
        let checked = value.check(ty, context).and_then(|()| {
            if checks_uuid(table, column) { time_ordered(value.supplied_uuid()) } else { Ok(()) }
        });
        if let Err(error) = checked {
            self.refused.get_or_insert_with(|| row_error(table, column, error));
            return self;
        }
        if self.hash {
            self.hashed.push((column, value.hashed(ty).into_owned()));
        }
        self.columns.push(name);
        self.values.push(value.into_wire(ty));
        self
    }

    /// The update, unless a value was refused.
    pub fn done(mut self) -> Result<Update<T>, RowError> {
        if let Some(error) = self.refused {
            return Err(error);
        }
        let table = self.table;
        for (at, column) in table.columns.iter().enumerate() {
            if let Fill::Shard(shard) = &column.fill
                && is_shard(table, at, ShardBy::Client)
                && table.key_position(at).is_none()
                && shard.inputs.iter().any(|input| self.hashed.iter().any(|(set, _)| set == input))
            {
                self.columns.push(column.name);
                self.values.push(WireValue::Text(self.number(table, shard).to_string()));
            }
        }
        if self.measure {
            check_indexes(table, &self.key, &self.columns, &self.values)?;
        }
        Ok(Update::of(self.columns, self.values, self.dialect))
    }

    /// The number of a shard, from the fields that are set and from the key.
    fn number(&self, table: &TableDef<'_>, shard: &ShardDef<'_>) -> i64 {
        let input = |column: &usize| {
            let set = || self.hashed.iter().find(|(set, _)| set == column).map(|(_, value)| value);
            let in_key =
                table.key_position(*column).and_then(|at| self.key.hashed.get(at)?.as_ref());
            in_key.or_else(set).cloned().unwrap_or(HashInput::Never)
        };
        shard_of(&shard.inputs.iter().map(input).collect::<Vec<_>>(), shard.count)
    }
}

fn is_shard(table: &TableDef<'_>, column: usize, by: ShardBy) -> bool {
    matches!(table.columns[column].fill, Fill::Shard(shard) if shard.by == by)
}
