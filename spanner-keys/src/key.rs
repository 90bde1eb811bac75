//! Primary keys with types: what the derive's `OrderKey` can do, and what becomes of it on the
//! wire.

use crate::column::ColumnOps;
use crate::dialect::Dialect;
use crate::keys::{HashInput, shard_of};
use crate::schema::{ColumnDef, Fill, ShardBy, ShardDef, TableDef};
use crate::table::{RowValues, SpannerTable};
use crate::value::{RowError, ValueContext, ValueError, WireValue};

/// The primary key of a table, as a struct of its business parts. The derive makes one for each
/// table: `OrderKey` for `Order`.
///
/// A child's key holds its parent's key as one field. A shard is not a field: it is computed (but
/// for `shard = 16, random`, which nothing can compute again).
///
/// ```
/// use spanner_keys::{SpannerTable, TableKey, value::WireValue};
///
/// #[derive(SpannerTable)]
/// struct Visit {
///     #[key(shard = 16)]
///     shard: i64,
///     #[key]
///     user: String,
///     count: i64,
/// }
///
/// let key = VisitKey { user: "user-1".into() };
/// assert_eq!(key.into_values(), [WireValue::Text("12".into()), WireValue::Text("user-1".into())]); // the shard comes first
/// ```
pub trait TableKey: Sized {
    /// The table that the key belongs to.
    type Table: SpannerTable<Key = Self>;

    /// Shows every part, in order.
    #[doc(hidden)]
    fn inspect(&self, out: &mut KeyInspector);

    /// Gives every part away, in order.
    #[doc(hidden)]
    fn write(self, out: &mut KeyWriter);

    /// The key of a row.
    #[doc(hidden)]
    fn read(row: &mut RowValues<'_>) -> Result<Self, RowError>;

    /// The whole key as Spanner wants it, in the order of the key's columns, with every shard
    /// computed.
    fn into_values(self) -> Vec<WireValue> {
        let hash = const { computes_shard(&Self::Table::TABLE, false) };
        let mut put = KeyWriter::after(Vec::new(), hash, false, |look| self.inspect(look));
        self.write(&mut put);
        put.values
    }

    /// The key of a row that a client read, if the row has all of its columns.
    fn from_row<R: crate::client::ClientRow>(mut row: R) -> Result<Self, RowError> {
        Self::read(&mut RowValues::new(&Self::Table::TABLE, &mut |column| row.take(column)))
    }
}

/// A table whose key the application knows before the commit.
#[diagnostic::on_unimplemented(
    message = "the key of `{Self}` is not known before it is written",
    label = "the database fills a part of this key",
    note = "insert the row with `insert_returning()`: the key comes back from the database",
    note = "where the part is a commit timestamp, ask for the key after the commit: `insert.key_at(time)`"
)]
pub trait KnownKey: SpannerTable<InsertKey = <Self as SpannerTable>::Key> {}

/// A table whose key the database completes: the application does not know all of it before the row
/// is written.
#[diagnostic::on_unimplemented(
    message = "the key of `{Self}` is known before it is written",
    label = "no part of this key waits for the commit",
    note = "ask for it at once: `insert.key()`"
)]
pub trait LateKey: SpannerTable {}

/// A row that can tell its own key: all parts can be cloned, and the inherited ones have the types
/// of the parent's key.
#[diagnostic::on_unimplemented(
    message = "a row of `{Self}` cannot give its key",
    note = "every key part must be `Clone`, and the fields marked `key(parent)` must have the types of the parent's fields"
)]
pub trait HasKey: SpannerTable {
    #[doc(hidden)]
    fn key_of(&self) -> Self::Key;
}

/// A key from the fields of a row, in the order of the key's columns. A computed shard among them
/// is dropped.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a row cannot give its key, because `{Self}` is not made of `{Parts}`",
    label = "the row's fields have other types than the parent's",
    note = "give the fields marked `key(parent)` the types of the parent's key fields"
)]
pub trait FromParts<Parts>: Sized {
    fn from_parts(parts: Parts) -> Self;
}

/// What is known of a key when the row is sent.
#[doc(hidden)]
pub trait InsertKey: Sized {
    fn inspect_key(&self, out: &mut KeyInspector);
    fn write_key(self, out: &mut KeyWriter);
    /// The known parts of a key that the database completes.
    fn parts(&self) -> &[WireValue] {
        &[]
    }
}

impl<K: TableKey> InsertKey for K {
    fn inspect_key(&self, out: &mut KeyInspector) {
        self.inspect(out);
    }

    fn write_key(self, out: &mut KeyWriter) {
        self.write(out);
    }
}

/// The known parts of a key that the database completes, in the order of the columns that are
/// written.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct PartialKey(pub(crate) Vec<WireValue>);

impl InsertKey for PartialKey {
    fn inspect_key(&self, _: &mut KeyInspector) {}

    fn write_key(mut self, out: &mut KeyWriter) {
        out.values.append(&mut self.0);
    }

    fn parts(&self) -> &[WireValue] {
        &self.0
    }
}

/// The shard that this key column holds, wherever it was declared: in the table itself, or in the
/// ancestor it comes from.
pub(crate) const fn shard_at<'a>(table: &'a TableDef<'a>, position: usize) -> Option<ShardDef<'a>> {
    if position >= table.key.len() {
        return None;
    }
    let part = table.key[position];
    if part.inherited {
        return match table.parent {
            Some(parent) => shard_at(parent.table, position),
            None => None,
        };
    }
    match table.columns[part.column].fill {
        Fill::Shard(shard) => Some(shard),
        _ => None,
    }
}

/// Whether a shard is computed from other parts: by chance is the one way that is not.
pub(crate) const fn is_computed(shard: &ShardDef<'_>) -> bool {
    !matches!(shard.by, ShardBy::Chance)
}

/// Whether a shard has to be computed here to name a row, or to write one. The compiler can answer
/// it, once for each table.
pub(crate) const fn computes_shard(table: &TableDef<'_>, to_write: bool) -> bool {
    let mut position = 0;
    while position < table.key.len() {
        if let Some(shard) = shard_at(table, position) {
            // The database computes a table's own stored shard when the row is written.
            let left =
                to_write && !table.key[position].inherited && matches!(shard.by, ShardBy::Database);
            if is_computed(&shard) && !left {
                return true;
            }
        }
        position += 1;
    }
    false
}

/// Spanner's limit on the bytes of a key.
pub(crate) const LARGEST_KEY: usize = 8192;

/// Looks at the parts of a key: how large they are, and what the shards make of them.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct KeyInspector {
    /// Whether a shard is computed from the parts.
    hash: bool,
    /// The dialect that the parts are checked for, if they are.
    check: Option<Dialect>,
    /// The first part that the database would refuse.
    pub(crate) refused: Option<(String, ValueError)>,
    pub(crate) bytes: usize,
    /// The largest part: its bytes and its column.
    pub(crate) largest: Option<(usize, String)>,
    /// What each key column is hashed as, by position.
    pub(crate) hashed: Vec<Option<HashInput<'static>>>,
    /// The computed shards, in order.
    shards: Vec<i64>,
}

impl KeyInspector {
    pub(crate) fn new(hash: bool) -> Self {
        Self { hash, ..Self::default() }
    }

    /// One that also checks the parts.
    pub(crate) fn checking(hash: bool, dialect: Dialect) -> Self {
        Self { hash, check: Some(dialect), ..Self::default() }
    }

    /// A part.
    #[inline]
    pub fn part<V>(&mut self, table: &TableDef<'_>, column: usize, value: &V, ops: &ColumnOps<V>) {
        let bytes = (ops.key_bytes)(value);
        self.bytes += bytes;
        if let Some(dialect) = self.check {
            let column = &table.columns[column];
            if let Err(problem) =
                (ops.check)(value, column.ty, ValueContext { dialect, in_key: true })
            {
                self.refuse(column, problem);
            }
            // Only keys that are too large need a culprit.
            if self.bytes > LARGEST_KEY {
                self.blame(bytes, column);
            }
        }
        if self.hash {
            self.hashed.push(Some((ops.hashed)(value, table.columns[column].ty).into_owned()));
        }
    }

    #[cold]
    fn refuse(&mut self, column: &ColumnDef<'_>, problem: ValueError) {
        self.refused.get_or_insert_with(|| (column.name.to_owned(), problem));
    }

    #[cold]
    fn blame(&mut self, bytes: usize, column: &ColumnDef<'_>) {
        if self.largest.as_ref().is_none_or(|(most, _)| bytes > *most) {
            self.largest = Some((bytes, column.name.to_owned()));
        }
    }

    /// A shard that the parts decide, once all of them are seen.
    pub fn shard(&mut self) {
        self.bytes += 8;
        if self.hash {
            self.hashed.push(None);
        }
    }

    /// The end of a table's parts: its own shards can be computed now. The key columns seen so far
    /// are the table's key.
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

/// Takes the parts of a key and puts them on the wire.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct KeyWriter {
    pub(crate) values: Vec<WireValue>,
    shards: std::vec::IntoIter<i64>,
    /// Whether the row is being written: the table's own stored shards are then left to the
    /// database.
    to_write: bool,
}

impl KeyWriter {
    /// A taker for a key, behind values that are there already. `look` shows it the key, if a shard
    /// has to be computed from it, which is what `hash` tells.
    #[inline]
    pub(crate) fn after(
        values: Vec<WireValue>,
        hash: bool,
        to_write: bool,
        look: impl FnOnce(&mut KeyInspector),
    ) -> Self {
        let mut shards = Vec::new();
        if hash {
            let mut seen = KeyInspector::new(true);
            look(&mut seen);
            shards = seen.shards;
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
    pub fn parent(&mut self, put: impl FnOnce(&mut Self)) {
        let to_write = std::mem::replace(&mut self.to_write, false);
        put(self);
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
        // The number is there whenever another shard had to be computed.
        let number = self.shards.next();
        if let Some(number) = number.filter(|_| !self.to_write) {
            self.values.push(WireValue::Text(number.to_string()));
        }
    }

    /// The database's own time of the commit.
    pub fn commit_timestamp(&mut self) {
        self.values.push(crate::insert::commit_timestamp());
    }
}
