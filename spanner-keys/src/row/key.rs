//! Typed primary keys, such as the derive's `OrderKey`.

use std::any::Any;

use super::key_visitor::{KeyInspector, KeyWriter};
use super::read::{AnyOrder, RowValues};
use super::table::SpannerTable;
use crate::client_types::ClientRow;
use crate::rules::permissions::{CloneParts, PartTypes};
use crate::schema::{Fill, ShardBy, ShardDef, TableDef};
use crate::value::{RowError, WireValue};

/// The primary key of a table, as a struct of its business parts. The derive makes one for each
/// table: `OrderKey` for `Order`.
///
/// A child's key holds its parent's key as one field. A shard is not a field, because it is computed
/// (except `shard = 16, random`, which cannot be computed again).
///
/// This trait is sealed: its hidden methods need types that only generated code can name.
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

    /// The Rust types of the key's columns, in order, inherited ones included.
    #[doc(hidden)]
    type Types: PartTypes;

    /// The Rust types of the key's parts without its shards, and then the rest, as a list.
    #[doc(hidden)]
    type Bounds<Rest>;

    /// The key of a row with these key columns. A computed shard among them is dropped.
    #[doc(hidden)]
    fn from_parts(parts: Self::Types) -> Self;

    /// Shows every part to the inspector, in order.
    #[doc(hidden)]
    fn inspect(&self, out: &mut KeyInspector);

    /// Moves every part into the writer, in order.
    #[doc(hidden)]
    fn write(self, out: &mut KeyWriter);

    /// The key of a row.
    #[doc(hidden)]
    fn read(row: &mut RowValues<'_>) -> Result<Self, RowError>;

    /// The whole key in wire format, in the order of the key's columns, with every shard computed.
    fn into_values(self) -> Vec<WireValue> {
        let hash = const { computes_shard(&Self::Table::TABLE, false) };
        let inspect = |out: &mut KeyInspector| TableKey::inspect(&self, out);
        let mut writer = KeyWriter::new(Vec::new(), hash, false, inspect);
        TableKey::write(self, &mut writer);
        writer.values
    }

    /// The key of a row that a client read, if the row has all of its columns.
    fn from_row<R: ClientRow>(row: R) -> Result<Self, RowError> {
        let table = const { &Self::Table::TABLE };
        Self::read(&mut RowValues::new(table, &mut AnyOrder::new(row, table.key.len())))
    }
}

/// A table whose key the application knows before the commit. Only derived tables can be one.
#[diagnostic::on_unimplemented(
    message = "the key of `{Self}` is not known before it is written",
    label = "the database fills a part of this key",
    note = "insert the row with the method insert_returning: the key comes back from the database",
    note = "where the part is a commit timestamp, ask for the key after the commit, with the method key_at"
)]
pub trait KnownKey: SpannerTable<InsertKey = <Self as SpannerTable>::Key> {}

// Without the attribute, the error is about `InsertKey`.
#[diagnostic::do_not_recommend]
impl<T: SpannerTable<InsertKey = <T as SpannerTable>::Key>> KnownKey for T {}

/// A table whose key the database completes: the application does not know all of it before the row
/// is written.
#[diagnostic::on_unimplemented(
    message = "the key of `{Self}` is known before it is written",
    label = "no part of this key waits for the commit",
    note = "ask for it at once, with the method key"
)]
pub trait LateKey: SpannerTable {}

#[diagnostic::do_not_recommend]
impl<T: SpannerTable<InsertKey = PartialKey>> LateKey for T {}

/// A table whose rows have a [`key`](SpannerTable::key): all key parts are `Clone`.
#[diagnostic::on_unimplemented(
    message = "a row of `{Self}` cannot give its key",
    note = "every key part must implement Clone"
)]
pub trait HasKey: SpannerTable {
    #[doc(hidden)]
    fn key_of(&self) -> Self::Key;
}

#[diagnostic::do_not_recommend]
impl<T: SpannerTable> HasKey for T
where
    <T::Key as TableKey>::Types: CloneParts,
{
    fn key_of(&self) -> T::Key {
        TableKey::from_parts(CloneParts::cloned(self.key_parts()))
    }
}

/// The key of the parent, from the columns that a child has in common with it.
///
/// # Panics
///
/// Never in a program that compiles: the permission `MayInherit` refuses a child whose columns have
/// other types.
#[doc(hidden)]
pub fn parent_key<K: TableKey>(parts: impl Any) -> K {
    let mut parts = Some(parts);
    let same = (&mut parts as &mut dyn Any).downcast_mut::<Option<K::Types>>();
    match same.and_then(Option::take) {
        Some(parts) => K::from_parts(parts),
        None => unreachable!("the compiler compares the types of the parent's key"),
    }
}

/// The key of a row, as far as it is known when the row is inserted.
#[doc(hidden)]
pub trait InsertKey: Sized {
    fn inspect(&self, out: &mut KeyInspector);
    fn write(self, out: &mut KeyWriter);
    /// The known parts of a key that the database completes.
    fn parts(&self) -> &[WireValue] {
        &[]
    }
}

impl<K: TableKey> InsertKey for K {
    fn inspect(&self, out: &mut KeyInspector) {
        TableKey::inspect(self, out);
    }

    fn write(self, out: &mut KeyWriter) {
        TableKey::write(self, out);
    }
}

/// The known parts of a key that the database completes, in the order of the columns that are
/// written.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct PartialKey(pub(crate) Vec<WireValue>);

impl InsertKey for PartialKey {
    fn inspect(&self, _: &mut KeyInspector) {}

    fn write(mut self, out: &mut KeyWriter) {
        out.values.append(&mut self.0);
    }

    fn parts(&self) -> &[WireValue] {
        &self.0
    }
}

/// The shard that this key column holds, wherever it was declared: in the table itself, or in the
/// ancestor it comes from.
pub(crate) const fn shard_at<'a>(table: &'a TableDef<'a>, position: usize) -> Option<ShardDef<'a>> {
    match table.declared(position) {
        Some((owner, column)) => match owner.columns[column].fill {
            Fill::Shard(shard) => Some(shard),
            _ => None,
        },
        None => None,
    }
}

/// Whether a shard is computed from other parts; a random one is not.
pub(crate) const fn is_computed(shard: &ShardDef<'_>) -> bool {
    !matches!(shard.by, ShardBy::Chance)
}

/// Whether a shard has to be computed here to address a row, or to write one. Evaluated at compile
/// time, once for each table.
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
