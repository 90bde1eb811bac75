//! Values of one type as another.

use crate::dialect::Dialect;
use crate::schema::{Scalar, SqlType};

/// The expression that makes a value of one type one of another, if the dialect has one. A value that
/// has no counterpart, such as a text that is not a number, makes it fail.
pub(crate) fn convert(value: &str, old: SqlType, new: SqlType, dialect: Dialect) -> Option<String> {
    let google = dialect == Dialect::GoogleSql;
    let one = |value: &str| {
        if old.scalar == new.scalar {
            return Some(value.to_owned());
        }
        scalar(value, old.scalar, new.scalar, dialect)
    };
    match (old.array, new.array) {
        (false, false) => one(value),
        (false, true) => {
            let item = one(value)?;
            Some(if google {
                format!("IF({value} IS NULL, NULL, [{item}])")
            } else {
                format!("CASE WHEN {value} IS NULL THEN NULL ELSE ARRAY[{item}] END")
            })
        }
        (true, true) if old.scalar == new.scalar => Some(value.to_owned()),
        (true, true) => {
            let item = one("item")?;
            Some(if google {
                format!(
                    "IF({value} IS NULL, NULL, ARRAY(SELECT {item} FROM UNNEST({value}) AS item WITH OFFSET AS place ORDER BY place))"
                )
            } else {
                cast(value, new, dialect)
            })
        }
        (true, false) if new.scalar == Scalar::JsonDocument => Some(to_json(value, dialect)),
        (true, false) => None,
    }
}

fn scalar(value: &str, old: Scalar, new: Scalar, dialect: Dialect) -> Option<String> {
    use Scalar::{
        Binary, Bool, CalendarDate, Float32, Float64, Int64, JsonDocument, NativeUuid, Numeric,
        Text, UtcTimestamp,
    };
    let google = dialect == Dialect::GoogleSql;
    let numbers = [Int64, Float32, Float64, Numeric];
    let ty = SqlType { scalar: new, length: None, array: false };
    let has_cast = match (old, new) {
        (JsonDocument, _) | (_, JsonDocument) => {
            return json(value, old, new, dialect);
        }
        // This cast of NULL crashes the emulator.
        (Text, CalendarDate | UtcTimestamp) if !google => {
            return Some(format!(
                "CASE WHEN {value} IS NOT NULL THEN {} END",
                cast(value, ty, dialect)
            ));
        }
        (Binary, other) => [Text, NativeUuid].contains(&other),
        (_, Text)
        | (Text, _)
        | (NativeUuid, Binary)
        | (CalendarDate, UtcTimestamp)
        | (UtcTimestamp, CalendarDate) => true,
        (Bool, Int64) | (Int64, Bool) => google,
        _ => numbers.contains(&old) && numbers.contains(&new),
    };
    has_cast.then(|| cast(value, ty, dialect))
}

/// The text of a column is read as JSON; other values become JSON of their kind.
fn json(value: &str, old: Scalar, new: Scalar, dialect: Dialect) -> Option<String> {
    match (dialect, old, new) {
        (Dialect::GoogleSql, Scalar::Text, _) => Some(format!("PARSE_JSON({value})")),
        // This cast of NULL crashes the emulator.
        (Dialect::PostgreSql, Scalar::Text, _) => {
            Some(format!("CASE WHEN {value} IS NOT NULL THEN CAST({value} AS jsonb) END"))
        }
        (_, _, Scalar::JsonDocument) => Some(to_json(value, dialect)),
        // This function and `TO_JSON` make the JSON value `null` of NULL.
        (Dialect::GoogleSql, _, Scalar::Text) => {
            Some(format!("IF({value} IS NULL, NULL, TO_JSON_STRING({value}))"))
        }
        (Dialect::GoogleSql, _, Scalar::Bool | Scalar::Int64 | Scalar::Float64) => {
            Some(format!("{}({value})", new.name()))
        }
        (Dialect::PostgreSql, _, Scalar::Text) => Some(format!("CAST({value} AS varchar)")),
        (Dialect::PostgreSql, _, Scalar::Int64 | Scalar::Float32 | Scalar::Float64) => {
            let ty = SqlType { scalar: new, length: None, array: false };
            Some(cast(value, ty, dialect))
        }
        _ => None,
    }
}

fn to_json(value: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::GoogleSql => format!("IF({value} IS NULL, NULL, TO_JSON({value}))"),
        Dialect::PostgreSql => format!("to_jsonb({value})"),
    }
}

/// A cast. That of GoogleSQL has no length.
fn cast(value: &str, ty: SqlType, dialect: Dialect) -> String {
    match dialect {
        Dialect::GoogleSql => as_type(value, ty.scalar.name()),
        Dialect::PostgreSql => as_type(value, &dialect.type_name(SqlType { length: None, ..ty })),
    }
}

/// A cast to a type as it is written.
pub(crate) fn as_type(value: &str, ty: &str) -> String {
    format!("CAST({value} AS {ty})")
}
