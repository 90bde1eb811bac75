//! An index with the types of the bounds of its scans.

use std::fmt;
use std::marker::PhantomData;

use super::parts::AnyParts;

/// An index of the table `T`, and the types `P` of its columns. Made by [`index!`](crate::index!).
pub struct TypedIndex<T, P> {
    name: &'static str,
    types: PhantomData<fn() -> (T, P)>,
}

impl<T, P> TypedIndex<T, P> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, _: Fields<T, P>) -> Self {
        Self { name, types: PhantomData }
    }
}

impl<T, P> Clone for TypedIndex<T, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, P> Copy for TypedIndex<T, P> {}

impl<T, P> fmt::Debug for TypedIndex<T, P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("TypedIndex").field(&self.name).finish()
    }
}

/// The types of some fields of `T`, as a list.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Fields<T, P>(PhantomData<fn() -> (T, P)>);

/// The end of the list.
#[doc(hidden)]
#[must_use]
pub const fn no_fields<T>() -> Fields<T, ()> {
    Fields(PhantomData)
}

/// One more field. The function is not called: it lends the type of the field.
#[doc(hidden)]
#[must_use]
pub const fn field<T, C, P>(_: fn(&T) -> &C, _: Fields<T, P>) -> Fields<T, (C, P)> {
    Fields(PhantomData)
}

/// What [`Scan::index`](super::Scan::index) accepts: [`index!`](crate::index!), or the name of an
/// index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index of `{T}`",
    label = "not an index of this table",
    note = "an index is `index!(Table.Index(field))`, or its name as text"
)]
pub trait IntoIndex<T> {
    /// The types of the bounds.
    type Parts;

    /// The name of the index.
    #[doc(hidden)]
    fn into_name(self) -> String;
}

impl<T, P> IntoIndex<T> for TypedIndex<T, P> {
    type Parts = P;

    fn into_name(self) -> String {
        self.name.to_owned()
    }
}

macro_rules! names {
    ($($name:ty),*) => {$(
        impl<T> IntoIndex<T> for $name {
            type Parts = AnyParts;

            fn into_name(self) -> String {
                self.into()
            }
        }
    )*};
}

names!(&str, &String, String);
