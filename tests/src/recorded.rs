//! A client that only records its calls.

use spanner_keys::client::{ClientKey, ClientMutation, ClientRow, Operation};
use spanner_keys::scan::KeyRange;
use spanner_keys::value::WireValue;

/// A recorded mutation.
#[derive(Clone, Debug, PartialEq)]
pub enum Recorded {
    /// Rows to write.
    Write(Operation, String, Vec<String>, Vec<Vec<WireValue>>),
    /// Keys to delete.
    Delete(String, Vec<Vec<WireValue>>),
    /// Ranges to delete.
    DeleteRanges(String, Vec<KeyRange>),
}

impl Recorded {
    /// The columns and the values of a single row.
    ///
    /// # Panics
    ///
    /// If it is anything else.
    #[must_use]
    pub fn row(self) -> Vec<(String, WireValue)> {
        match self {
            Self::Write(_, _, columns, rows) if rows.len() == 1 => {
                let row: Vec<WireValue> = rows.into_iter().flatten().collect();
                assert_eq!(columns.len(), row.len(), "as many values as columns");
                columns.into_iter().zip(row).collect()
            }
            other => panic!("not one row: {other:?}"),
        }
    }

    /// The value of a column in a single row.
    #[must_use]
    pub fn value(&self, column: &str) -> Option<WireValue> {
        self.clone().row().into_iter().find(|(name, _)| name == column).map(|(_, value)| value)
    }
}

fn names(columns: &[&str]) -> Vec<String> {
    columns.iter().map(ToString::to_string).collect()
}

impl ClientMutation for Recorded {
    fn write(operation: Operation, table: &str, columns: &[&str], row: Vec<WireValue>) -> Self {
        Self::Write(operation, table.to_owned(), names(columns), vec![row])
    }

    fn write_all(
        operation: Operation,
        table: &str,
        columns: &[&str],
        rows: Vec<Vec<WireValue>>,
    ) -> Vec<Self> {
        vec![Self::Write(operation, table.to_owned(), names(columns), rows)]
    }

    fn delete(table: &str, keys: Vec<Vec<WireValue>>) -> Self {
        Self::Delete(table.to_owned(), keys)
    }

    fn delete_ranges(table: &str, ranges: Vec<KeyRange>) -> Self {
        Self::DeleteRanges(table.to_owned(), ranges)
    }
}

/// A recorded key.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedKey(pub Vec<WireValue>);

impl ClientKey for RecordedKey {
    fn from_values(values: Vec<WireValue>) -> Self {
        Self(values)
    }
}

/// A row that is read back as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRow(pub Vec<(String, WireValue)>);

impl ClientRow for RecordedRow {
    fn take(&mut self, column: &str) -> Option<WireValue> {
        let at = self.0.iter().position(|(name, _)| name == column)?;
        Some(self.0.swap_remove(at).1)
    }
}
