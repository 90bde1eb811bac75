//! Columns side by side: generated code moves several values in one call, because each call in it
//! costs the compiler.

use super::ColumnOps;
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
}

macro_rules! several {
    ($($V:ident $ops:ident $at:literal),+) => {
        impl<$($V),+> ColumnOpsTuple for ($(&ColumnOps<$V>,)+) {
            type Values = ($($V,)+);

            #[inline]
            fn read(self, row: &mut RowValues<'_>, table: &TableDef<'_>, first: usize) -> Result<Self::Values, RowError> {
                let ($($ops,)+) = self;
                Ok(($(row.take(table, first + $at, $ops)?,)+))
            }
        }
    };
}

several!(A ops_a 0);
several!(A ops_a 0, B ops_b 1);
several!(A ops_a 0, B ops_b 1, C ops_c 2);
several!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3);
several!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4);
several!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4, F ops_f 5);
several!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4, F ops_f 5, G ops_g 6);
several!(A ops_a 0, B ops_b 1, C ops_c 2, D ops_d 3, E ops_e 4, F ops_f 5, G ops_g 6, H ops_h 7);
