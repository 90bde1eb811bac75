//! The trait that the derive implements.

use super::filler::{Purpose, RowFiller};
use super::insert_row::InsertRow;
use super::key::{HasKey, InsertKey, TableKey};
use super::parent::Link;
use super::read::{AnyOrder, RowValues};
use super::update::Update;
use crate::client_types::{ClientKey, ClientMutation, ClientRow};
use crate::ddl::Schema;
use crate::dialect::Dialect;
use crate::rules::permissions::PartTypes;
use crate::scan_request::{Scan, Scanned};
use crate::schema::TableDef;
use crate::value::RowError;

/// A struct that is a table of a Cloud Spanner database. Implemented by
/// [`derive(SpannerTable)`](derive@crate::SpannerTable) only: the trait is sealed, because its hidden
/// items need types that only generated code can name.
///
/// ```
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// #[table(name = "Customers")]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     #[column(length = 256)]
///     name: String,
/// }
///
/// assert_eq!(Customer::TABLE.name, "Customers");
/// assert_eq!(Customer::COLUMNS, ["customer_id", "name"]);
///
/// // The derive also generates `CustomerKey` and `NewCustomer`, which holds what you supply.
/// let customer = NewCustomer { name: "Ada".into() }.insert()?;
/// let key: &CustomerKey = customer.key();
/// assert_eq!(key.customer_id.get_version_num(), 4);
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Spanner table",
    label = "this struct has no `SpannerTable`",
    note = "derive SpannerTable for `{Self}`"
)]
pub trait SpannerTable: Sized {
    /// Everything that the derive writes, in one constant: more of them would cost compile time.
    #[doc(hidden)]
    const SHAPE: Shape;

    /// The definition of the table, with the types that the compiler resolved.
    const TABLE: TableDef<'static> = *Self::SHAPE.table;

    /// The names of all columns, in the order of the struct's fields: the columns of a read of whole
    /// rows.
    const COLUMNS: &'static [&'static str] = Self::SHAPE.columns;

    /// The primary key: `OrderKey` for `Order`.
    type Key: TableKey<Table = Self>;

    /// The key, as far as it is known when a row is inserted.
    #[doc(hidden)]
    type InsertKey: InsertKey;

    /// The way to the interleave parent.
    #[doc(hidden)]
    type Parent: Link;

    /// The key columns of the row, in the order of the key.
    #[doc(hidden)]
    fn key_parts(&self) -> <<Self::Key as TableKey>::Types as PartTypes>::Borrowed<'_>;

    /// A row from its values.
    #[doc(hidden)]
    fn read(row: &mut RowValues<'_>) -> Result<Self, RowError>;

    /// A row as the values of an update.
    #[doc(hidden)]
    fn change(self, row: &mut RowFiller<'_>);

    /// The row's primary key.
    ///
    /// ```
    /// use spanner_keys::SpannerTable;
    ///
    /// #[derive(SpannerTable)]
    /// struct Country {
    ///     #[key]
    ///     code: String,
    ///     name: String,
    /// }
    ///
    /// let country = Country { code: "NZ".into(), name: "New Zealand".into() };
    /// assert_eq!(country.key(), CountryKey { code: "NZ".into() });
    /// ```
    fn key(&self) -> Self::Key
    where
        Self: HasKey,
    {
        self.key_of()
    }

    /// A row that a client read. Columns are found by name, so their order does not matter, and there
    /// may be others.
    fn from_row<R: ClientRow>(row: R) -> Result<Self, RowError> {
        let mut row = AnyOrder::new(row, Self::COLUMNS.len());
        Self::read(&mut RowValues::new(const { &Self::TABLE }, &mut row))
    }

    /// Inserts the row as it is, with its key and its commit timestamps: an
    /// import, a restored row, a fixture. Shards are computed, and all checks of new rows apply: also
    /// that an id in a `key(uuid)` does not begin with the time.
    ///
    /// ```
    /// use spanner_keys::{SpannerTable, Uuid};
    ///
    /// #[derive(SpannerTable)]
    /// struct User {
    ///     #[key(uuid)]
    ///     user_id: Uuid,
    ///     name: String,
    /// }
    ///
    /// let user = |user_id| User { user_id, name: "Ada".into() };
    /// user(Uuid::from_u128(0x0123_4567_89ab_4def_8000_0000_0000_0001)).insert()?;
    /// let time_ordered = Uuid::from_u128(0x0123_4567_89ab_7def_8000_0000_0000_0001);
    /// assert!(user(time_ordered).insert().is_err());
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    fn insert(self) -> Result<InsertRow<Self>, RowError> {
        self.insert_for(Self::TABLE.usual_dialect())
    }

    /// The same as [`insert`](Self::insert) for a database of this dialect.
    fn insert_for(self, dialect: Dialect) -> Result<InsertRow<Self>, RowError> {
        InsertRow::new(self, dialect)
    }

    /// Writes the whole row over the existing one with its key. The update
    /// leaves out generated columns and commit timestamps outside the key: see
    /// [`Update::stamped`].
    ///
    /// **Can lose the change of another writer**: it writes every column, also those that another
    /// transaction has changed since the row was read. Inside the read-write transaction that read
    /// the row this cannot happen. Elsewhere, write only what you mean to change, with
    /// [`update!`](crate::update) or [`changes_to`](Self::changes_to).
    ///
    /// ```
    /// # #[cfg(feature = "gcloud-spanner")] {
    /// use gcloud_googleapis::spanner::v1::Mutation;
    /// use spanner_keys::SpannerTable;
    ///
    /// #[derive(SpannerTable)]
    /// struct Country {
    ///     #[key]
    ///     code: String,
    ///     name: String,
    /// }
    ///
    /// let country = Country { code: "NZ".into(), name: "Aotearoa".into() };
    /// let mutation: Mutation = country.update()?.into_mutation();
    /// # }
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    fn update(self) -> Result<Update<Self>, RowError> {
        self.update_for(Self::TABLE.usual_dialect())
    }

    /// The same as [`update`](Self::update) for a database of this dialect, because the dialects
    /// allow different numbers.
    fn update_for(self, dialect: Dialect) -> Result<Update<Self>, RowError> {
        Update::new(self, dialect, Purpose::Update)
    }

    /// Writes only the columns in which another row with the same key differs;
    /// `None` if nothing does. The values are compared as they are stored, so no field has
    /// to be `PartialEq`. Generated columns and commit timestamps do not count; shards are computed.
    ///
    /// ```
    /// use spanner_keys::SpannerTable;
    ///
    /// #[derive(SpannerTable, Clone)]
    /// struct Country {
    ///     #[key]
    ///     code: String,
    ///     name: String,
    ///     capital: Option<String>,
    /// }
    ///
    /// let old = Country { code: "NZ".into(), name: "Aotearoa".into(), capital: None };
    /// let new = Country { capital: Some("Wellington".into()), ..old.clone() };
    /// let update = old.changes_to(&new)?.expect("one column differs");
    /// assert_eq!(update.columns().collect::<Vec<_>>(), ["capital"]);
    /// assert!(old.changes_to(&old)?.is_none());
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    fn changes_to(&self, new: &Self) -> Result<Option<Update<Self>>, RowError>
    where
        Self: Clone,
    {
        self.changes_to_for(new, Self::TABLE.usual_dialect())
    }

    /// The same as [`changes_to`](Self::changes_to) for a database of this dialect.
    fn changes_to_for(&self, new: &Self, dialect: Dialect) -> Result<Option<Update<Self>>, RowError>
    where
        Self: Clone,
    {
        Update::new(new.clone(), dialect, Purpose::Update)?.without_values_of(self.clone())
    }

    /// The mutation that deletes one row.
    #[must_use]
    fn delete<M: ClientMutation>(key: Self::Key) -> M {
        M::delete(&Self::TABLE.path(), vec![key.into_values()])
    }

    /// The mutation that deletes these rows.
    #[must_use]
    fn delete_all<M: ClientMutation>(keys: impl IntoIterator<Item = Self::Key>) -> M {
        M::delete(&Self::TABLE.path(), keys.into_iter().map(TableKey::into_values).collect())
    }

    /// The client's own key type with this key, for a read of that row.
    #[must_use]
    fn client_key<K: ClientKey>(key: Self::Key) -> K {
        K::from_values(key.into_values())
    }

    /// A read of many rows in the order of their keys, over all shards where the table has some.
    #[must_use]
    fn scan() -> Scan<Self> {
        Scan::new()
    }
}

impl<T: SpannerTable> Scanned for T {
    type Bounds = <T::Key as TableKey>::Bounds<()>;
}

// Not in `ddl`, which is a lower layer.
impl Schema<'_> {
    /// The same schema with the table of a struct.
    ///
    /// ```
    /// use spanner_keys::{Dialect, Schema, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// struct Country {
    ///     #[key]
    ///     #[column(length = 2)]
    ///     code: String,
    /// }
    ///
    /// assert_eq!(Schema::new().table::<Country>().ddl(Dialect::PostgreSql)?.len(), 1);
    /// # Ok::<(), spanner_keys::SchemaError>(())
    /// ```
    #[must_use]
    pub fn table<T: SpannerTable>(self) -> Self {
        self.add(T::TABLE)
    }
}

/// A table, and which of its columns are read and written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub table: &'static TableDef<'static>,
    /// All of them, in the order of the struct's fields.
    pub columns: &'static [&'static str],
    /// Those of an insert: the columns outside the key, then the key.
    pub written: &'static [&'static str],
}
