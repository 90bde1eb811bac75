//! Rows to update.

use std::fmt;
use std::marker::PhantomData;

use super::debug::key_values;
use super::filler::{Purpose, RowFiller, row_error};
use super::key::TableKey;
use super::key_source::KeySource;
use super::mutation::{Columns, WireRow, group};
use super::read::{RowValues, by_name};
use super::table::SpannerTable;
use crate::client_types::{ClientMutation, ClientStatement, Operation};
use crate::dialect::Dialect;
use crate::schema::TableDef;
use crate::statement::Sql;
use crate::value::{RowError, ValueError, WireValue};

/// New values for columns of the existing row with a key. Made by [`update!`](crate::update) for
/// some columns, by [`SpannerTable::update`] for the whole row, and by
/// [`SpannerTable::changes_to`] for what differs.
///
/// ```
/// use spanner_keys::{SpannerTable, update};
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
///     capital: Option<String>,
/// }
///
/// let key = CountryKey { code: "NZ".into() };
/// let sql = update!(Country, key, name = "Aotearoa".into())?.sql()?;
/// assert_eq!(sql.text, "UPDATE `Country` SET `name` = @p1 WHERE `code` = @p2");
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
pub struct Update<T> {
    dialect: Dialect,
    columns: Vec<&'static str>,
    values: Vec<WireValue>,
    stamped: bool,
    table: PhantomData<fn() -> T>,
}

clone_and_eq!(Update: dialect, columns, values, stamped, table);

impl<T> Update<T> {
    pub(super) const fn of(
        columns: Vec<&'static str>,
        values: Vec<WireValue>,
        dialect: Dialect,
    ) -> Self {
        Self { dialect, columns, values, stamped: false, table: PhantomData }
    }
}

impl<T: SpannerTable> fmt::Debug for Update<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(&mut out.debug_struct("Update"))
    }
}

impl<T: SpannerTable> Update<T> {
    pub(super) fn show(&self, out: &mut fmt::DebugStruct<'_, '_>) -> fmt::Result {
        let row = self.columns.iter().copied().zip(self.values.iter().map(Some));
        out.field("table", &T::TABLE.path())
            .field("key", &key_values(&T::TABLE, row))
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }

    pub(super) fn new(row: T, dialect: Dialect, purpose: Purpose) -> Result<Self, RowError> {
        let mut keys = KeySource::new(dialect);
        let mut fill = RowFiller::new::<T>(T::COLUMNS.len(), &mut keys);
        fill.purpose = purpose;
        row.change(&mut fill);
        let changed = std::mem::take(&mut fill.changed);
        if purpose != Purpose::Compare {
            fill.finish(&changed)?;
        }
        Ok(Self::of(changed, fill.rest, dialect))
    }

    /// What differs from a row with the same key.
    pub(super) fn without_values_of(self, old: T) -> Result<Option<Self>, RowError> {
        let old = Self::new(old, self.dialect, Purpose::Compare)?;
        let table = &T::TABLE;
        let (mut columns, mut values, mut differs) = (Vec::new(), Vec::new(), false);
        for (at, (name, value)) in self.columns.into_iter().zip(self.values).enumerate() {
            // Both rows have the same columns, in the same order.
            let same = old.values.get(at).is_some_and(|old| same(old, &value));
            let column = table.columns.iter().position(|column| column.name == name);
            let in_key = column.is_some_and(|column| table.key_position(column).is_some());
            if let (true, false, Some(column)) = (in_key, same, column) {
                return Err(row_error(table, column, ValueError::DifferentKey));
            }
            if in_key || !same {
                differs |= !in_key;
                columns.push(name);
                values.push(value);
            }
        }
        Ok(differs.then(|| Self::of(columns, values, self.dialect)))
    }

    /// The columns that are written, without the key.
    ///
    /// ```
    /// # use spanner_keys::{SpannerTable, update};
    /// # #[derive(SpannerTable)]
    /// # struct Country {
    /// #     #[key]
    /// #     code: String,
    /// #     name: String,
    /// # }
    /// let key = CountryKey { code: "NZ".into() };
    /// let update = update!(Country, key, name = "Aotearoa".into())?;
    /// assert_eq!(update.columns().collect::<Vec<_>>(), ["name"]);
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().copied().filter(|name| !is_key(&T::TABLE, name))
    }

    /// The update as a statement, with typed parameters: for a transaction that updates with
    /// statements, and for the emulator, which refuses the mutation if the database can fill a key
    /// part (a `key(uuid)`, a shard) and a column with a default is not written.
    ///
    /// The condition names the whole key, with its shards, so the database finds the row without a
    /// scan.
    pub fn sql(self) -> Result<Sql, RowError> {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        let dialect = self.dialect;
        let WireRow { columns, values, .. } = self.into_row();
        let columns = columns.as_ref();
        let key = T::Key::read(&mut RowValues::new(
            table,
            &mut by_name(|name| {
                values.get(columns.iter().position(|written| *written == name)?).cloned()
            }),
        ))?;
        let mut sql = Sql::new(dialect);
        sql.push("UPDATE ").push(&dialect.quote_path(table));
        if let Some(alias) = table.alias() {
            sql.push(" AS ").push(&dialect.quote(&alias));
        }
        let mut separator = " SET ";
        for (name, value) in columns.iter().zip(&values).filter(|(name, _)| !is_key(table, name)) {
            sql.push(separator).push(&dialect.quote(name)).push(" = ");
            separator = ", ";
            match table.columns.iter().find(|column| column.name == *name) {
                Some(column) if !column.commit_timestamp => sql.param(column.ty, value.clone()),
                _ => sql.push(dialect.pending_commit_timestamp()),
            };
        }
        separator = " WHERE ";
        for (part, value) in table.key.iter().zip(key.into_values()) {
            let column = &table.columns[part.column];
            sql.push(separator).push(&dialect.quote(column.name));
            separator = " AND ";
            if value == WireValue::Null {
                sql.push(" IS NULL");
            } else {
                sql.push(" = ").param(column.ty, value);
            }
        }
        Ok(sql)
    }

    /// The statement of a client: see [`sql`](Self::sql).
    pub fn into_statement<S: ClientStatement>(self) -> Result<S, RowError> {
        self.sql().map(S::from_sql)
    }

    /// Also writes the time of the commit into every `commit_timestamp` column outside the key.
    #[must_use]
    pub fn stamped(self) -> Self {
        Self { stamped: true, ..self }
    }

    /// The mutation of a client.
    #[must_use]
    pub fn into_mutation<M: ClientMutation>(self) -> M {
        self.into_row().into_mutation::<T, M>()
    }

    /// The mutations that make all of these updates, in order: with gcloud-spanner one for
    /// consecutive rows with the same columns, with Google's client one for each row.
    #[must_use]
    pub fn into_mutations<M: ClientMutation>(rows: impl IntoIterator<Item = Self>) -> Vec<M> {
        group::<T, M>(rows.into_iter().map(Self::into_row))
    }

    pub(super) fn into_row(self) -> WireRow {
        let Self { mut columns, mut values, stamped, .. } = self;
        if stamped {
            let table = &T::TABLE;
            for (_, column) in
                table.columns.iter().enumerate().filter(|(at, column)| {
                    column.commit_timestamp && table.key_position(*at).is_none()
                })
            {
                // The row's own time is not kept.
                let written = columns.iter().position(|name| *name == column.name);
                if let Some(value) = written.and_then(|at| values.get_mut(at)) {
                    *value = WireValue::commit_timestamp();
                } else {
                    columns.push(column.name);
                    values.push(WireValue::commit_timestamp());
                }
            }
        }
        WireRow { operation: Operation::Update, columns: Columns::Some(columns), values }
    }
}

fn is_key(table: &TableDef<'_>, name: &str) -> bool {
    table.key.iter().any(|part| table.columns[part.column].name == name)
}

/// Whether two values are stored alike. 0 and -0 are not.
fn same(one: &WireValue, two: &WireValue) -> bool {
    match (one, two) {
        (WireValue::Number(one), WireValue::Number(two)) => one.to_bits() == two.to_bits(),
        (WireValue::List(one), WireValue::List(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| same(one, two))
        }
        _ => one == two,
    }
}
