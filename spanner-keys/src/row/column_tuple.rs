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
        table: &TableDef<'_>,
        first: usize,
    ) -> Result<Self::Values, RowError>;

    /// The values as those of an update, up to the first that is refused.
    fn change(
        self,
        values: Self::Values,
        row: &mut RowFiller<'_>,
        first: usize,
    ) -> Result<(), RowError>;
}

macro_rules! tuples {
    ($($V:ident $value:ident $ops:ident $at:literal),+) => {
        impl<$($V),+> ColumnOpsTuple for &($(ColumnOps<$V>,)+) {
            type Values = ($($V,)+);

            #[inline]
            fn read(self, row: &mut RowValues<'_>, table: &TableDef<'_>, first: usize) -> Result<Self::Values, RowError> {
                let ($($ops,)+) = self;
                Ok(($(row.take(table, first + $at, $ops)?,)+))
            }

            fn change(self, values: Self::Values, row: &mut RowFiller<'_>, first: usize) -> Result<(), RowError> {
                let (($($ops,)+), ($($value,)+)) = (self, values);
                $(row.change(first + $at, $value, $ops)?;)+
                Ok(())
            }
        }
    };
}

tuples!(A a ops_a 0);
tuples!(A a ops_a 0, B b ops_b 1);
tuples!(A a ops_a 0, B b ops_b 1, C c ops_c 2);
tuples!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3);
tuples!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4);
tuples!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4, F f ops_f 5);
tuples!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4, F f ops_f 5, G g ops_g 6);
tuples!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4, F f ops_f 5, G g ops_g 6, H h ops_h 7);
