//! The client's own value traits, for the impls that `derive(SpannerColumn)` generates.
#![allow(missing_docs, reason = "for generated code only")]

pub use google_cloud_spanner::types::Type;
pub use google_cloud_spanner::value::{ConvertError, FromValue, ToValue, Value};

use super::query::type_of;
use super::values::plain;
pub use super::values::value;
use crate::client::read_as;
use crate::column::Column;
use crate::value::ValueError;

/// The value, moved.
pub fn into_value<C: Column>(column: C) -> Value {
    value(column.into_wire(C::TYPE))
}

/// The value of a column, in the type of the result.
pub fn from_value<C: Column>(value: Value, ty: &Type) -> Result<C, ConvertError> {
    C::from_wire(plain(value), read_as::<C>(type_of(ty))).map_err(|error| match error {
        ValueError::Null => ConvertError::NotNull,
        error => ConvertError::custom(error),
    })
}
