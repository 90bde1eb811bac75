//! Tables to DDL, in both dialects of Spanner.
//!
//! [`Schema`] gathers tables; [`Schema::ddl`] checks them and writes the statements in an order
//! that one UpdateDatabaseDdl call accepts. Where the emulator is laxer than the documentation, the
//! documentation wins.

mod check;
mod error;
mod googlesql;
mod names;
mod order;
mod plan;
mod postgresql;
mod script;
mod text;
mod view;

pub use error::SchemaError;
pub(crate) use googlesql::type_word;
#[cfg(feature = "build")]
pub(crate) use script::says_the_same;
#[cfg(feature = "build")]
pub(crate) use text::named_by_column;

use crate::dialect::Dialect;
use crate::schema::{Scalar, SqlType, TableDef};

/// What differs between the dialects, and where it is written down.
impl Dialect {
    /// The name between the dialect's quotes.
    pub(crate) fn quote(self, name: &str) -> String {
        match self {
            Self::GoogleSql => googlesql::quote(name),
            Self::PostgreSql => postgresql::quote(name),
        }
    }

    /// A table's name between quotes, behind its schema's.
    pub(crate) fn quote_path(self, table: &TableDef<'_>) -> String {
        let name = self.quote(table.name);
        table.schema.map_or_else(|| name.clone(), |schema| format!("{}.{name}", self.quote(schema)))
    }

    /// The call that stands for the commit's time in a statement.
    pub(crate) const fn pending_commit_timestamp(self) -> &'static str {
        match self {
            Self::GoogleSql => googlesql::PENDING_COMMIT_TIMESTAMP,
            Self::PostgreSql => postgresql::PENDING_COMMIT_TIMESTAMP,
        }
    }

    /// What stands before the columns that an insert returns.
    pub(crate) const fn returning(self) -> &'static str {
        match self {
            Self::GoogleSql => googlesql::RETURNING,
            Self::PostgreSql => postgresql::RETURNING,
        }
    }

    /// What makes a query read from an index, behind the name of the table. `path` is the index's
    /// name with its schema.
    pub(crate) fn index_hint(self, path: &str, null_filtered: bool) -> String {
        match self {
            Self::GoogleSql => googlesql::index_hint(path, null_filtered),
            Self::PostgreSql => postgresql::index_hint(path),
        }
    }

    const fn name_limit(self) -> usize {
        match self {
            Self::GoogleSql => googlesql::NAME_LIMIT,
            Self::PostgreSql => postgresql::NAME_LIMIT,
        }
    }

    const fn lexis(self) -> text::Lexis {
        match self {
            Self::GoogleSql => googlesql::LEXIS,
            Self::PostgreSql => postgresql::LEXIS,
        }
    }

    const fn uuid_default(self, scalar: Scalar) -> Option<&'static str> {
        match self {
            Self::GoogleSql => googlesql::uuid_default(scalar),
            Self::PostgreSql => postgresql::uuid_default(scalar),
        }
    }

    pub(crate) fn type_name(self, ty: SqlType) -> String {
        match self {
            Self::GoogleSql => googlesql::type_name(ty),
            Self::PostgreSql => postgresql::type_name(ty),
        }
    }

    /// The first line of the statement that makes a table.
    #[cfg(feature = "build")]
    pub(crate) fn create_table_line(self, table: &TableDef<'_>) -> String {
        match self {
            Self::GoogleSql => googlesql::create_table_line(view::Path::of(table)),
            Self::PostgreSql => postgresql::create_table_line(view::Path::of(table)),
        }
    }

    fn statement(self, statement: &plan::Statement<'_>) -> String {
        match self {
            Self::GoogleSql => googlesql::statement(statement),
            Self::PostgreSql => postgresql::statement(statement),
        }
    }
}

/// A set of tables that belong in one database.
///
/// Tables come out in the order they were added, parents before children. A parent that was not
/// added, and a table that a foreign key references, are taken in by themselves; adding a table
/// twice is harmless.
///
/// ```
/// use spanner_keys::schema::{ColumnDef, Fill, KeyPart, SqlType, TableDef};
/// use spanner_keys::{Dialect, Schema};
///
/// const SINGERS: TableDef<'static> = TableDef {
///     key: &[KeyPart::new(0)],
///     ..TableDef::new("Singers", &[ColumnDef { fill: Fill::UuidV4, ..ColumnDef::new("SingerId", SqlType::text(36)) }])
/// };
/// let statements = Schema::new().add(SINGERS).ddl(Dialect::GoogleSql)?;
/// assert_eq!(
///     statements,
///     ["CREATE TABLE `Singers` (\n  `SingerId` STRING(36) NOT NULL DEFAULT (GENERATE_UUID())\n) PRIMARY KEY (`SingerId`)"]
/// );
/// # Ok::<(), spanner_keys::SchemaError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Schema<'a> {
    tables: Vec<TableDef<'a>>,
}

impl<'a> Schema<'a> {
    /// A schema without tables.
    #[must_use]
    pub const fn new() -> Self {
        Self { tables: Vec::new() }
    }

    /// The same schema with one more table, derived or from elsewhere.
    #[must_use]
    #[allow(
        clippy::should_implement_trait,
        reason = "a table and a schema have no sum; the word is the builder's"
    )]
    pub fn add(mut self, table: TableDef<'a>) -> Self {
        self.tables.push(table);
        self
    }

    /// The tables that were added, in that order; those that they pull in are not among them.
    #[must_use]
    pub fn tables(&self) -> &[TableDef<'a>] {
        &self.tables
    }

    /// The tables that were added and those that they pull in, parents before children.
    #[cfg(feature = "build")]
    pub(crate) fn gathered(&self) -> Result<Vec<TableDef<'a>>, SchemaError> {
        Ok(order::Tables::gather(&self.tables)?.list)
    }

    /// The statements that make the schema in an empty database, ready for one UpdateDatabaseDdl
    /// call: named schemas, sequences, each table with its indexes, and last the foreign keys. They
    /// hold no comments and no `;`.
    pub fn ddl(&self, dialect: Dialect) -> Result<Vec<String>, SchemaError> {
        let steps = plan::steps(&self.tables, dialect)?;
        Ok(steps.iter().map(|step| dialect.statement(&step.statement)).collect())
    }

    /// The same statements as a file to read and to keep: each ends with `;`, and the reasons that
    /// the authors of the tables gave (`spread`, `allow_hotspot`) stand as comments above the
    /// statements they concern.
    ///
    /// ```
    /// use spanner_keys::schema::{ColumnDef, KeyPart, SqlType, TableDef, Waiver};
    /// use spanner_keys::{Dialect, Schema};
    ///
    /// const TENANTS: TableDef<'static> = TableDef {
    ///     key: &[KeyPart { waiver: Some(Waiver::Spread("ids come from the CRM")), ..KeyPart::new(0) }],
    ///     ..TableDef::new("Tenants", &[ColumnDef::new("TenantId", SqlType::INT64)])
    /// };
    /// let script = Schema::new().add(TENANTS).script(Dialect::GoogleSql)?;
    /// assert!(script.contains("-- spread of TenantId: ids come from the CRM\nCREATE TABLE `Tenants`"));
    /// # Ok::<(), spanner_keys::SchemaError>(())
    /// ```
    pub fn script(&self, dialect: Dialect) -> Result<String, SchemaError> {
        let steps = plan::steps(&self.tables, dialect)?;
        Ok(script::write(&steps, dialect))
    }
}

#[cfg(test)]
mod tests;
