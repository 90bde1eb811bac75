//! JSON.

#![cfg(feature = "serde_json")]

mod finite;

use std::fmt;

use serde_core::de::DeserializeOwned;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::bytes::check_size;
use super::ops::{ColumnOps, Reads, StoredAsJson};
use super::{Accepts, Column, Element, NotNull, never_null, one_value, parsed};
use crate::dialect::Dialect;
use crate::keys::HashInput;
use crate::schema::limits::{BYTES_LENGTH, JSON_DEPTH};
use crate::schema::{Arrival, SqlType};
use crate::value::{Lent, ValueContext, ValueError, WireValue};

#[diagnostic::do_not_recommend]
impl Column for Value {
    never_null!(SqlType::JSON, Arrival::Natural, Accepts::NOTHING);

    fn into_wire(self, _: SqlType) -> WireValue {
        let text = self.to_string();
        // Only numbers with an exponent of two digits need care.
        if !text.contains("e+1") && !text.contains("e1") {
            return WireValue::Text(text);
        }
        let mut plain = String::with_capacity(text.len());
        // Writing to a string cannot fail.
        let _ = write(&self, &mut plain);
        WireValue::Text(plain)
    }

    fn check(&self, _: SqlType, context: ValueContext) -> Result<(), ValueError> {
        let mut seen = Seen::default();
        seen.look(self, 0);
        if seen.too_deep {
            return Err(ValueError::TooDeep { limit: JSON_DEPTH });
        }
        if seen.nul && context.dialect == Dialect::PostgreSql {
            return Err(ValueError::NulInJson);
        }
        // Most documents are so small that their text need not be measured.
        if seen.most_bytes <= BYTES_LENGTH as usize {
            return Ok(());
        }
        check_size(self.value_bytes(SqlType::JSON), BYTES_LENGTH)
    }

    fn value_bytes(&self, _: SqlType) -> usize {
        let mut length = Length(0);
        // Counting cannot fail.
        let _ = write(self, &mut length);
        length.0
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, _: SqlType) -> Result<Self, ValueError> {
        let text = wire.text("JSON")?;
        serde_json::from_str(text).map_err(|_| ValueError::malformed("JSON", text))
    }
}

one_value! {
    Value: SqlType::JSON;
}

/// A JSON column of any serde type. A NaN or an infinity in it is an error, because JSON has neither.
///
/// A PostgreSQL database keeps numbers with more digits than an `f64` has, which only other programs
/// write; they are read as the nearest `f64`. It has no negative zero.
///
/// ```
/// use spanner_keys::column::Json;
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// struct Order {
///     #[key(uuid)]
///     order_id: Uuid,
///     lines: Json<Vec<(String, u32)>>,
///     note: Option<Json<String>>,
/// }
///
/// NewOrder { lines: Json(vec![("nail".into(), 12)]), note: None }.insert()?;
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Json<T>(pub T);

impl<T> From<T> for Json<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

/// As the value in it: for `new_derive(Deserialize)` on a table with such a column.
impl<T: Serialize> Serialize for Json<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Json<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

impl<T: Serialize + DeserializeOwned> Column for Json<T> {
    never_null!(SqlType::JSON, Arrival::Natural, Accepts::NOTHING);

    fn into_wire(self, _: SqlType) -> WireValue {
        self.0.to_wire()
    }

    fn check(&self, ty: SqlType, context: ValueContext) -> Result<(), ValueError> {
        check(&self.0, ty, context)
    }

    fn value_bytes(&self, ty: SqlType) -> usize {
        value_bytes(&self.0, ty)
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        from_lent(wire, ty).map(Self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> StoredAsJson for T {
    const OPS: ColumnOps<Self> = ColumnOps {
        spec: Json::<Self>::SPEC,
        into_wire: |value, _| value.to_wire(),
        from_wire: |wire, ty| from_lent(wire.lend(), ty),
        reads: Reads::Lent,
        from_lent,
        #[cfg(feature = "gcloud-spanner")]
        from_gcloud: |row, position| super::gcloud::read(row, position).map(|Json(value)| value),
        check,
        from_fill: |_| None,
        supplied_uuid: |_| None,
        value_bytes,
        hashed: |_, _| HashInput::Never,
    };

    fn to_wire(&self) -> WireValue {
        // `check` has refused a value that cannot be written.
        serde_json::to_value(self).map_or(WireValue::Null, |value| value.into_wire(SqlType::JSON))
    }
}

fn check<T: Serialize>(value: &T, ty: SqlType, context: ValueContext) -> Result<(), ValueError> {
    let json = serde_json::to_value(value)
        .map_err(|error| ValueError::NotJson { reason: error.to_string() })?;
    if has_null(&json) && finite::has_other_floats(value) {
        return Err(ValueError::NotJson { reason: "JSON has neither NaN nor infinity".to_owned() });
    }
    json.check(ty, context)
}

/// A float that JSON does not have is written as null.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn value_bytes<T: Serialize>(value: &T, ty: SqlType) -> usize {
    serde_json::to_value(value).map_or(0, |value| value.value_bytes(ty))
}

fn from_lent<T: DeserializeOwned>(wire: Lent<'_>, _: SqlType) -> Result<T, ValueError> {
    let text = wire.text("JSON")?;
    serde_json::from_str(text).map_err(|error| ValueError::NotJson { reason: reason(&error) })
}

impl<T: Serialize + DeserializeOwned> NotNull for Json<T> {}

impl<T: Serialize + DeserializeOwned> Element for Json<T> {
    const ARRAY_OF: SqlType = SqlType::JSON.array();
}

/// Why a document is not read, without a value of it: errors end up in logs.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.starts_with("missing field") || text.starts_with("duplicate field") {
        return text;
    }
    let (line, column) = (error.line(), error.column());
    format!("the value at line {line} column {column} does not fit the type")
}

/// How long a text is, without the text.
struct Length(usize);

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// What matters of a document before it is sent.
#[derive(Default)]
struct Seen {
    /// The text is not longer.
    most_bytes: usize,
    nul: bool,
    too_deep: bool,
}

impl Seen {
    fn look(&mut self, value: &Value, depth: usize) {
        // The longest number has 24 letters, and the commas and quotes are rounded up.
        self.most_bytes += 32;
        match value {
            Value::Array(_) | Value::Object(_) if depth == JSON_DEPTH => self.too_deep = true,
            Value::Array(items) => items.iter().for_each(|item| self.look(item, depth + 1)),
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                self.text(name);
                self.look(member, depth + 1);
            }),
            Value::String(text) => self.text(text),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        // A control character is written as six letters.
        self.most_bytes += text.len() * 6;
        self.nul |= text.contains('\0');
    }
}

/// PostgreSQL returns `1e16` as `10000000000000000`, which would be read as an integer. With a
/// fraction, a float that is as large as an integer remains one.
fn write(value: &Value, out: &mut impl fmt::Write) -> fmt::Result {
    let integers = -1.9e19..=1.9e19;
    match value {
        Value::Array(items) => {
            out.write_char('[')?;
            for (at, item) in items.iter().enumerate() {
                out.write_str(if at == 0 { "" } else { "," })?;
                write(item, out)?;
            }
            out.write_char(']')
        }
        Value::Object(members) => {
            out.write_char('{')?;
            for (at, (name, member)) in members.iter().enumerate() {
                out.write_str(if at == 0 { "" } else { "," })?;
                write!(out, "{}:", Value::from(name.as_str()))?;
                write(member, out)?;
            }
            out.write_char('}')
        }
        other => {
            let wide = other
                .as_f64()
                .filter(|float| other.is_f64() && integers.contains(float) && float.fract() == 0.0);
            match wide {
                Some(float) => write!(out, "{float}.0"),
                None => write!(out, "{other}"),
            }
        }
    }
}
