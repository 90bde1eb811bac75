//! You need this for a client other than the two: SQL with typed parameters, as plain data.

use std::fmt;

use crate::dialect::Dialect;
use crate::schema::SqlType;
use crate::schema::limits::STATEMENT_PARAMETERS;
use crate::value::{ValueError, WireValue};

/// A statement and its parameters.
///
/// ```
/// use spanner_keys::{Dialect, SpannerTable};
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// let sql = Country::scan().starting_at(("N",)).sql(Dialect::GoogleSql)?;
/// assert!(sql.text.starts_with("SELECT `code`, `name` FROM `Country` WHERE"));
/// assert_eq!(sql.params[0].name, "p1");
/// # Ok::<(), spanner_keys::scan::ScanError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sql {
    /// The text. It names its parameters as `@p1` in GoogleSQL and as `$1` in PostgreSQL.
    pub text: String,
    /// The dialect of the text.
    pub dialect: Dialect,
    /// The parameters.
    pub params: Vec<Param>,
}

/// A parameter of a statement. `Debug` does not show its value, which may be a secret.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Param {
    /// The name that clients use: `p1` for the first, in both dialects.
    pub name: String,
    /// The type of the column that the value is for.
    pub ty: SqlType,
    /// The value.
    pub value: WireValue,
}

impl fmt::Debug for Param {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Param");
        out.field("name", &self.name).field("ty", &self.ty).finish_non_exhaustive()
    }
}

impl Sql {
    pub(crate) const fn new(dialect: Dialect) -> Self {
        Self { text: String::new(), dialect, params: Vec::new() }
    }

    /// Appends text.
    pub(crate) fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a parameter to the text.
    pub(crate) fn param(&mut self, ty: SqlType, value: WireValue) -> &mut Self {
        let name = self.bind(ty, value);
        self.push(&name)
    }

    /// Adds a parameter without appending it, and returns its name in the text.
    pub(crate) fn bind(&mut self, ty: SqlType, value: WireValue) -> String {
        let number = self.params.len() + 1;
        self.params.push(Param { name: format!("p{number}"), ty, value });
        match self.dialect {
            Dialect::GoogleSql => format!("@p{number}"),
            Dialect::PostgreSql => format!("${number}"),
        }
    }
}

/// Why a statement is not sent, or why its rows are not those that were asked for.
///
/// ```
/// use spanner_keys::row::InsertReturning;
/// use spanner_keys::statement::StatementError;
/// use spanner_keys::{Dialect, KeySource, NewRow, SpannerTable};
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(sequence = "EventSeq")]
///     id: i64,
///     text: String,
/// }
///
/// let event = |dialect| {
///     NewEvent { text: "started".into() }.insert_returning_with(&mut KeySource::new(dialect))
/// };
/// let both = [event(Dialect::GoogleSql)?, event(Dialect::PostgreSql)?];
/// assert_eq!(
///     InsertReturning::all(both).unwrap_err(),
///     StatementError::MixedDialects { table: "Event".into() }
/// );
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatementError {
    /// The statement has more parameters than Spanner allows.
    TooManyParameters {
        /// The table.
        table: String,
        /// The number of parameters.
        count: usize,
    },
    /// The rows were checked for databases of both dialects.
    MixedDialects {
        /// The table.
        table: String,
    },
    /// The text has a parameter, but no value is bound to it.
    MissingParameter {
        /// The parameter, without `@`.
        name: String,
        /// A bound name that the text does not have, if it is similar.
        similar: Option<String>,
    },
    /// A value is bound to a parameter that the text does not have.
    UnknownParameter {
        /// The parameter, without `@`.
        name: String,
    },
    /// Two values are bound to the same parameter.
    DuplicateParameter {
        /// The parameter, without `@`.
        name: String,
    },
    /// The text has a parameter with a number in place of a name.
    PositionalParameter {
        /// The parameter: `$1`.
        number: String,
    },
    /// The database would reject the value of a parameter.
    InvalidParameter {
        /// The parameter, without `@`.
        name: String,
        /// What is wrong with the value.
        error: ValueError,
    },
    /// A string, a quoted name or a comment of the text has no end.
    Unclosed {
        /// Which of them.
        what: &'static str,
    },
    /// The query returned no row, but one was expected.
    NoRow,
    /// The query returned more than one row, but at most one was expected.
    ManyRows,
}

impl fmt::Display for StatementError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyParameters { table, count } => write!(
                out,
                "the insert into table `{table}` has {count} parameters; Spanner allows at most {STATEMENT_PARAMETERS}: insert fewer rows at once"
            ),
            Self::MixedDialects { table } => write!(
                out,
                "the insert into table `{table}` mixes rows for GoogleSQL and PostgreSQL databases"
            ),
            Self::MissingParameter { name, similar: None } => {
                write!(out, "no value is bound to the parameter `@{name}`")
            }
            Self::MissingParameter { name, similar: Some(similar) }
                if similar.strip_prefix('@') == Some(name) =>
            {
                write!(
                    out,
                    "no value is bound to the parameter `@{name}`, but one is bound to `{similar}`: bind it to `{name}`"
                )
            }
            Self::MissingParameter { name, similar: Some(similar) } => write!(
                out,
                "no value is bound to the parameter `@{name}`, but one is bound to `{similar}`: did you mean `@{similar}`?"
            ),
            Self::UnknownParameter { name } => write!(
                out,
                "a value is bound to `{name}`, but the SQL text has no parameter `@{name}`"
            ),
            Self::DuplicateParameter { name } => {
                write!(out, "more than one value is bound to the parameter `@{name}`")
            }
            Self::PositionalParameter { number } => write!(
                out,
                "the SQL text has the parameter `{number}`: write a name, such as `@name`, and bind the value to it"
            ),
            Self::InvalidParameter { name, error } => write!(out, "parameter `@{name}` {error}"),
            Self::Unclosed { what } => write!(out, "the SQL text has a {what} without an end"),
            Self::NoRow => write!(out, "the query returned no row; expected one"),
            Self::ManyRows => write!(out, "the query returned more than one row; expected one"),
        }
    }
}

impl std::error::Error for StatementError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::InvalidParameter { error, .. } => Some(error),
            _ => None,
        }
    }
}
