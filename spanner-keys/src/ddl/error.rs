//! Why a schema has no DDL.

use core::fmt;

use crate::rules::Finding;

/// Why a set of tables has no DDL in a dialect.
///
/// ```
/// use spanner_keys::rules::Rule;
/// use spanner_keys::schema::{ColumnDef, KeyPart, SqlType, TableDef};
/// use spanner_keys::{Dialect, Schema};
///
/// const TABLE: TableDef<'static> = TableDef {
///     key: &[KeyPart { descending: true, ..KeyPart::new(0) }],
///     ..TableDef::new("Events", &[ColumnDef::new("Name", SqlType::text(64))])
/// };
/// let schema = Schema::new().add(TABLE);
/// assert!(schema.ddl(Dialect::GoogleSql).is_ok());
/// let error = schema.ddl(Dialect::PostgreSql).unwrap_err();
/// assert_eq!(error.findings()[0].rule, Rule::DialectLimit);
/// assert_eq!(error.findings()[0].column.as_deref(), Some("Name"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaError {
    /// No table is registered in the program, or in the module that was named.
    NothingRegistered {
        /// The module.
        module: Option<String>,
    },
    /// Rules refuse the tables, or the dialect cannot express them.
    Invalid {
        /// Everything that is wrong, as [`Schema::lint`](crate::Schema::lint) finds it, without
        /// advice.
        findings: Vec<Finding>,
    },
}

impl SchemaError {
    /// Everything that is wrong with the tables.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        match self {
            Self::Invalid { findings } => findings,
            Self::NothingRegistered { .. } => &[],
        }
    }
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
            Self::Invalid { findings } => {
                for (at, finding) in findings.iter().enumerate() {
                    if at > 0 {
                        out.write_str("\n\n")?;
                    }
                    write!(out, "{finding}")?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for SchemaError {}
