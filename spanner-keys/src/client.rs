//! You need this to send rows and to read them: one module for each of the two Rust clients,
//! `gcloud` and `google`, with the feature of its name.
//!
//! Applications use the traits here only as bounds: `order.into_mutation()` returns the mutation type
//! of whichever client the context asks for.

#[cfg(feature = "gcloud-spanner")]
pub mod gcloud;
#[cfg(feature = "google-cloud-spanner")]
pub mod google;

#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
mod rows;

use std::fmt;

pub use crate::client_types::{
    ClientKey, ClientKeyRange, ClientMutation, ClientRow, ClientStatement, Operation,
    ReturningStatement,
};
use crate::ddl::SchemaError;
use crate::query::{Query, sql};
use crate::scan::ScanError;
use crate::statement::{Sql, StatementError};
use crate::value::RowError;
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
use rows::{at_most_one, exactly_one, read_as, sql_type};

/// Why rows could not be read or written through a client. Each client's module has an alias with
/// the client's own error in it.
///
/// ```
/// use spanner_keys::client::ClientError;
/// use spanner_keys::value::{RowError, ValueError};
///
/// let error = RowError { table: "Orders".into(), column: "note".into(), error: ValueError::Null };
/// let error: ClientError<std::io::Error> = error.into();
/// assert_eq!(
///     error.to_string(),
///     "column `note` of table `Orders` is NULL, but the field is not an `Option`"
/// );
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError<E> {
    /// The error of the client or of the database, unchanged.
    Client(E),
    /// A row that does not fit its struct.
    Row(RowError),
    /// A scan that cannot be made, or whose rows do not fit.
    Scan(ScanError),
    /// Rows that do not fit in one statement.
    Statement(StatementError),
    /// A schema that has no DDL in the dialect of the database.
    Schema(SchemaError),
}

/// The next item of a scan's stream, and the rest of the stream. A row that cannot be read does not
/// end it; the error of a read does.
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
#[expect(clippy::type_complexity, reason = "what `unfold` wants")]
fn item<T, E, S>(
    row: Result<Option<Result<T, ScanError>>, ClientError<E>>,
    rest: S,
) -> Option<(Result<T, ClientError<E>>, Option<S>)> {
    match row {
        Ok(None) => None,
        Ok(Some(row)) => Some((row.map_err(ClientError::Scan), Some(rest))),
        Err(error) => Some((Err(error), None)),
    }
}

/// What the queries of a client accept: a [`Query`], [`Sql`], the client's own statement, or a text
/// without parameters.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a statement",
    label = "not a statement",
    note = "write the text with its values as `sql(...)`"
)]
pub trait IntoStatement<S> {
    /// The client's statement.
    fn into_statement(self) -> Result<S, StatementError>;
}

impl<S: ClientStatement> IntoStatement<S> for S {
    fn into_statement(self) -> Result<S, StatementError> {
        Ok(self)
    }
}

impl<S: ClientStatement> IntoStatement<S> for Query {
    fn into_statement(self) -> Result<S, StatementError> {
        self.into_sql().map(S::from_sql)
    }
}

impl<S: ClientStatement> IntoStatement<S> for Sql {
    fn into_statement(self) -> Result<S, StatementError> {
        Ok(S::from_sql(self))
    }
}

/// As [`sql`] of it, without values.
impl<S: ClientStatement> IntoStatement<S> for &str {
    fn into_statement(self) -> Result<S, StatementError> {
        sql(self).into_statement()
    }
}

impl<S: ClientStatement> IntoStatement<S> for String {
    fn into_statement(self) -> Result<S, StatementError> {
        sql(self).into_statement()
    }
}

impl<E> From<RowError> for ClientError<E> {
    fn from(error: RowError) -> Self {
        Self::Row(error)
    }
}

impl<E> From<ScanError> for ClientError<E> {
    fn from(error: ScanError) -> Self {
        Self::Scan(error)
    }
}

impl<E> From<StatementError> for ClientError<E> {
    fn from(error: StatementError) -> Self {
        Self::Statement(error)
    }
}

impl<E> From<SchemaError> for ClientError<E> {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}

impl<E: fmt::Display> fmt::Display for ClientError<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(error) => error.fmt(out),
            Self::Row(error) => error.fmt(out),
            Self::Scan(error) => error.fmt(out),
            Self::Statement(error) => error.fmt(out),
            Self::Schema(error) => error.fmt(out),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for ClientError<E> {
    // `Display` prints the inner error, so the source is that of the inner error.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Client(error) => error.source(),
            Self::Row(error) => error.source(),
            Self::Scan(error) => error.source(),
            Self::Statement(error) => error.source(),
            Self::Schema(error) => error.source(),
        }
    }
}
