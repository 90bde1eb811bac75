//! The trait that the derive implements, and rows on their way back from a client.

use std::borrow::Cow;

use crate::client::{ClientKey, ClientMutation, ClientRow};
use crate::column::{ColumnOps, ColumnOpsTuple};
use crate::dialect::Dialect;
use crate::insert::{RowFiller, Update};
use crate::key::{HasKey, InsertKey, TableKey};
use crate::scan::Scan;
use crate::schema::{ColumnDef, TableDef};
use crate::value::{RowError, ValueError, WireValue};

/// A struct that is a table of a Cloud Spanner database. Implemented by
/// [`derive(SpannerTable)`](derive@crate::SpannerTable).
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
/// // The derive also makes `NewCustomer`, what the application has to say, and `CustomerKey`.
/// let customer = NewCustomer { name: "Ada".into() }.insert()?;
/// let key: &CustomerKey = customer.key();
/// assert_eq!(key.customer_id.get_version_num(), 4);
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Spanner table",
    label = "this struct has no `SpannerTable`",
    note = "put `#[derive(SpannerTable)]` on `{Self}`"
)]
pub trait SpannerTable: Sized {
    /// What the derive says, in one: each constant of its own would cost the compiler.
    #[doc(hidden)]
    const SHAPE: Shape;

    /// All that the struct says about its table, with the types that the compiler resolved.
    const TABLE: TableDef<'static> = *Self::SHAPE.table;

    /// The names of all columns, in the order of the struct's fields: what a read of whole rows
    /// asks for.
    const COLUMNS: &'static [&'static str] = Self::SHAPE.columns;

    /// The primary key: `OrderKey` for `Order`.
    type Key: TableKey<Table = Self>;

    /// The key as far as it is known when a row is sent.
    #[doc(hidden)]
    type InsertKey: InsertKey;

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

    /// A row that a client read. Columns are found by name, so the order of the columns does not
    /// matter, and there may be more.
    fn from_row<R: ClientRow>(mut row: R) -> Result<Self, RowError> {
        Self::read(&mut RowValues::new(&Self::TABLE, &mut |column| row.take(column)))
    }

    /// Writes the whole row over the one that has its key, in a GoogleSQL database. Generated
    /// columns are left to the database, and so are commit timestamps outside the key: see
    /// [`Update::stamped`].
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
        self.update_for(Dialect::GoogleSql)
    }

    /// The same as [`update`](Self::update) for a database of this dialect: they hold different
    /// numbers.
    fn update_for(self, dialect: Dialect) -> Result<Update<Self>, RowError> {
        Update::new(self, dialect)
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

    /// The client's own key of one row, for a read at that key.
    #[must_use]
    fn at<K: ClientKey>(key: Self::Key) -> K {
        K::from_values(key.into_values())
    }

    /// A read of many rows in the order of their keys, over all shards where the table has some.
    #[must_use]
    fn scan() -> Scan<Self> {
        Scan::new()
    }
}

/// A table, and which of its columns are read and written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub table: &'static TableDef<'static>,
    /// All of them, in the order of the struct's fields.
    pub columns: &'static [&'static str],
    /// Those of an insert: what is not of the key, then the key.
    pub written: &'static [&'static str],
}

impl<'a> TableDef<'a> {
    /// The name that clients know the table by: with its schema, if it has one.
    ///
    /// ```
    /// use spanner_keys::schema::TableDef;
    ///
    /// assert_eq!(TableDef { schema: Some("sales"), ..TableDef::new("Orders", &[]) }.path(), "sales.Orders");
    /// ```
    #[must_use]
    pub fn path(&self) -> Cow<'a, str> {
        self.schema.map_or(Cow::Borrowed(self.name), |schema| {
            Cow::Owned(format!("{schema}.{}", self.name))
        })
    }
}

/// The values of one row, each to be taken once.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RowValues<'a> {
    table: &'a TableDef<'a>,
    take: &'a mut dyn FnMut(&str) -> Option<WireValue>,
}

impl<'a> RowValues<'a> {
    pub(crate) fn new(
        table: &'a TableDef<'a>,
        take: &'a mut dyn FnMut(&str) -> Option<WireValue>,
    ) -> Self {
        Self { table, take }
    }

    /// The value of a column of this table, or of its ancestor.
    #[inline]
    pub fn take<V>(
        &mut self,
        table: &TableDef<'_>,
        column: usize,
        ops: &ColumnOps<V>,
    ) -> Result<V, RowError> {
        let column = &table.columns[column];
        let value = (self.take)(column.name).ok_or(ValueError::Missing);
        value
            .and_then(|value| (ops.from_wire)(value, column.ty))
            .map_err(|problem| self.error(column, problem))
    }

    /// The values of columns that follow each other.
    #[inline]
    pub fn take_all<O: ColumnOpsTuple>(
        &mut self,
        table: &TableDef<'_>,
        first: usize,
        ops: O,
    ) -> Result<O::Values, RowError> {
        ops.read(self, table, first)
    }

    #[cold]
    fn error(&self, column: &ColumnDef<'_>, problem: ValueError) -> RowError {
        RowError { table: self.table.path().into_owned(), column: column.name.to_owned(), problem }
    }
}
