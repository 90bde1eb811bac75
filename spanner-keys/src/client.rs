//! What a client's own types can be made of. Each client has one file, behind the feature of its
//! name.
//!
//! Applications meet these traits as bounds only: `order.into_mutation()` gives whichever client's
//! mutation is asked for.

#[cfg(feature = "gcloud-spanner")]
pub mod gcloud;
#[cfg(feature = "google-cloud-spanner")]
pub mod google;

use std::fmt;

use crate::scan::KeyRange;
use crate::statement::Sql;
use crate::value::{RowError, WireValue};

/// What a mutation does with its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Writes new rows; a row that exists is an error.
    Insert,
    /// Writes the rows whether they exist or not; columns that are not written keep their values.
    InsertOrUpdate,
    /// Writes the rows whether they exist or not; columns that are not written become NULL.
    Replace,
    /// Writes over rows that exist; a row that does not is an error.
    Update,
}

/// A client's mutation.
pub trait ClientMutation: Sized {
    /// Writes one row. The values come in the order of the columns.
    fn write(operation: Operation, table: &str, columns: &[&str], row: Vec<WireValue>) -> Self;

    /// Writes rows of the same columns: in one mutation, if the client's mutations hold many.
    fn write_all(
        operation: Operation,
        table: &str,
        columns: &[&str],
        rows: Vec<Vec<WireValue>>,
    ) -> Vec<Self>;

    /// Deletes the rows with these whole keys.
    fn delete(table: &str, keys: Vec<Vec<WireValue>>) -> Self;

    /// Deletes the rows in these ranges.
    fn delete_ranges(table: &str, ranges: Vec<KeyRange>) -> Self;
}

/// A client's key.
pub trait ClientKey: Sized {
    /// A key of these parts.
    fn from_values(values: Vec<WireValue>) -> Self;
}

/// A client's range of keys.
pub trait ClientKeyRange: Sized {
    /// The same range.
    fn from_range(range: KeyRange) -> Self;
}

/// A client's statement.
pub trait ClientStatement: Sized {
    /// A statement with its parameters, all of them typed.
    fn from_sql(sql: Sql) -> Self;
}

/// A client's statement that may return the rows it writes, more than once in a transaction.
/// gcloud-spanner's is not among them: it sends every such statement under one number, and the
/// database takes the second for a repetition of the first.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot return what it inserts safely",
    note = "with gcloud-spanner, use `spanner_keys::client::gcloud::insert_returning`, which sends one statement in a transaction of its own"
)]
pub trait ReturningStatement: ClientStatement {}

/// A row that a client read.
pub trait ClientRow {
    /// The value of the column of this name, taken out of the row; `None` if the row has no such
    /// column.
    fn take(&mut self, column: &str) -> Option<WireValue>;
}

/// Why rows could not be read or written through a client. Each client's module has an alias with
/// the client's own error in it.
///
/// ```
/// use spanner_keys::client::ClientError;
/// use spanner_keys::value::{ValueError, RowError};
///
/// let error = RowError { table: "Orders".into(), column: "note".into(), problem: ValueError::Null };
/// let error: ClientError<std::io::Error> = error.into();
/// assert_eq!(error.to_string(), "column `note` of table `Orders` is NULL, and the field is no `Option`");
/// ```
#[derive(Debug)]
pub enum ClientError<E> {
    /// The error of the client or of the database, unchanged.
    Client(E),
    /// A row that does not fit its struct.
    Row(RowError),
}

impl<E> From<RowError> for ClientError<E> {
    fn from(error: RowError) -> Self {
        Self::Row(error)
    }
}

impl<E: fmt::Display> fmt::Display for ClientError<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(error) => error.fmt(out),
            Self::Row(error) => error.fmt(out),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for ClientError<E> {
    // The text is the inner error's own, so the inner error's source is the next one to tell.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Client(error) => error.source(),
            Self::Row(error) => error.source(),
        }
    }
}
