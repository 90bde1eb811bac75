//! Whether generated code can move the fields out of a struct. The compiler does not allow it for a
//! struct that implements `Drop`, unless all of them are `Copy`.

use core::marker::PhantomData;

use crate::rules::permissions::Allowed;

/// Whether `T` implements `Drop`: its own constant hides the one of [`NoDrop`], if there is one.
#[derive(Debug)]
pub struct HasDrop<T>(PhantomData<T>);

#[allow(drop_bounds, reason = "the question is about the struct itself, not about its fields")]
impl<T: Drop> HasDrop<T> {
    /// It does.
    pub const ANSWER: bool = true;
}

/// The answer for all other types.
pub trait NoDrop {
    /// It does not.
    const ANSWER: bool = false;
}

impl<T> NoDrop for HasDrop<T> {}

/// Whether `T` is `Copy`, in the same way.
#[derive(Debug)]
pub struct IsCopy<T>(PhantomData<T>);

impl<T: Copy> IsCopy<T> {
    /// It is.
    pub const ANSWER: bool = true;
}

/// The answer for all other types.
pub trait NotCopy {
    /// It is not.
    const ANSWER: bool = false;
}

impl<T> NotCopy for IsCopy<T> {}

/// The permission to move the fields out of a struct. Asked where they are moved, so that the
/// compiler has nothing to add.
#[diagnostic::on_unimplemented(
    message = "`{T}` implements `Drop`, so its values cannot be moved into a row",
    label = "the values of this struct are moved into a row",
    note = "move the implementation of Drop to a type that only borrows from `{T}`"
)]
pub trait ValuesMove<T> {
    /// Naming it asks for the permission.
    #[doc(hidden)]
    fn asked() {}
}

#[diagnostic::do_not_recommend]
impl<T> ValuesMove<T> for Allowed {}
