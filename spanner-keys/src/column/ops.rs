//! The operations of a column type, for generated code.

use uuid::Uuid;

use super::FillValue;
use crate::keys::HashInput;
use crate::schema::SqlType;
use crate::schema::spec::ColumnSpec;
use crate::value::{ValueContext, ValueError, WireValue};

/// What a column type can do, as plain functions.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct ColumnOps<T> {
    pub spec: ColumnSpec,
    pub into_wire: fn(T, SqlType) -> WireValue,
    pub from_wire: fn(WireValue, SqlType) -> Result<T, ValueError>,
    pub check: fn(&T, SqlType, ValueContext) -> Result<(), ValueError>,
    pub from_fill: fn(FillValue) -> Option<T>,
    pub supplied_uuid: fn(&T) -> Option<Uuid>,
    pub key_bytes: fn(&T) -> usize,
    pub hashed: fn(&T, SqlType) -> HashInput<'_>,
}
