//! Several columns in one call: every call in generated code costs compile time.

use super::filler::RowFiller;
use super::read::RowValues;
use crate::column::ops::ColumnOps;
use crate::schema::TableDef;
use crate::value::RowError;

/// The operations of up to eight consecutive columns of a table.
#[doc(hidden)]
pub trait ColumnOpsTuple {
    /// A value of each.
    type Values;

    /// The values, from a row.
    fn read(
        self,
        row: &mut RowValues<'_>,
        table: &TableDef<'static>,
        first: usize,
    ) -> Result<Self::Values, RowError>;

    /// Writes the values of a new row.
    fn fill(self, row: &mut RowFiller<'_>, first: usize, values: Self::Values);

    /// Writes the values, as far as an update writes them.
    fn change(self, row: &mut RowFiller<'_>, first: usize, values: Self::Values);
}

macro_rules! tuples {
    ($($V:ident $ops:ident $at:tt),+) => {
        tuples!(@impl ($(&ColumnOps<$V>,)+), $($V $ops $at),+);
        tuples!(@impl &($(ColumnOps<$V>,)+), $($V $ops $at),+);
    };
    (@impl $all:ty, $($V:ident $ops:ident $at:tt),+) => {
        impl<$($V),+> ColumnOpsTuple for $all {
            type Values = ($($V,)+);

            #[inline]
            fn read(self, row: &mut RowValues<'_>, table: &TableDef<'static>, first: usize) -> Result<Self::Values, RowError> {
                let ($($ops,)+) = self;
                Ok(($(row.take(table, first + $at, $ops)?,)+))
            }

            #[inline]
            fn fill(self, row: &mut RowFiller<'_>, first: usize, values: Self::Values) {
                let ($($ops,)+) = self;
                $(row.column(first + $at, values.$at, $ops);)+
            }

            #[inline]
            fn change(self, row: &mut RowFiller<'_>, first: usize, values: Self::Values) {
                let ($($ops,)+) = self;
                $(row.change(first + $at, values.$at, $ops);)+
            }
        }
    };
}

tuples!(A ops_a 0);
tuples!(A ops_a 0, B ops_b 1);
tuples!(A ops_a 0, B ops_b 1, C ops_c 2);
tuples!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3);
tuples!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4);
tuples!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4, F ops_f 5);
tuples!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4, F ops_f 5, G ops_g 6);
tuples!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4, F ops_f 5, G ops_g 6, H ops_h 7);
