//! Rows read back from a client.

use std::ptr;

use super::column_tuple::ColumnOpsTuple;
use super::table::SpannerTable;
use crate::client_types::{ClientRow, ResultRow};
use crate::column::ops::ColumnOps;
use crate::schema::{ColumnDef, TableDef};
use crate::value::{RowError, ValueError, WireValue};

/// Where the values of a row come from.
pub(crate) trait RowSource {
    /// Takes the value of a column out of the row; `None` if there is none.
    fn take(&mut self, column: &'static str) -> Option<WireValue>;

    /// Lends a value that is not kept to the function, which is called if there is such a column.
    fn show(&mut self, column: &'static str, show: &mut dyn FnMut(&WireValue)) {
        if let Some(value) = self.take(column) {
            show(&value);
        }
    }
}

/// Values that a function finds by the names of their columns.
struct ByName<F>(F);

impl<F: FnMut(&str) -> Option<WireValue>> RowSource for ByName<F> {
    fn take(&mut self, column: &'static str) -> Option<WireValue> {
        (self.0)(column)
    }
}

/// Values that a function finds by the names of their columns.
pub(crate) fn by_name(take: impl FnMut(&str) -> Option<WireValue>) -> impl RowSource {
    ByName(take)
}

/// A row of a client. Columns are found by name, and first looked for at the position that they have
/// in the struct.
pub(super) struct AnyOrder<R> {
    row: R,
    /// Only a row with as many columns as the struct has no two columns of one name, if it has all.
    in_order: bool,
    next: usize,
}

impl<R: ClientRow> AnyOrder<R> {
    /// A row that should have this many columns.
    pub(super) fn new(row: R, columns: usize) -> Self {
        let in_order = row.has_columns(columns);
        Self { row, in_order, next: 0 }
    }
}

impl<R: ClientRow> RowSource for AnyOrder<R> {
    fn take(&mut self, column: &'static str) -> Option<WireValue> {
        self.next += 1;
        if self.in_order {
            self.row.take_near(self.next - 1, column)
        } else {
            self.row.take(column)
        }
    }

    fn show(&mut self, column: &'static str, show: &mut dyn FnMut(&WireValue)) {
        self.next += 1;
        if self.in_order {
            self.row.show_near(self.next - 1, column, show);
        } else if let Some(value) = self.row.take(column) {
            show(&value);
        }
    }
}

/// A row whose columns have known positions.
struct ByPosition<'a, P> {
    row: &'a mut dyn ResultRow,
    columns: &'static [ColumnDef<'static>],
    /// The position of each of them.
    position: P,
    next: usize,
}

impl<P: Fn(usize) -> usize> ByPosition<'_, P> {
    fn find(&mut self, name: &'static str) -> Option<usize> {
        // Fields are nearly always read in the order of the columns, and the names are usually in
        // the same memory.
        let is = |next: &ColumnDef<'_>| ptr::eq(next.name, name) || next.name == name;
        let is_next = self.columns.get(self.next).is_some_and(is);
        let at = if is_next { self.next } else { self.columns.iter().position(is)? };
        self.next = at + 1;
        Some((self.position)(at))
    }
}

impl<P: Fn(usize) -> usize> RowSource for ByPosition<'_, P> {
    fn take(&mut self, column: &'static str) -> Option<WireValue> {
        let position = self.find(column)?;
        self.row.take_at(position)
    }

    fn show(&mut self, column: &'static str, show: &mut dyn FnMut(&WireValue)) {
        if let Some(position) = self.find(column) {
            self.row.show_at(position, show);
        }
    }
}

/// A row of all columns of a table, each at the position that the function returns for its number.
pub(crate) fn read_by_position<T: SpannerTable>(
    row: &mut dyn ResultRow,
    position: impl Fn(usize) -> usize,
) -> Result<T, RowError> {
    let mut row = ByPosition { row, columns: const { T::TABLE.columns }, position, next: 0 };
    T::read(&mut RowValues::new(const { &T::TABLE }, &mut row))
}

/// The values of one row. Each can be taken only once.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RowValues<'a> {
    table: &'a TableDef<'static>,
    row: &'a mut dyn RowSource,
}

impl<'a> RowValues<'a> {
    pub(crate) fn new(table: &'a TableDef<'static>, row: &'a mut dyn RowSource) -> Self {
        Self { table, row }
    }

    /// The value of a column of this table, or of its ancestor.
    #[inline]
    pub fn take<V>(
        &mut self,
        table: &TableDef<'static>,
        column: usize,
        ops: &ColumnOps<V>,
    ) -> Result<V, RowError> {
        let column = &table.columns[column];
        let mut read = Err(ValueError::Missing);
        if ops.parsed {
            self.row.show(column.name, &mut |value| read = (ops.from_lent)(value, column.ty));
        } else if let Some(value) = self.row.take(column.name) {
            read = (ops.from_wire)(value, column.ty);
        }
        read.map_err(|error| self.error(column, error))
    }

    /// The values of columns that follow each other.
    #[inline]
    pub fn take_all<O: ColumnOpsTuple>(
        &mut self,
        table: &TableDef<'static>,
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

/// The value of a field that is not a column.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default value",
    label = "a field with `skip` is not in the database, so it is read as its default",
    note = "implement Default for the type of the field"
)]
pub trait Skipped: Sized {
    #[doc(hidden)]
    fn value() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Skipped for T {
    fn value() -> Self {
        Self::default()
    }
}
