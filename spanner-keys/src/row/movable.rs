//! Whether generated code can move the fields out of a struct. The compiler does not allow it for a
//! struct that implements `Drop`, unless all of them are `Copy`.

use core::marker::PhantomData;

use crate::rules::permissions::{Allowed, Refused};

/// Whether `T`, with fields of the types `Fields`, implements `Drop`: its own constant hides the one
/// of [`NoDrop`], if there is one.
#[derive(Debug)]
pub struct HasDrop<T, Fields>(PhantomData<(T, Fields)>);

#[allow(drop_bounds, reason = "the question is about the struct itself, not about its fields")]
impl<T: Drop, Fields> HasDrop<T, Fields> {
    /// It does.
    pub const ANSWER: Refused<Fields> = Refused(PhantomData);
}

/// The answer for all other types.
pub trait NoDrop {
    /// It does not.
    const ANSWER: Allowed = Allowed;
}

impl<T, Fields> NoDrop for HasDrop<T, Fields> {}

/// The permission to move the fields out of a struct. Asked where they are moved, so that the
/// compiler has nothing to add.
#[diagnostic::on_unimplemented(
    message = "`{T}` implements `Drop`, so its values cannot be moved into a row",
    label = "the values of this struct are moved into a row",
    note = "move the implementation of Drop to a type that only borrows from `{T}`"
)]
pub trait ValuesMove<T>: Sized {
    /// Naming it asks for the permission.
    #[doc(hidden)]
    fn asked(self) {}
}

#[diagnostic::do_not_recommend]
impl<T> ValuesMove<T> for Allowed {}

#[diagnostic::do_not_recommend]
impl<T, Fields: Copy> ValuesMove<T> for Refused<Fields> {}
