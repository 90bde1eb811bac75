//! You need this to create the tables: a [`Schema`], usually from [`tables!`](crate::tables), writes
//! the statements in both dialects.
//!
//! [`Schema::ddl`] checks the tables and writes the statements in an order
//! that one UpdateDatabaseDdl call accepts. Where the emulator is laxer than the documentation, the
//! documentation wins.

#[cfg(feature = "migrate")]
pub(crate) mod alter;
#[cfg(feature = "migrate")]
pub(crate) mod convert;
mod error;
mod gather;
mod googlesql;
mod names;
mod plan;
mod postgresql;
mod script;
pub(crate) mod sql;
mod unsupported;
mod write;

pub use error::SchemaError;
pub(crate) use postgresql::NAMED_OPTIONS;
#[cfg(feature = "build")]
pub(crate) use script::says_the_same;

use crate::dialect::Dialect;
use crate::rules::{Finding, Level, lint_schema};
use crate::schema::facts::Path;
use crate::schema::{
    ColumnDef, ColumnExtra, CounterOptions, IndexDef, Scalar, SqlText, SqlType, TableDef,
};
use gather::Tables;
use names::ConstraintNames;

/// Dispatches to the module of the dialect: to a constant, or to a function of the same name.
macro_rules! dialects {
    (
        const { $($(#[$text:meta])* $seen:vis fn $fact:ident() -> $value:ty = $constant:ident;)* }
        $($(#[$doc:meta])* $vis:vis fn $name:ident($($argument:ident: $ty:ty),*) -> $result:ty;)*
    ) => {
        impl Dialect {
            $($(#[$text])* $seen const fn $fact(self) -> $value {
                match self {
                    Self::GoogleSql => googlesql::$constant,
                    Self::PostgreSql => postgresql::$constant,
                }
            })*
            $($(#[$doc])* $vis fn $name(self $(, $argument: $ty)*) -> $result {
                match self {
                    Self::GoogleSql => googlesql::$name($($argument),*),
                    Self::PostgreSql => postgresql::$name($($argument),*),
                }
            })*
        }
    };
}

dialects! {
    const {
        /// The function call for the commit timestamp in a statement.
        pub(crate) fn pending_commit_timestamp() -> &'static str = PENDING_COMMIT_TIMESTAMP;
        /// The clause before the columns that an insert returns.
        pub(crate) fn returning() -> &'static str = RETURNING;
        fn name_limit() -> usize = NAME_LIMIT;
        fn lexical_rules() -> sql::LexicalRules = LEXICAL_RULES;
    }

    /// The name in the dialect's quotes.
    pub(crate) fn quote(name: &str) -> String;
    /// A text as a literal.
    fn text_literal(text: &str) -> String;
    /// The type of a column, a parameter or a cast.
    pub(crate) fn type_name(ty: SqlType) -> String;
    /// The clause with which the server fills a column with random UUIDs, if it can.
    pub(crate) fn uuid_default(scalar: Scalar) -> Option<String>;
    /// The clause of a column that is computed from others.
    fn generated(sql: &str, stored: bool) -> String;
    /// The clause of a column that a sequence fills.
    fn sequence_default(name: Path<'_>) -> String;
    pub(crate) fn create_sequence(name: Path<'_>, options: CounterOptions) -> String;
    fn skip_range(min: i64, max: i64) -> String;
    pub(crate) fn create_index(table: &TableDef<'_>, index: &IndexDef<'_>) -> String;
    /// The clause that deletes rows this many days after the time in a quoted column.
    fn row_deletion_policy(column: &str, days: u32) -> String;
    /// The fingerprint of quoted columns.
    fn fingerprint(inputs: &[(String, Scalar)]) -> String;
    /// A fingerprint reduced to `0..count`.
    fn modulo(fingerprint: &str, count: u16) -> String;
    fn create_table(
        first_line: &str,
        lines: &[String],
        key: Option<String>,
        clauses: Vec<String>
    ) -> String;
    /// The type of a vector, after the type of its array.
    fn vector(length: u32) -> String;
    /// The clauses of these options, each a name and a value as SQL.
    fn option_clauses(options: &[(&str, &str)]) -> Vec<String>;
}

impl Dialect {
    /// A table's quoted name, with its schema.
    pub(crate) fn quote_path(self, table: &TableDef<'_>) -> String {
        write::path(Path::of(table), self)
    }

    /// The hint after a table's name that makes a query read from an index. `path` is the index's
    /// name with its schema.
    pub(crate) fn index_hint(self, path: &str, null_filtered: bool) -> String {
        match self {
            Self::GoogleSql => googlesql::index_hint(path, null_filtered),
            Self::PostgreSql => postgresql::index_hint(path),
        }
    }

    /// The type of a column; PostgreSQL marks commit timestamps by a type.
    fn column_type(self, ty: SqlType, column: &ColumnDef<'_>) -> String {
        let extra = column.extra.unwrap_or(&ColumnExtra::NONE);
        let vector = extra.vector_length.map_or_else(String::new, |length| self.vector(length));
        match (self, extra.sql_type.and_then(|sql| sql.for_dialect(self))) {
            (Self::GoogleSql, Some(name)) if ty.array => format!("ARRAY<{name}>{vector}"),
            (Self::PostgreSql, Some(name)) if ty.array => format!("{name}[]{vector}"),
            (_, Some(name)) => name.to_owned(),
            (Self::PostgreSql, None) if column.commit_timestamp => {
                postgresql::COMMIT_TIMESTAMP_TYPE.to_owned()
            }
            (_, None) => self.type_name(ty) + &vector,
        }
    }

    /// GoogleSQL marks commit timestamps by an option.
    fn commit_timestamp_option(self) -> Option<(&'static str, &'static str)> {
        (self == Self::GoogleSql).then_some(googlesql::COMMIT_TIMESTAMP_OPTION)
    }

    /// The options of a sequence or an identity column.
    fn counter(self, options: CounterOptions) -> String {
        let mut words = vec!["BIT_REVERSED_POSITIVE".to_owned()];
        words.extend(options.skip_range.map(|(min, max)| self.skip_range(min, max)));
        words.extend(options.start_counter.map(|start| format!("START COUNTER WITH {start}")));
        words.join(" ")
    }

    /// The first line of the statement that creates a table.
    #[cfg(feature = "build")]
    pub(crate) fn create_table_line(self, table: &TableDef<'_>) -> String {
        write::create_table_line(table, self)
    }
}

/// A set of tables that belong in one database.
///
/// Tables are created in the order in which they were added, parents before children. Parents, and
/// tables that foreign keys reference, are included automatically. Adding a table twice has no
/// effect.
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
    /// Statements after the named schemas and before everything else.
    first: Vec<SqlText<'a>>,
    /// Statements after everything else.
    last: Vec<SqlText<'a>>,
}

impl<'a> Schema<'a> {
    /// A schema without tables.
    #[must_use]
    pub const fn new() -> Self {
        Self { tables: Vec::new(), first: Vec::new(), last: Vec::new() }
    }

    /// The same schema with one more table, derived or from elsewhere.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "`add` is a usual name for a builder method")]
    pub fn add(mut self, table: TableDef<'a>) -> Self {
        self.tables.push(table);
        self
    }

    /// The same schema with a statement that its tables need: a proto bundle, a locality group, a
    /// function. It is written before the tables.
    ///
    /// ```
    /// use spanner_keys::schema::SqlText;
    /// use spanner_keys::{Dialect, Schema};
    ///
    /// let cold = "CREATE LOCALITY GROUP cold OPTIONS (storage = 'hdd')";
    /// let schema = Schema::new().statement_before(SqlText { googlesql: Some(cold), postgresql: None });
    /// assert_eq!(schema.ddl(Dialect::GoogleSql)?, [cold]);
    /// assert!(schema.ddl(Dialect::PostgreSql).is_err());
    /// # Ok::<(), spanner_keys::SchemaError>(())
    /// ```
    #[must_use]
    pub fn statement_before(mut self, sql: SqlText<'a>) -> Self {
        self.first.push(sql);
        self
    }

    /// The same schema with a statement about its tables: a view, a change stream, a search index, a
    /// role. It is written after the tables, as it is.
    ///
    /// ```
    /// use spanner_keys::schema::SqlText;
    /// use spanner_keys::{Dialect, Schema};
    ///
    /// let stream = "CREATE CHANGE STREAM Everything FOR ALL";
    /// let schema = Schema::new().statement_after(SqlText::both(stream));
    /// assert_eq!(schema.ddl(Dialect::PostgreSql)?, [stream]);
    /// # Ok::<(), spanner_keys::SchemaError>(())
    /// ```
    #[must_use]
    pub fn statement_after(mut self, sql: SqlText<'a>) -> Self {
        self.last.push(sql);
        self
    }

    /// The tables that were added, in that order, without those that are included automatically.
    #[must_use]
    pub fn tables(&self) -> &[TableDef<'a>] {
        &self.tables
    }

    /// The tables that were added and those that are included automatically, parents before
    /// children.
    #[cfg(feature = "build")]
    pub(crate) fn gathered(&self) -> Result<Vec<TableDef<'a>>, SchemaError> {
        let Tables { list, findings, .. } = Tables::gather(&self.tables);
        if findings.is_empty() { Ok(list) } else { Err(SchemaError::Invalid { findings }) }
    }

    /// Everything that the rules find in the tables, advice included, and what this dialect cannot
    /// express.
    ///
    /// ```
    /// use spanner_keys::rules::Rule;
    /// use spanner_keys::schema::{ColumnDef, ForeignKeyDef, KeyPart, ReferenceDef, SqlType, TableDef};
    /// use spanner_keys::{Dialect, Schema};
    ///
    /// const ORDERS: TableDef<'static> = TableDef {
    ///     key: &[KeyPart::new(0)],
    ///     foreign_keys: &[ForeignKeyDef::new(
    ///         &[1],
    ///         ReferenceDef::Named { schema: None, table: "Customers", columns: &["Id"] },
    ///     )],
    ///     ..TableDef::new(
    ///         "Orders",
    ///         &[ColumnDef::new("Id", SqlType::text(36)), ColumnDef::new("Customer", SqlType::INT64)],
    ///     )
    /// };
    /// const CUSTOMERS: TableDef<'static> = TableDef {
    ///     key: &[KeyPart::new(0)],
    ///     ..TableDef::new("Customers", &[ColumnDef::new("Id", SqlType::text(36))])
    /// };
    /// let findings = Schema::new().add(ORDERS).add(CUSTOMERS).lint(Dialect::GoogleSql);
    /// assert_eq!(findings.len(), 1);
    /// assert_eq!(findings[0].rule, Rule::ForeignKey); // INT64 and STRING
    /// ```
    #[must_use]
    pub fn lint(&self, dialect: Dialect) -> Vec<Finding> {
        self.lint_gathered(&mut Tables::gather(&self.tables), dialect)
    }

    fn lint_gathered(&self, tables: &mut Tables<'_>, dialect: Dialect) -> Vec<Finding> {
        let mut findings = lint_gathered(tables, dialect);
        for sql in self.first.iter().chain(&self.last) {
            findings.extend(unsupported::statement(*sql, dialect));
        }
        findings
    }

    /// The statements that create the schema in an empty database, ready for one UpdateDatabaseDdl
    /// call: named schemas, sequences, each table with its indexes, and last the foreign keys. They
    /// hold no comments and no `;`.
    ///
    /// Everything that [`lint`](Self::lint) finds, except advice, is an error here.
    pub fn ddl(&self, dialect: Dialect) -> Result<Vec<String>, SchemaError> {
        Ok(self.steps(dialect)?.into_iter().map(|step| step.sql).collect())
    }

    fn steps(&self, dialect: Dialect) -> Result<Vec<plan::Step>, SchemaError> {
        let mut tables = Tables::gather(&self.tables);
        let mut findings = self.lint_gathered(&mut tables, dialect);
        findings.retain(|finding| finding.rule.level() == Level::Error);
        if findings.is_empty() {
            Ok(plan::steps(
                &tables,
                [self.first.as_slice(), &self.last],
                ConstraintNames::of,
                dialect,
            ))
        } else {
            Err(SchemaError::Invalid { findings })
        }
    }

    /// The statements of a schema that exists already, whatever the rules find in it. Constraints
    /// without a name get none.
    #[cfg(feature = "migrate")]
    pub(crate) fn ddl_as_read(&self, dialect: Dialect) -> Vec<String> {
        let tables = Tables::gather(&self.tables);
        let around = [&self.first, &self.last].map(Vec::as_slice);
        let names = |table: &TableDef<'_>, _| ConstraintNames::as_written(table);
        let steps = plan::steps(&tables, around, names, dialect);
        steps.into_iter().map(|step| step.sql).collect()
    }

    /// The same statements as the text of a file: each ends with `;`, and the reasons of `spread`
    /// and `allow_hotspot` are comments above their statements.
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
        Ok(script::write(&self.steps(dialect)?, dialect))
    }
}

/// Statements that only a schema from elsewhere has.
#[cfg(feature = "migrate")]
pub(crate) use write::{add_synonym, alter_database, column, create_schema, set_sequence};

fn lint_gathered(tables: &mut Tables<'_>, dialect: Dialect) -> Vec<Finding> {
    let names: Vec<_> =
        tables.list.iter().map(|table| ConstraintNames::of(table, dialect)).collect();
    let constraints: Vec<_> = names.iter().map(ConstraintNames::list).collect();
    let mut findings = core::mem::take(&mut tables.findings);
    findings.append(&mut lint_schema(&tables.list, &constraints));
    for (table, names) in tables.list.iter().zip(&names) {
        if crate::rules::is_sound(table) {
            findings.append(&mut unsupported::lint(table, names, dialect));
        }
    }
    findings
}

#[cfg(test)]
mod tests;
