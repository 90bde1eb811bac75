//! Replaces a table whose attributes have errors, so that the code that uses it does not cause more
//! errors.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use super::filler::RowFiller;
use super::key::TableKey;
use super::key_visitor::{KeyInspector, KeyWriter};
use super::parent::Root;
use super::read::RowValues;
use super::table::{Shape, SpannerTable};
use crate::scan_request::AnyParts;
use crate::schema::TableDef;
use crate::value::{RowError, ValueError};

/// The table of a struct whose attributes have errors.
pub const STAND_IN: Shape = Shape {
    table: &TableDef { stand_in: true, ..TableDef::new("", &[]) },
    columns: &[],
    written: &[],
};

/// The key of such a table.
pub struct NoKey<T>(PhantomData<T>);

clone_and_eq!(NoKey: 0);

impl<T> fmt::Debug for NoKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NoKey")
    }
}

impl<T> Eq for NoKey<T> {}

impl<T> Hash for NoKey<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T: SpannerTable<Key = Self>> TableKey for NoKey<T> {
    type Table = T;
    type Types = ();
    type Bounds<Rest> = AnyParts;

    fn from_parts((): ()) -> Self {
        Self(PhantomData)
    }

    fn inspect(&self, _: &mut KeyInspector) {}

    fn write(self, _: &mut KeyWriter) {}

    fn read(_: &mut RowValues<'_>) -> Result<Self, RowError> {
        Err(no_row())
    }
}

/// In place of a parent that is not a table.
#[derive(Debug)]
pub struct NoTable;

#[diagnostic::do_not_recommend]
impl SpannerTable for NoTable {
    const SHAPE: Shape = STAND_IN;
    type Key = NoKey<Self>;
    type InsertKey = NoKey<Self>;
    type Parent = Root;

    fn key_parts(&self) {}

    fn read(_: &mut RowValues<'_>) -> Result<Self, RowError> {
        Err(no_row())
    }

    fn change(self, _: &mut RowFiller<'_>) {}
}

/// The error of every use of such a table. It is never seen, because the program does not compile.
#[must_use]
pub const fn no_row() -> RowError {
    RowError { table: String::new(), column: String::new(), error: ValueError::Missing }
}
