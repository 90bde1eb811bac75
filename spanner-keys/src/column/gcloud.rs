//! Values of gcloud-spanner's rows. The client lends a value only to a function that knows nothing but
//! its type, so each column type has one: a text is parsed where it is.

use gcloud_googleapis::spanner::v1::struct_type::Field;
use gcloud_spanner::row::{Error, Row, TryFromValue};
use prost_types::Value;
use prost_types::value::Kind;

use super::Column;
use crate::value::{Lent, WireValue};

/// A value that is read as the usual SQL type of its column.
struct Parsed<C>(C);

impl<C: Column> TryFromValue for Parsed<C> {
    fn try_from(value: &Value, _: &Field) -> Result<Self, Error> {
        let list;
        let lent = match &value.kind {
            Some(Kind::StringValue(text)) => Lent::Text(text),
            Some(Kind::BoolValue(value)) => Lent::Boolean(*value),
            Some(Kind::NumberValue(value)) => Lent::Number(*value),
            Some(Kind::ListValue(_)) => {
                list = plain(value);
                list.lend()
            }
            None | Some(Kind::NullValue(_) | Kind::StructValue(_)) => Lent::Null,
        };
        // What is wrong is found when a copy is read.
        C::from_lent(lent, C::TYPE).map(Self).map_err(|_| Error::CustomParseError(String::new()))
    }
}

/// The value at a position, if there is one of this type.
pub(super) fn read<C: Column>(row: &Row, position: usize) -> Option<C> {
    row.column(position).ok().map(|Parsed(value)| value)
}

/// A copy of a value.
pub(crate) struct Kept(pub(crate) WireValue);

impl TryFromValue for Kept {
    fn try_from(value: &Value, _: &Field) -> Result<Self, Error> {
        Ok(Self(plain(value)))
    }
}

/// The same at a position, if there is one.
pub(crate) fn copy(row: &Row, position: usize) -> Option<WireValue> {
    row.column(position).ok().map(|Kept(value)| value)
}

/// The wire value of a client's value.
pub(crate) fn plain(value: &Value) -> WireValue {
    match &value.kind {
        // Structs come as lists, so a struct value is never sent.
        None | Some(Kind::NullValue(_) | Kind::StructValue(_)) => WireValue::Null,
        Some(Kind::BoolValue(value)) => WireValue::Boolean(*value),
        Some(Kind::NumberValue(value)) => WireValue::Number(*value),
        Some(Kind::StringValue(value)) => WireValue::Text(value.clone()),
        Some(Kind::ListValue(list)) => WireValue::List(list.values.iter().map(plain).collect()),
    }
}
