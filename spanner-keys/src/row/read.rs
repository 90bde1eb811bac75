//! Rows read back from a client.

use super::column_tuple::ColumnOpsTuple;
use crate::column::ops::ColumnOps;
use crate::schema::{ColumnDef, TableDef};
use crate::value::{RowError, ValueError, WireValue};

/// The values of one row. Each can be taken only once.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RowValues<'a> {
    table: &'a TableDef<'a>,
    take: &'a mut dyn FnMut(&str) -> Option<WireValue>,
}

impl<'a> RowValues<'a> {
    pub(crate) fn new(
        table: &'a TableDef<'a>,
        take: &'a mut dyn FnMut(&str) -> Option<WireValue>,
    ) -> Self {
        Self { table, take }
    }

    /// The value of a column of this table, or of its ancestor.
    #[inline]
    pub fn take<V>(
        &mut self,
        table: &TableDef<'_>,
        column: usize,
        ops: &ColumnOps<V>,
    ) -> Result<V, RowError> {
        let column = &table.columns[column];
        let value = (self.take)(column.name).ok_or(ValueError::Missing);
        value
            .and_then(|value| (ops.from_wire)(value, column.ty))
            .map_err(|error| self.error(column, error))
    }

    /// The values of columns that follow each other.
    #[inline]
    pub fn take_all<O: ColumnOpsTuple>(
        &mut self,
        table: &TableDef<'_>,
        first: usize,
        ops: O,
    ) -> Result<O::Values, RowError> {
        ops.read(self, table, first)
    }

    #[cold]
    fn error(&self, column: &ColumnDef<'_>, error: ValueError) -> RowError {
        RowError { table: self.table.path().into_owned(), column: column.name.to_owned(), error }
    }
}
