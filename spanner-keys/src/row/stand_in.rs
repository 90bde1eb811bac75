//! Replaces a table whose attributes have errors, so that the code that uses it does not cause more
//! errors.

use super::key::TableKey;
use super::key_visitor::{KeyInspector, KeyWriter};
use super::read::RowValues;
use super::table::{Shape, SpannerTable};
use crate::schema::TableDef;
use crate::value::{RowError, ValueError};

/// The table of a struct whose attributes have errors.
pub const STAND_IN: Shape = Shape {
    table: &TableDef { stand_in: true, ..TableDef::new("", &[]) },
    columns: &[],
    written: &[],
};

/// The key of such a table.
#[derive(Clone, Copy, Debug)]
pub struct NoKey<T>(core::marker::PhantomData<T>);

impl<T: SpannerTable<Key = Self>> TableKey for NoKey<T> {
    type Table = T;
    type Types = ();

    fn inspect(&self, _: &mut KeyInspector) {}

    fn write(self, _: &mut KeyWriter) {}

    fn read(_: &mut RowValues<'_>) -> Result<Self, RowError> {
        Err(no_row())
    }
}

/// The error of every use of such a table. It is never seen, because the program does not compile.
#[must_use]
pub const fn no_row() -> RowError {
    RowError { table: String::new(), column: String::new(), error: ValueError::Missing }
}
