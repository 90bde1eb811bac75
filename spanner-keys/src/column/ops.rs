//! The operations of a column type, for generated code.

use core::marker::PhantomData;

use uuid::Uuid;

use super::{Column, FillValue};
use crate::keys::HashInput;
use crate::schema::SqlType;
use crate::schema::spec::{ColumnSpec, STAND_IN_SPEC};
use crate::value::{ValueContext, ValueError, WireValue};

/// What a column type can do, as plain functions.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct ColumnOps<T> {
    pub spec: ColumnSpec,
    pub into_wire: fn(T, SqlType) -> WireValue,
    pub from_wire: fn(WireValue, SqlType) -> Result<T, ValueError>,
    /// Whether a value need only be lent.
    pub parsed: bool,
    pub from_lent: fn(&WireValue, SqlType) -> Result<T, ValueError>,
    pub check: fn(&T, SqlType, ValueContext) -> Result<(), ValueError>,
    pub from_fill: fn(FillValue) -> Option<T>,
    pub supplied_uuid: fn(&T) -> Option<Uuid>,
    pub value_bytes: fn(&T, SqlType) -> usize,
    pub hashed: fn(&T, SqlType) -> HashInput<'_>,
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
