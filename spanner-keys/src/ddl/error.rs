//! Why a schema cannot be written.

use core::fmt;

use super::Dialect;

/// Why a set of tables has no DDL in a dialect. Every variant names the table it is about, where
/// there is one.
///
/// ```
/// use spanner_keys::schema::{ColumnDef, KeyPart, SqlType, TableDef};
/// use spanner_keys::{Dialect, Schema, SchemaError};
///
/// const TABLE: TableDef<'static> = TableDef {
///     key: &[KeyPart { descending: true, ..KeyPart::new(0) }],
///     ..TableDef::new("Events", &[ColumnDef::new("Name", SqlType::text(64))])
/// };
/// let schema = Schema::new().add(TABLE);
/// assert!(schema.ddl(Dialect::GoogleSql).is_ok());
/// let error = schema.ddl(Dialect::PostgreSql).unwrap_err();
/// assert!(matches!(&error, SchemaError::DescendingKey { table, column } if table == "Events" && column == "Name"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaError {
    /// No table is registered in the program, or in the module that was named.
    NothingRegistered {
        /// The module.
        module: Option<String>,
    },
    /// A name has characters that a quoted name must not have.
    InvalidName {
        /// The table.
        table: String,
        /// What carries the name: a table, column, index, constraint, sequence or schema.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name that Spanner keeps for itself.
    ReservedName {
        /// The table.
        table: String,
        /// What carries the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name is longer than the dialect allows.
    NameTooLong {
        /// The table.
        table: String,
        /// What carries the name.
        what: &'static str,
        /// The name.
        name: String,
        /// The longest name in this dialect.
        limit: usize,
        /// The dialect.
        dialect: Dialect,
    },
    /// Two things share one name; Spanner does not tell upper from lower case here.
    DuplicateName {
        /// The name.
        name: String,
        /// The first user of the name.
        first: String,
        /// The second user of the name.
        second: String,
    },
    /// A foreign key names a table that the schema does not hold.
    UnknownTable {
        /// The table with the foreign key.
        table: String,
        /// The table that is missing.
        referenced: String,
    },
    /// Something names a column that the table does not have.
    UnknownColumn {
        /// The table whose column is missing.
        table: String,
        /// What names the column.
        place: String,
        /// The column, by name or as `#position`.
        column: String,
    },
    /// SQL text is not given for this dialect.
    MissingText {
        /// The table.
        table: String,
        /// Where the text belongs.
        place: String,
        /// The dialect without a text.
        dialect: Dialect,
    },
    /// SQL text cannot stand where it belongs.
    InvalidText {
        /// The table.
        table: String,
        /// Where the text belongs.
        place: String,
        /// What is wrong with it.
        problem: String,
    },
    /// PostgreSQL has no descending primary keys.
    DescendingKey {
        /// The table.
        table: String,
        /// The key column.
        column: String,
    },
    /// PostgreSQL has no NUMERIC in primary keys, indexes and foreign keys.
    NumericKey {
        /// The table.
        table: String,
        /// The column.
        column: String,
    },
    /// PostgreSQL has no nullable key columns.
    NullableKey {
        /// The table.
        table: String,
        /// The key column.
        column: String,
    },
    /// The table as a whole breaks a limit.
    InvalidTable {
        /// The table.
        table: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A column cannot be as it is described.
    InvalidColumn {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A primary key cannot be as it is described.
    InvalidKey {
        /// The table.
        table: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A table does not fit its interleave parent.
    InvalidInterleave {
        /// The child.
        table: String,
        /// The parent.
        parent: String,
        /// What is wrong.
        problem: String,
    },
    /// An index cannot be as it is described.
    InvalidIndex {
        /// The table.
        table: String,
        /// The index.
        index: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A foreign key cannot be as it is described.
    InvalidForeignKey {
        /// The table.
        table: String,
        /// The constraint.
        constraint: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A row deletion policy cannot be as it is described.
    InvalidTtl {
        /// The table.
        table: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A sequence cannot be as it is described.
    InvalidSequence {
        /// The table.
        table: String,
        /// The sequence.
        sequence: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl fmt::Display for SchemaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingRegistered { module } => write!(
                out,
                "no table is registered in {}: link the crate that has the tables, `use models as _;`",
                module
                    .as_ref()
                    .map_or_else(|| "this program".to_owned(), |module| format!("`{module}`"))
            ),
            Self::InvalidName { table, what, name } => write!(
                out,
                "`{}` is not a valid {what} name (table `{}`): begin with a letter and go on with letters, digits, and `_`",
                name.escape_debug(),
                table.escape_debug()
            ),
            Self::ReservedName { table, what, name } => {
                write!(
                    out,
                    "spanner keeps the {what} name `{name}` for itself (table `{table}`): choose another name"
                )
            }
            Self::NameTooLong { table, what, name, limit, dialect } => write!(
                out,
                "the {what} name `{name}` (table `{table}`) has {} characters, and {dialect} takes at most {limit}: choose a shorter name",
                name.len()
            ),
            Self::DuplicateName { name, first, second } => write!(
                out,
                "{first} and {second} share the name `{name}`, which spanner compares without regard to case: rename one of them"
            ),
            Self::UnknownTable { table, referenced } => write!(
                out,
                "a foreign key of table `{table}` references table `{referenced}`, which is not in the schema: add `{referenced}` or correct the name"
            ),
            Self::UnknownColumn { table, place, column } => {
                write!(
                    out,
                    "{place} names the column `{column}`, which table `{table}` does not have"
                )
            }
            Self::MissingText { table, place, dialect } => {
                write!(
                    out,
                    "the SQL text of {place} of table `{table}` is missing for {dialect}: give a text for each dialect you use"
                )
            }
            Self::InvalidText { table, place, problem } => {
                write!(out, "the SQL text of {place} of table `{table}` cannot be used: {problem}")
            }
            Self::DescendingKey { table, column } => write!(
                out,
                "key column `{column}` of table `{table}` is descending, which PostgreSQL refuses in a primary key: drop `desc` there and sort in an index"
            ),
            Self::NumericKey { table, column } => write!(
                out,
                "column `{column}` of table `{table}` is NUMERIC, which PostgreSQL refuses in keys, indexes, and foreign keys: use a `String` in a key, or index a `generated` column with its text"
            ),
            Self::NullableKey { table, column } => {
                write!(
                    out,
                    "key column `{column}` of table `{table}` is nullable, which PostgreSQL refuses: remove the `Option`"
                )
            }
            Self::InvalidTable { table, problem } => write!(out, "table `{table}` {problem}"),
            Self::InvalidColumn { table, column, problem } => {
                write!(out, "column `{column}` of table `{table}` {problem}")
            }
            Self::InvalidKey { table, problem } => {
                write!(out, "the primary key of table `{table}` {problem}")
            }
            Self::InvalidInterleave { table, parent, problem } => {
                write!(out, "table `{table}` cannot be interleaved in `{parent}`: {problem}")
            }
            Self::InvalidIndex { table, index, problem } => {
                write!(out, "index `{index}` of table `{table}` {problem}")
            }
            Self::InvalidForeignKey { table, constraint, problem } => {
                write!(out, "foreign key `{constraint}` of table `{table}` {problem}")
            }
            Self::InvalidTtl { table, problem } => {
                write!(out, "the row deletion policy of table `{table}` {problem}")
            }
            Self::InvalidSequence { table, sequence, problem } => {
                write!(out, "sequence `{sequence}` of table `{table}` {problem}")
            }
        }
    }
}

impl core::error::Error for SchemaError {}
