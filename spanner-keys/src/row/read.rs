//! Rows read back from a client.

use super::column_tuple::ColumnOpsTuple;
use super::table::SpannerTable;
use crate::client_types::{ClientRow, ResultRow};
use crate::column::ops::{ColumnOps, Found, Reads};
use crate::schema::{ColumnDef, TableDef};
use crate::value::{RowError, ValueError, WireValue};

/// Where the values of a row come from.
pub(crate) trait RowSource {
    /// The value of a column, with the column's number in its table. It stays in the row if its type
    /// reads values that are lent.
    fn find(&mut self, at: usize, column: &ColumnDef<'static>, reads: Reads) -> Found<'_>;
}

/// Values that a function finds by the names of their columns.
struct ByName<F>(F);

impl<F: FnMut(&str) -> Option<WireValue>> RowSource for ByName<F> {
    fn find(&mut self, _: usize, column: &ColumnDef<'static>, _: Reads) -> Found<'_> {
        (self.0)(column.name).into()
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
    fn find(&mut self, _: usize, column: &ColumnDef<'static>, reads: Reads) -> Found<'_> {
        self.next += 1;
        if self.in_order {
            self.row.find_near(self.next - 1, column.name, reads)
        } else {
            self.row.take(column.name).into()
        }
    }
}

/// A row of a table, whose columns have known positions.
struct ByPosition<'a, R: ?Sized, P> {
    row: &'a mut R,
    /// The position of each column.
    position: P,
}

impl<R: ResultRow + ?Sized, P: Fn(usize) -> usize> RowSource for ByPosition<'_, R, P> {
    fn find(&mut self, at: usize, _: &ColumnDef<'static>, reads: Reads) -> Found<'_> {
        self.row.find_at((self.position)(at), reads)
    }
}

/// A row of all columns of a table, each at the position that the function returns for its number.
pub(crate) fn read_by_position<T: SpannerTable>(
    row: &mut (impl ResultRow + ?Sized),
    position: impl Fn(usize) -> usize,
) -> Result<T, RowError> {
    read_from(&mut ByPosition { row, position })
}

/// A row of all columns of a table.
pub(crate) fn read_from<T: SpannerTable>(row: &mut dyn RowSource) -> Result<T, RowError> {
    T::read(&mut RowValues::new(const { &T::TABLE }, row))
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
        let (at, column) = (column, &table.columns[column]);
        let found = self.row.find(at, column, ops.reads);
        match ops.read(found, column.ty) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.error(column, error)),
        }
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
