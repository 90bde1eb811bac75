//! The two SQL dialects of Spanner databases.

use core::fmt;
use core::str::FromStr;

/// The SQL dialect of a database. It is chosen when the database is created and cannot change.
///
/// ```
/// use spanner_keys::Dialect;
///
/// assert_eq!(Dialect::PostgreSql.to_string(), "PostgreSQL");
/// assert_eq!("postgresql".parse(), Ok(Dialect::PostgreSql));
/// assert!("mysql".parse::<Dialect>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// GoogleSQL, Spanner's first dialect.
    GoogleSql,
    /// PostgreSQL.
    PostgreSql,
}

impl fmt::Display for Dialect {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::GoogleSql => "GoogleSQL",
            Self::PostgreSql => "PostgreSQL",
        })
    }
}

/// Parses the name of a dialect, in any letter case.
impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        [Self::GoogleSql, Self::PostgreSql]
            .into_iter()
            .find(|dialect| dialect.to_string().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}

/// The error for a string that is not the name of a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDialect(String);

impl fmt::Display for UnknownDialect {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "unknown dialect `{}`: expected `googlesql` or `postgresql`",
            self.0.escape_debug()
        )
    }
}

impl core::error::Error for UnknownDialect {}
