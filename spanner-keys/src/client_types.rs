//! Traits that the types of the clients implement, in `client`.

use crate::column::ops::{Found, Reads};
use crate::statement::Sql;
use crate::value::WireValue;

/// A range of keys, in the order of the key: a part that sorts in descending order begins with its
/// largest value.
///
/// An end may be shorter than the key: it then means all keys that begin with it.
///
/// ```
/// use spanner_keys::scan::KeyRange;
/// use spanner_keys::value::WireValue;
///
/// // All rows of shard 3.
/// let shard = vec![WireValue::Text("3".into())];
/// let range = KeyRange { start: shard.clone(), start_closed: true, end: shard, end_closed: true };
/// # assert_eq!(range.start, range.end);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRange {
    /// Where the range begins.
    pub start: Vec<WireValue>,
    /// Whether keys that begin with `start` are in the range.
    pub start_closed: bool,
    /// Where the range ends.
    pub end: Vec<WireValue>,
    /// Whether keys that begin with `end` are in the range.
    pub end_closed: bool,
}

/// What a mutation does with its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Writes new rows; a row that exists is an error.
    Insert,
    /// Writes the rows whether they exist or not; columns that are not written keep their values.
    InsertOrUpdate,
    /// Deletes the rows if they exist, and their children with them where `on_delete = cascade`,
    /// then writes them; columns that are not written become NULL, or their default.
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
/// gcloud-spanner's does not implement it: that client sends every such statement with the same
/// sequence number, so the database treats the second as a retry of the first.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot return what it inserts safely",
    note = "with gcloud-spanner, use `spanner_keys::client::gcloud::insert_returning`, which sends one statement in its own transaction"
)]
pub trait ReturningStatement: ClientStatement {}

/// A row that a client read.
pub trait ClientRow {
    /// Takes the value of this column out of the row; `None` if the row has no such column.
    fn take(&mut self, column: &str) -> Option<WireValue>;

    /// Whether the row has this many columns, if the client finds a column faster by its position.
    #[doc(hidden)]
    fn has_columns(&self, count: usize) -> bool {
        let _ = count;
        false
    }

    /// The same as `take`, for a column that is probably at this position. The value stays in the
    /// row if its type reads values that are lent.
    #[doc(hidden)]
    fn find_near(&mut self, position: usize, column: &'static str, reads: Reads) -> Found<'_> {
        let _ = (position, reads);
        self.take(column).into()
    }
}

/// A row of a client's result set, whose values are taken by position. Implemented by the rows of the
/// clients, and by `Vec<WireValue>`.
pub trait ResultRow {
    /// Takes the value at this position out of the row; `None` if there is none.
    fn take_at(&mut self, position: usize) -> Option<WireValue>;

    /// Whether the value at this position is NULL. It is not taken.
    fn is_null(&self, position: usize) -> bool;

    /// The same as `take_at`. The value stays in the row if its type reads values that are lent.
    #[doc(hidden)]
    fn find_at(&mut self, position: usize, reads: Reads) -> Found<'_> {
        let _ = reads;
        self.take_at(position).into()
    }
}

impl ResultRow for Vec<WireValue> {
    fn take_at(&mut self, position: usize) -> Option<WireValue> {
        self.get_mut(position).map(|value| std::mem::replace(value, WireValue::Null))
    }

    fn is_null(&self, position: usize) -> bool {
        self.get(position).is_none_or(|value| *value == WireValue::Null)
    }

    fn find_at(&mut self, position: usize, reads: Reads) -> Found<'_> {
        if reads == Reads::Lent {
            self.get(position).map_or(Found::Nothing, |value| Found::Lent(value.lend()))
        } else {
            self.take_at(position).into()
        }
    }
}
