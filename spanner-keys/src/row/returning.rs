//! Inserts as DML, for keys that the database generates: the statement returns them.

use std::fmt;

use super::debug::key_values;
use super::filler::{NewRow, RowFiller};
use super::key::{InsertKey, computes_shard, is_computed, shard_at};
use super::key_source::KeySource;
use super::key_visitor::KeyWriter;
use super::mutation::Columns;
use super::table::SpannerTable;
use crate::client_types::ReturningStatement;
use crate::dialect::Dialect;
use crate::keys::Source;
use crate::schema::limits::STATEMENT_PARAMETERS;
use crate::schema::{ColumnDef, Fill, TableDef};
use crate::statement::{Sql, StatementError};
use crate::value::{RowError, WireValue};

/// Rows that are inserted by one statement, which returns their keys.
///
/// ```
/// use spanner_keys::row::InsertReturning;
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(sequence = "EventSeq")]
///     id: i64,
///     text: String,
/// }
///
/// let insert = NewEvent { text: "started".into() }.insert_returning()?;
/// assert_eq!(insert.sql().text, "INSERT INTO `Event` (`text`) VALUES (@p1) THEN RETURN `id`");
///
/// // One statement can insert several rows:
/// let events = ["paused", "resumed"].map(|text| NewEvent { text: text.into() }.insert_returning());
/// let both = InsertReturning::all(events.into_iter().collect::<Result<Vec<_>, _>>()?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `client::gcloud::insert_returning` and `client::google::insert_returning` run it in its own
/// transaction. With Google's client, [`into_statement`](Self::into_statement) is for your own
/// transactions.
pub struct InsertReturning<T> {
    dialect: Dialect,
    /// The values of each row, in the order of the written columns; `None` is the database's
    /// default.
    rows: Vec<Vec<Option<WireValue>>>,
    table: std::marker::PhantomData<fn() -> T>,
}

clone_and_eq!(InsertReturning: dialect, rows, table);

impl<T: SpannerTable> fmt::Debug for InsertReturning<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = T::SHAPE.written;
        let rows = self.rows.iter().map(|row| row.iter().map(Option::as_ref));
        let keys = rows.map(|row| key_values(&T::TABLE, columns.iter().copied().zip(row)));
        out.debug_struct("InsertReturning")
            .field("table", &T::TABLE.path())
            .field("keys", &keys.collect::<Vec<_>>())
            .field("columns", &columns)
            .finish_non_exhaustive()
    }
}

impl<T: SpannerTable> InsertReturning<T> {
    pub(super) fn new<N: NewRow<Table = T>>(
        row: N,
        keys: &mut KeySource<impl Source>,
    ) -> Result<Self, RowError> {
        let mut fill = RowFiller::new::<T>(T::SHAPE.written.len(), keys);
        let key = row.fill(&mut fill)?;
        fill.finish(Columns::written::<T>(&fill.left_out).as_ref())?;
        let (rest, left_out) = (fill.rest, fill.left_out);
        let hash = const { computes_shard(&T::TABLE, true) };
        let mut writer = KeyWriter::new(rest, hash, true, |out| key.inspect(out));
        key.write(&mut writer);
        let is_left_out =
            |name: &&str| left_out.iter().any(|column| T::TABLE.columns[*column].name == *name);
        let mut values = writer.values.into_iter();
        let row = T::SHAPE
            .written
            .iter()
            .map(|name| if is_left_out(name) { None } else { values.next() })
            .collect();
        Ok(Self { dialect: keys.dialect, rows: vec![row], table: std::marker::PhantomData })
    }

    /// All of these rows in one statement. Without rows, the clients' modules send no statement. Rows
    /// for both dialects, and too many parameters for one statement, are errors.
    pub fn all(inserts: impl IntoIterator<Item = Self>) -> Result<Self, StatementError> {
        let mut inserts = inserts.into_iter();
        let empty = Self {
            dialect: T::TABLE.usual_dialect(),
            rows: Vec::new(),
            table: std::marker::PhantomData,
        };
        let mut all = inserts.next().unwrap_or(empty);
        for insert in inserts {
            if insert.dialect != all.dialect {
                return Err(StatementError::MixedDialects { table: T::TABLE.path().into_owned() });
            }
            all.rows.extend(insert.rows);
        }
        let columns = columns::<T>();
        let parameters = |row: &Vec<Option<WireValue>>| {
            let given = columns
                .iter()
                .zip(row)
                .filter_map(|(column, value)| Some((column, value.as_ref()?)));
            given.filter(|(column, value)| !is_pending(column, value)).count()
        };
        let count = all.rows.iter().map(parameters).sum();
        if count > STATEMENT_PARAMETERS {
            let table = T::TABLE.path().into_owned();
            return Err(StatementError::TooManyParameters { table, count });
        }
        Ok(all)
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The statement, with typed parameters. There must be at least one row.
    #[must_use]
    pub fn sql(self) -> Sql {
        let dialect = self.dialect;
        let columns = columns::<T>();
        let names = |columns: &[&ColumnDef<'_>]| {
            columns.iter().map(|column| dialect.quote(column.name)).collect::<Vec<_>>().join(", ")
        };
        let mut sql = Sql::new(dialect);
        sql.push("INSERT INTO ")
            .push(&dialect.quote_path(&T::TABLE))
            .push(" (")
            .push(&names(&columns))
            .push(") VALUES ");
        for (at, row) in self.rows.into_iter().enumerate() {
            sql.push(if at == 0 { "(" } else { ", (" });
            let mut values = row.into_iter();
            for (at, column) in columns.iter().enumerate() {
                if at > 0 {
                    sql.push(", ");
                }
                match values.next().flatten() {
                    None => sql.push("DEFAULT"),
                    Some(value) if is_pending(column, &value) => {
                        sql.push(dialect.pending_commit_timestamp())
                    }
                    Some(value) => sql.param(column.ty, value),
                };
            }
            sql.push(")");
        }
        let returned = returned::<T>();
        // In GoogleSQL the table's name hides a column of the same name, ignoring case.
        let hidden = |column: &&ColumnDef<'_>| column.name.eq_ignore_ascii_case(T::TABLE.name);
        let returned = if dialect == Dialect::GoogleSql && returned.iter().any(hidden) {
            let table = dialect.quote(T::TABLE.name);
            returned
                .iter()
                .map(|column| format!("{table}.{}", dialect.quote(column.name)))
                .collect::<Vec<_>>()
                .join(", ")
        } else {
            names(&returned)
        };
        sql.push(dialect.returning()).push(&returned);
        sql
    }

    /// The ids that a retry finds these rows by, if the table has any.
    #[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
    pub(crate) fn retry_ids(&self) -> Option<RetryIds> {
        let table: &'static TableDef<'static> = const { &T::TABLE };
        let column = table.retry_id()?;
        let at = T::SHAPE.written.iter().position(|name| *name == column.name)?;
        let ids = self.rows.iter().map(|row| row.get(at)?.clone()).collect::<Option<_>>()?;
        Some(RetryIds { dialect: self.dialect, column, ids })
    }

    /// The statement of a client that can send several of them in one transaction. Read the keys
    /// from its rows with [`TableKey::from_row`](crate::TableKey::from_row).
    #[must_use]
    pub fn into_statement<S: ReturningStatement>(self) -> S {
        S::from_sql(self.sql())
    }
}

/// The columns that the statement names. If the database fills all columns, the statement names the
/// generated key.
fn columns<T: SpannerTable>() -> Vec<&'static ColumnDef<'static>> {
    let table: &'static TableDef<'static> = const { &T::TABLE };
    if T::SHAPE.written.is_empty() {
        return table
            .columns
            .iter()
            .filter(|column| matches!(column.fill, Fill::Sequence(_) | Fill::Identity(_)))
            .take(1)
            .collect();
    }
    T::SHAPE
        .written
        .iter()
        .filter_map(|name| table.columns.iter().find(|column| column.name == *name))
        .collect()
}

/// Whether the value is the placeholder of the commit timestamp. An inherited time is an ordinary
/// value.
fn is_pending(column: &ColumnDef<'_>, value: &WireValue) -> bool {
    column.commit_timestamp && *value == WireValue::commit_timestamp()
}

/// What the statement returns: the parts of the key, except computed shards and commit timestamps,
/// which are not known yet.
fn returned<T: SpannerTable>() -> Vec<&'static ColumnDef<'static>> {
    let table: &'static TableDef<'static> = const { &T::TABLE };
    let known =
        |position: &usize| !shard_at(table, *position).is_some_and(|shard| is_computed(&shard));
    let parts = (0..table.key.len())
        .filter(known)
        .map(|position| &table.columns[table.key[position].column]);
    parts.filter(|column| !column.commit_timestamp).collect()
}

#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
mod key {
    use std::time::SystemTime;

    use crate::client_types::ClientRow;
    use crate::column::Column;
    use crate::dialect::Dialect;
    use crate::row::read::{RowValues, by_name};
    use crate::row::{SpannerTable, TableKey};
    use crate::schema::{ColumnDef, SqlType};
    use crate::statement::Sql;
    use crate::value::{RowError, WireValue};

    /// The key in a returned row. A commit timestamp in it is the time of the commit.
    pub(crate) fn returned_key<T: SpannerTable>(
        row: &mut impl ClientRow,
        commit: Option<SystemTime>,
    ) -> Result<T::Key, RowError> {
        let table = &T::TABLE;
        T::Key::read(&mut RowValues::new(
            table,
            &mut by_name(|name| {
                let stamped = table
                    .columns
                    .iter()
                    .any(|column| column.name == name && column.commit_timestamp);
                if stamped {
                    commit.map(|commit| commit.into_wire(SqlType::TIMESTAMP))
                } else {
                    row.take(name)
                }
            }),
        ))
    }

    /// The ids that a retry finds its rows by.
    pub(crate) struct RetryIds {
        pub(super) dialect: Dialect,
        pub(super) column: &'static ColumnDef<'static>,
        /// In the order of the rows.
        pub(super) ids: Vec<WireValue>,
    }

    impl RetryIds {
        /// The statement that reads the keys of these rows.
        pub(crate) fn sql<T: SpannerTable>(&self) -> Sql {
            let Self { dialect, column, ids } = self;
            let table = &T::TABLE;
            let name = dialect.quote(column.name);
            let key = table.key.iter().map(|part| dialect.quote(table.columns[part.column].name));
            let mut sql = Sql::new(*dialect);
            sql.push("SELECT ").push(&key.chain([name.clone()]).collect::<Vec<_>>().join(", "));
            sql.push(" FROM ").push(&dialect.quote_path(table)).push(" AS ");
            // The name of a table would hide a column of the same name.
            sql.push(&dialect.quote("written_rows")).push(" WHERE ").push(&name).push(" IN (");
            for (at, id) in ids.iter().enumerate() {
                sql.push(if at == 0 { "" } else { ", " }).param(column.ty, id.clone());
            }
            sql.push(")");
            sql
        }

        /// The keys, in the order of the rows, if all of them are there.
        pub(crate) fn keys<T: SpannerTable>(
            &self,
            mut rows: Vec<impl ClientRow>,
        ) -> Result<Option<Vec<T::Key>>, RowError> {
            let mut found: Vec<_> =
                rows.iter_mut().map(|row| (row.take(self.column.name), row)).collect();
            let mut keys = Vec::with_capacity(self.ids.len());
            for id in &self.ids {
                let at = found.iter().position(|(found, _)| found.as_ref() == Some(id));
                let Some((_, row)) = at.map(|at| found.swap_remove(at)) else { return Ok(None) };
                keys.push(T::Key::read(&mut RowValues::new(
                    &T::TABLE,
                    &mut by_name(|name| row.take(name)),
                ))?);
            }
            Ok(Some(keys))
        }
    }
}

#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
pub(crate) use key::{RetryIds, returned_key};
