//! The values that bound a scan. The types of their columns are known only when the scan starts.

use std::fmt;
use std::sync::Arc;

use crate::column::{Accepts, Column};
use crate::keys::HashInput;
use crate::schema::{Scalar, SqlType};
use crate::value::WireValue;

/// Values of the first parts of a key, in the order of the key: a tuple of one to sixteen column
/// values.
///
/// ```
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Visit {
///     #[key]
///     user: String,
///     #[key]
///     number: i64,
/// }
///
/// let of_one_user = Visit::scan().prefix(("ada",)); // a tuple of one, with its comma
/// let from_a_number = Visit::scan().prefix(("ada",)).starting_at(("ada", 17_i64));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not bound a scan",
    label = "not a tuple of column values",
    note = "give the first parts of the key as a tuple, even if it is only one; each part is a column type that implements Clone"
)]
pub trait KeyParts: sealed::Sealed {
    /// The values, before the types of their columns are known.
    #[doc(hidden)]
    fn into_parts(self) -> Vec<PartValue>;
}

/// One value of a bound: any column type that is `Clone`, and `&str` for text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a key",
    note = "a part is a string slice, or a column type that owns its data and implements Clone, Send, and Sync"
)]
pub trait IntoPart {
    #[doc(hidden)]
    fn into_part(self) -> PartValue;
}

#[diagnostic::do_not_recommend]
impl<C: Column + Clone + Send + Sync + 'static> IntoPart for C {
    fn into_part(self) -> PartValue {
        PartValue(Arc::new(self))
    }
}

impl IntoPart for &str {
    fn into_part(self) -> PartValue {
        self.to_owned().into_part()
    }
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! tuples {
    ($($($part:ident)+;)*) => {$(
        impl<$($part),+> sealed::Sealed for ($($part,)+) {}

        #[diagnostic::do_not_recommend]
        impl<$($part: IntoPart),+> KeyParts for ($($part,)+) {
            fn into_parts(self) -> Vec<PartValue> {
                #[expect(non_snake_case, reason = "each variable is named as its type")]
                let ($($part,)+) = self;
                vec![$($part.into_part()),+]
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
    A B C D E F G H I J K L M;
    A B C D E F G H I J K L M N;
    A B C D E F G H I J K L M N O;
    A B C D E F G H I J K L M N O P;
}

/// A value whose column is not known yet. It keeps the value and not its wire format, because a UUID
/// is different text in a column of bytes.
#[doc(hidden)]
#[derive(Clone)]
pub struct PartValue(Arc<dyn Part>);

impl fmt::Debug for PartValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.wire(self.0.ty()).fmt(out)
    }
}

impl PartValue {
    /// The type of the value without a column.
    pub(crate) fn ty(&self) -> SqlType {
        self.0.ty()
    }

    /// Whether a column of this type can hold such values.
    pub(crate) fn fits(&self, column: SqlType) -> bool {
        self.0.fits(column)
    }

    /// The value in a column of this type.
    pub(crate) fn wire(&self, column: SqlType) -> WireValue {
        self.0.wire(column)
    }

    /// The hash input of the value in a column of this type; `None` if it is not known here.
    pub(crate) fn hashed(&self, column: SqlType) -> Option<HashInput<'static>> {
        self.0.hashed(column)
    }
}

trait Part: Send + Sync {
    fn ty(&self) -> SqlType;
    fn fits(&self, column: SqlType) -> bool;
    fn wire(&self, column: SqlType) -> WireValue;
    fn hashed(&self, column: SqlType) -> Option<HashInput<'static>>;
}

impl<C: Column + Clone + Send + Sync> Part for C {
    fn ty(&self) -> SqlType {
        C::TYPE
    }

    fn fits(&self, column: SqlType) -> bool {
        let by_storage = match column.scalar {
            Scalar::Text => C::ACCEPTS.contains(Accepts::TEXT_STORAGE),
            Scalar::Binary => C::ACCEPTS.contains(Accepts::BYTES_STORAGE),
            Scalar::NativeUuid => C::ACCEPTS.contains(Accepts::NATIVE_STORAGE),
            _ => false,
        };
        C::TYPE.array == column.array && (C::TYPE.scalar == column.scalar || by_storage)
    }

    fn wire(&self, column: SqlType) -> WireValue {
        self.clone().into_wire(column)
    }

    fn hashed(&self, column: SqlType) -> Option<HashInput<'static>> {
        // An `Option` is never hashed, though the bound of a NOT NULL column may be one.
        match Column::hashed(self, column) {
            HashInput::Never => None,
            hashed => Some(hashed.into_owned()),
        }
    }
}
