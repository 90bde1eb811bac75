//! The client's own value traits, for the impls that `derive(SpannerColumn)` generates.
#![allow(missing_docs, reason = "for generated code only")]

pub use gcloud_googleapis::spanner::v1::Type;
pub use gcloud_googleapis::spanner::v1::struct_type::Field;
pub use gcloud_spanner::row::{Error, TryFromValue};
pub use gcloud_spanner::statement::ToKind;
pub use prost_types::Value;
pub use prost_types::value::Kind;

use gcloud_googleapis::spanner::v1::TypeCode;

use super::query::type_of;
pub use super::wire::kind;
use crate::client::read_as;
use crate::column::Column;
use crate::column::gcloud::plain;
use crate::schema::Scalar;

/// The type of a parameter. The trait knows no dialect, so it is that of GoogleSQL.
#[must_use]
pub fn column_type<C: Column>() -> Type {
    let code = match C::TYPE.scalar {
        Scalar::Bool => TypeCode::Bool,
        Scalar::Int64 => TypeCode::Int64,
        Scalar::Float32 => TypeCode::Float32,
        Scalar::Float64 => TypeCode::Float64,
        Scalar::Numeric => TypeCode::Numeric,
        Scalar::Text => TypeCode::String,
        Scalar::Binary => TypeCode::Bytes,
        Scalar::NativeUuid => TypeCode::Uuid,
        Scalar::CalendarDate => TypeCode::Date,
        Scalar::UtcTimestamp => TypeCode::Timestamp,
        Scalar::JsonDocument => TypeCode::Json,
    };
    let one = Type { code: code.into(), ..Type::default() };
    if !C::TYPE.array {
        return one;
    }
    let array_element_type = Some(Box::new(one));
    Type { code: TypeCode::Array.into(), array_element_type, ..Type::default() }
}

/// The value of a column, in the type of the result.
pub fn from_value<C: Column>(value: &Value, field: &Field) -> Result<C, Error> {
    C::from_wire(plain(value), read_as::<C>(type_of(field)))
        .map_err(|error| Error::CustomParseError(format!("column `{}` {error}", field.name)))
}
