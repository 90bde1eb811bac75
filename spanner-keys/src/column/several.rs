//! Columns side by side: generated code moves several values in one call, because each call in it
//! costs the compiler.

use super::ColumnOps;
use crate::insert::RowFiller;
use crate::schema::TableDef;
use crate::table::RowValues;
use crate::value::RowError;

/// What is known of up to eight columns that follow each other in the table.
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

macro_rules! several {
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

several!(A a ops_a 0);
several!(A a ops_a 0, B b ops_b 1);
several!(A a ops_a 0, B b ops_b 1, C c ops_c 2);
several!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3);
several!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4);
several!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4, F f ops_f 5);
several!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4, F f ops_f 5, G g ops_g 6);
several!(A a ops_a 0, B b ops_b 1, C c ops_c 2, D d ops_d 3, E e ops_e 4, F f ops_f 5, G g ops_g 6, H h ops_h 7);
