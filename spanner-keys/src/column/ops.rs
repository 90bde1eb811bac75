//! The operations of a column type, for generated code.

use core::marker::PhantomData;

#[cfg(feature = "gcloud-spanner")]
use gcloud_spanner::row::Row;
use uuid::Uuid;

use super::{Column, FillValue};
use crate::keys::HashInput;
use crate::schema::SqlType;
use crate::schema::spec::{ColumnSpec, STAND_IN_SPEC};
use crate::value::{Lent, ValueContext, ValueError, WireValue};

/// What a column type can do, as plain functions.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct ColumnOps<T> {
    pub spec: ColumnSpec,
    pub into_wire: fn(T, SqlType) -> WireValue,
    pub from_wire: fn(WireValue, SqlType) -> Result<T, ValueError>,
    pub reads: Reads,
    pub from_lent: fn(Lent<'_>, SqlType) -> Result<T, ValueError>,
    /// The value at a position of a row, if the client's value is one of this type.
    #[cfg(feature = "gcloud-spanner")]
    pub from_gcloud: fn(&Row, usize) -> Option<T>,
    pub check: fn(&T, SqlType, ValueContext) -> Result<(), ValueError>,
    pub from_fill: fn(FillValue) -> Option<T>,
    pub supplied_uuid: fn(&T) -> Option<Uuid>,
    pub value_bytes: fn(&T, SqlType) -> usize,
    pub hashed: fn(&T, SqlType) -> HashInput<'_>,
}

impl<T> ColumnOps<T> {
    /// The value of a column that is stored as `ty`.
    #[inline]
    pub(crate) fn read(&self, found: Found<'_>, ty: SqlType) -> Result<T, ValueError> {
        match found {
            Found::Nothing => Err(ValueError::Missing),
            Found::Owned(value) => (self.from_wire)(value, ty),
            Found::Lent(value) => (self.from_lent)(value, ty),
            #[cfg(feature = "gcloud-spanner")]
            Found::InGcloud(row, position) => {
                let own = self.spec.ty;
                let is_own = ty.scalar == own.scalar && ty.array == own.array;
                if is_own
                    && self.reads != Reads::Owned
                    && let Some(value) = (self.from_gcloud)(row, position)
                {
                    return Ok(value);
                }
                self.read_copy(row, position, ty)
            }
        }
    }

    /// The value, or why it is not one of this type.
    #[cfg(feature = "gcloud-spanner")]
    fn read_copy(&self, row: &Row, position: usize, ty: SqlType) -> Result<T, ValueError> {
        let copy = super::gcloud::copy(row, position).ok_or(ValueError::Missing)?;
        (self.from_wire)(copy, ty)
    }
}

/// How a column type reads its values.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// It may keep them, or is not one of ours.
    Owned,
    /// It keeps them, but copies those that are lent.
    Either,
    /// It parses them where they are.
    Lent,
}

/// Where the value of a column is.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "the rows of gcloud-spanner have none")]
pub enum Found<'a> {
    /// The row has no such column.
    Nothing,
    /// The row has given it away.
    Owned(WireValue),
    Lent(Lent<'a>),
    /// In a row of a client that lends it only to a function that knows nothing but its type.
    #[cfg(feature = "gcloud-spanner")]
    InGcloud(&'a Row, usize),
}

impl From<Option<WireValue>> for Found<'_> {
    fn from(value: Option<WireValue>) -> Self {
        value.map_or(Self::Nothing, Self::Owned)
    }
}

/// The properties of a column type. Its own constant hides the one of [`NotAColumn`], if there is
/// one, so that a type that is not a column does not keep the rules from judging the other columns.
#[doc(hidden)]
#[derive(Debug)]
pub struct SpecOf<T>(PhantomData<T>);

impl<T: Column> SpecOf<T> {
    pub const IS_COLUMN: bool = true;
    pub const SPEC: ColumnSpec = T::SPEC;
}

/// The properties of all other types.
#[doc(hidden)]
pub trait NotAColumn {
    const IS_COLUMN: bool = false;
    const SPEC: ColumnSpec = STAND_IN_SPEC;
}

impl<T> NotAColumn for SpecOf<T> {}

/// The value of a column with a default, which a new row may leave out.
#[doc(hidden)]
pub trait OrDefault {
    type Value;
}

impl<T> OrDefault for T {
    type Value = Option<T>;
}

/// A column type whose value can be lent, for the traits of the clients.
#[doc(hidden)]
pub trait ToWire {
    fn to_wire(&self) -> WireValue;
}

/// A type of the user's that is stored as JSON.
#[doc(hidden)]
#[cfg_attr(
    feature = "serde_json",
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be stored as JSON",
        label = "not a serde type",
        note = "derive Serialize and Deserialize of serde, for a type that owns its data"
    )
)]
#[cfg_attr(
    not(feature = "serde_json"),
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be stored as JSON without a feature",
        label = "stored as JSON here",
        note = "enable the feature serde_json of spanner-keys"
    )
)]
pub trait StoredAsJson: Sized {
    const OPS: ColumnOps<Self>;

    /// The value on the wire.
    fn to_wire(&self) -> WireValue;
}
