//! Two visitors of the parts of a key: one inspects them, one writes them.

use super::key::is_computed;
use crate::column::ops::ColumnOps;
use crate::dialect::Dialect;
use crate::keys::{HashInput, shard_of};
use crate::schema::{ColumnDef, Fill, ShardDef, TableDef};
use crate::value::{ValueContext, ValueError, WireValue};

/// Inspects the parts of a key: their size, whether the database would refuse one, and the shards
/// that are computed from them.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct KeyInspector {
    /// Whether a shard is computed from the parts.
    hash: bool,
    /// Whether the size of each part is needed.
    measure: bool,
    /// The size of each key column, by position, if it is needed.
    pub(crate) sizes: Vec<usize>,
    /// The dialect that the parts are checked for, if they are.
    check: Option<Dialect>,
    /// The first part that the database would refuse.
    pub(crate) refused: Option<(String, ValueError)>,
    pub(crate) bytes: usize,
    /// How many parts there were.
    parts: usize,
    /// The largest part: its bytes and its position.
    pub(crate) largest: (usize, usize),
    /// The hash input of each key column, by position.
    pub(crate) hashed: Vec<Option<HashInput<'static>>>,
    /// The computed shards, in order.
    shards: Vec<i64>,
}

impl KeyInspector {
    pub(crate) fn new(hash: bool) -> Self {
        Self { hash, ..Self::default() }
    }

    /// An inspector that also checks the parts.
    #[inline]
    pub(crate) fn checking(hash: bool, measure: bool, dialect: Dialect) -> Self {
        Self { hash, measure, check: Some(dialect), ..Self::default() }
    }

    /// A part.
    #[inline]
    pub fn part<V>(&mut self, table: &TableDef<'_>, column: usize, value: &V, ops: &ColumnOps<V>) {
        let bytes = (ops.value_bytes)(value, table.columns[column].ty);
        self.add(bytes);
        if let Some(dialect) = self.check {
            let column = &table.columns[column];
            if let Err(error) =
                (ops.check)(value, column.ty, ValueContext { dialect, in_key: true })
            {
                self.refuse(column, error);
            }
        }
        if self.hash {
            self.hashed.push(Some((ops.hashed)(value, table.columns[column].ty).into_owned()));
        }
    }

    #[cold]
    fn refuse(&mut self, column: &ColumnDef<'_>, error: ValueError) {
        self.refused.get_or_insert_with(|| (column.name.to_owned(), error));
    }

    /// The size of a part.
    #[inline]
    fn add(&mut self, bytes: usize) {
        self.bytes += bytes;
        if bytes > self.largest.0 {
            self.largest = (bytes, self.parts);
        }
        self.parts += 1;
        if self.measure {
            self.sizes.push(bytes);
        }
    }

    /// A part that is not known yet: a shard that is computed from the parts, once all of them are
    /// known, or what the database fills.
    pub fn unknown(&mut self, table: &TableDef<'_>, column: usize) {
        self.add(table.columns[column].ty.value_bytes().unwrap_or(0));
        if self.hash {
            self.hashed.push(None);
        }
    }

    /// The end of a table's key: its own shards can be computed now.
    #[inline]
    pub fn close(&mut self, table: &TableDef<'_>) {
        if self.hash {
            self.compute_shards(table);
        }
    }

    fn compute_shards(&mut self, table: &TableDef<'_>) {
        for (position, part) in table.key.iter().enumerate().filter(|(_, part)| !part.inherited) {
            if let Fill::Shard(shard) = table.columns[part.column].fill
                && is_computed(&shard)
            {
                let number = self.number(table, &shard);
                self.hashed[position] = Some(HashInput::Text(number.to_string().into()));
                self.shards.push(number);
            }
        }
    }

    /// The number of a shard whose inputs are key columns.
    fn number(&self, table: &TableDef<'_>, shard: &ShardDef<'_>) -> i64 {
        let input = |column: &usize| {
            let hashed =
                table.key_position(*column).and_then(|position| self.hashed.get(position)?.clone());
            hashed.unwrap_or(HashInput::Never)
        };
        let inputs: Vec<HashInput<'_>> = shard.inputs.iter().map(input).collect();
        shard_of(&inputs, shard.count)
    }
}

/// Writes the parts of a key in wire format.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct KeyWriter {
    pub(crate) values: Vec<WireValue>,
    shards: std::vec::IntoIter<i64>,
    /// Whether a row is written: the database then computes the table's own stored shards.
    to_write: bool,
}

impl KeyWriter {
    /// A writer that appends a key to these values. If a shard has to be computed from the key
    /// (`hash`), `inspect` shows the key to an inspector first.
    #[inline]
    pub(crate) fn new(
        values: Vec<WireValue>,
        hash: bool,
        to_write: bool,
        inspect: impl FnOnce(&mut KeyInspector),
    ) -> Self {
        let mut shards = Vec::new();
        if hash {
            let mut inspector = KeyInspector::new(true);
            inspect(&mut inspector);
            shards = inspector.shards;
        }
        Self { values, shards: shards.into_iter(), to_write }
    }

    /// A part.
    #[inline]
    pub fn part<V>(&mut self, table: &TableDef<'_>, column: usize, value: V, ops: &ColumnOps<V>) {
        self.values.push((ops.into_wire)(value, table.columns[column].ty));
    }

    /// The parts of the parent's key, whose shards are plain columns of the child.
    #[inline]
    pub fn parent(&mut self, write: impl FnOnce(&mut Self)) {
        let to_write = std::mem::replace(&mut self.to_write, false);
        write(self);
        self.to_write = to_write;
    }

    /// A shard that the application writes.
    pub fn shard(&mut self) {
        if let Some(number) = self.shards.next() {
            self.values.push(WireValue::Text(number.to_string()));
        }
    }

    /// A shard that the database writes.
    pub fn stored_shard(&mut self) {
        // There is a number whenever another shard had to be computed.
        let number = self.shards.next();
        if let Some(number) = number.filter(|_| !self.to_write) {
            self.values.push(WireValue::Text(number.to_string()));
        }
    }

    /// The commit timestamp.
    pub fn commit_timestamp(&mut self) {
        self.values.push(WireValue::commit_timestamp());
    }
}
