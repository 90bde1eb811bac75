//! The values that bound a scan. The types of their columns are known only when the scan starts.

use std::fmt;
use std::sync::Arc;

use crate::column::{Accepts, Column, NotNull};
use crate::keys::HashInput;
use crate::schema::{Scalar, SqlType};
use crate::value::WireValue;

/// Values of the first parts of a key, in the order of the key and without its shards: a tuple of one
/// to sixteen values. `P` is the list of the types that the parts have.
///
/// Each value has the type of its part. Where a part is an `Option`, the value inside will do, and
/// `&str` where it is text.
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
/// let from_a_number = Visit::scan().prefix(("ada",)).starting_at(("ada", 17));
/// ```
///
/// Values in another order do not compile:
///
/// ```compile_fail,E0277
/// # use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
/// #[derive(SpannerColumn, Clone)]
/// struct TenantId(Uuid);
/// #[derive(SpannerColumn, Clone)]
/// struct ProjectId(Uuid);
///
/// #[derive(SpannerTable)]
/// struct Task {
///     #[key]
///     tenant: TenantId,
///     #[key]
///     project: ProjectId,
/// }
///
/// Task::scan().prefix((ProjectId(Uuid::nil()), TenantId(Uuid::nil())));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not bound this scan",
    label = "not a tuple of the first parts of the key",
    note = "give the first parts of the key as a tuple, even if it is only one, in the order of the key and without its shards"
)]
pub trait KeyParts<P>: sealed::Sealed {
    /// The values, before the types of their columns are known.
    #[doc(hidden)]
    fn into_parts(self) -> Vec<PartValue>;
}

/// One value of a bound whose type is not known before the scan starts: any column type that is
/// `Clone`, and `&str` for text.
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

/// One value of a bound, for a part of the key that has the type `C`.
#[diagnostic::on_unimplemented(
    message = "the scan is bounded by `{Self}` where the key has `{C}`",
    label = "expected `{C}`",
    note = "give the parts in the order of the key, without its shards; they implement Clone, Send, and Sync"
)]
pub trait PartOf<C>: IntoPart {}

#[diagnostic::do_not_recommend]
impl<C: IntoPart> PartOf<C> for C {}

#[diagnostic::do_not_recommend]
impl<C: NotNull + IntoPart> PartOf<Option<C>> for C {}

#[diagnostic::do_not_recommend]
impl PartOf<String> for &str {}

#[diagnostic::do_not_recommend]
impl PartOf<Option<String>> for &str {}

/// Parts of types that are known only when a scan starts: see [`Scan::untyped`](super::Scan::untyped).
#[derive(Debug)]
pub struct AnyParts;

mod sealed {
    pub trait Sealed {}
}

/// The lists of types that begin with these.
macro_rules! list {
    () => { Rest };
    ($first:ident $($more:ident)*) => { ($first, list!($($more)*)) };
}

macro_rules! tuples {
    ($($($part:ident $column:ident)+;)*) => {$(
        impl<$($part),+> sealed::Sealed for ($($part,)+) {}

        #[diagnostic::do_not_recommend]
        impl<$($part: IntoPart),+> KeyParts<AnyParts> for ($($part,)+) {
            fn into_parts(self) -> Vec<PartValue> {
                #[expect(non_snake_case, reason = "each variable is named as its type")]
                let ($($part,)+) = self;
                vec![$($part.into_part()),+]
            }
        }

        impl<Rest, $($column, $part: PartOf<$column>),+> KeyParts<list!($($column)+)> for ($($part,)+) {
            fn into_parts(self) -> Vec<PartValue> {
                KeyParts::<AnyParts>::into_parts(self)
            }
        }
    )*};
}

tuples! {
    A Aa;
    A Aa B Bb;
    A Aa B Bb C Cc;
    A Aa B Bb C Cc D Dd;
    A Aa B Bb C Cc D Dd E Ee;
    A Aa B Bb C Cc D Dd E Ee F Ff;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii J Jj;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii J Jj K Kk;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii J Jj K Kk L Ll;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii J Jj K Kk L Ll M Mm;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii J Jj K Kk L Ll M Mm N Nn;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii J Jj K Kk L Ll M Mm N Nn O Oo;
    A Aa B Bb C Cc D Dd E Ee F Ff G Gg H Hh I Ii J Jj K Kk L Ll M Mm N Nn O Oo P Pp;
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
