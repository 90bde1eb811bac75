//! Tuples of columns, by position.

use super::read::{FromRow, RowCells, RowColumns};
use crate::column::Column;
use crate::value::RowError;

macro_rules! tuples {
    ($($V:ident)+; $count:literal) => {
        #[diagnostic::do_not_recommend]
        impl<$($V: Column),+> FromRow for ($($V,)+) {
            fn columns(columns: &mut RowColumns) {
                columns.next($count);
            }

            fn read(row: &mut RowCells<'_>) -> Result<Self, RowError> {
                Ok(($(row.take(&$V::OPS)?,)+))
            }
        }
    };
}

tuples!(A; 1);
tuples!(A B; 2);
tuples!(A B C; 3);
tuples!(A B C D; 4);
tuples!(A B C D E; 5);
tuples!(A B C D E F; 6);
tuples!(A B C D E F G; 7);
tuples!(A B C D E F G H; 8);
