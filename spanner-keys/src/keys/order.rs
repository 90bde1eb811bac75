//! You need this to compare keys as Spanner does, for example to merge sorted rows: key values as bytes
//! that sort as Spanner sorts the values.
//!
//! Two values of one column compare like their bytes. No encoding is a prefix of another, so the
//! concatenated encodings of a key's parts compare like the whole keys, and the encoding of a key's
//! first parts is a prefix of all keys with these parts.

mod decode;

pub use decode::decode;
#[cfg(feature = "spread")]
pub(crate) use decode::width;

use uuid::Uuid;

use crate::base64::from_base64;
use crate::dialect::Dialect;
use crate::schema::{Scalar, SqlType};
use crate::value::{ValueError, WireValue};

/// The byte before every value. NULL has a smaller one, so it sorts first.
const NULL: u8 = 0;
const VALUE: u8 = 1;

/// Appends a value of a key column to `out`, so that byte order is Spanner's order. `ty` is the
/// column's type.
///
/// NULL comes first, then NaN, then the other values: numbers by size, text by code points, times
/// by moment. A descending column reverses all of it, NULL included. That is the order
/// of keys, and of indexes in GoogleSQL; an index of a PostgreSQL database has NULL at the other
/// end.
///
/// A value of another type, or a type that a key cannot hold, is an error; `out` is then unchanged.
///
/// ```
/// use spanner_keys::keys::order::encode;
/// use spanner_keys::schema::SqlType;
/// use spanner_keys::value::{WireValue, ValueError};
///
/// let number = |text: &str, descending| -> Result<Vec<u8>, ValueError> {
///     let mut bytes = Vec::new();
///     encode(&WireValue::Text(text.into()), SqlType::INT64, descending, &mut bytes)?;
///     Ok(bytes)
/// };
/// assert!(number("-10", false)? < number("9", false)?);
/// assert!(number("-10", true)? > number("9", true)?);
/// # Ok::<(), ValueError>(())
/// ```
pub fn encode(
    value: &WireValue,
    ty: SqlType,
    descending: bool,
    out: &mut Vec<u8>,
) -> Result<(), ValueError> {
    let start = out.len();
    if *value == WireValue::Null {
        out.push(NULL);
    } else {
        out.push(VALUE);
        if let Err(problem) = append(value, ty, out) {
            out.truncate(start);
            return Err(problem);
        }
    }
    if descending {
        invert(out, start);
    }
    Ok(())
}

/// The same for a column of an index, or of an ORDER BY, in a database of this dialect: there
/// PostgreSQL has NULL at the other end, last, and first in a descending column. (Its primary keys
/// hold no NULL.)
///
/// ```
/// use spanner_keys::Dialect;
/// use spanner_keys::keys::order::encode_in_index;
/// use spanner_keys::schema::SqlType;
/// use spanner_keys::value::{WireValue, ValueError};
///
/// let code = |value: WireValue, dialect| -> Result<Vec<u8>, ValueError> {
///     let mut bytes = Vec::new();
///     encode_in_index(&value, SqlType::INT64, false, dialect, &mut bytes)?;
///     Ok(bytes)
/// };
/// let five = || WireValue::Text("5".into());
/// assert!(code(WireValue::Null, Dialect::GoogleSql)? < code(five(), Dialect::GoogleSql)?);
/// assert!(code(WireValue::Null, Dialect::PostgreSql)? > code(five(), Dialect::PostgreSql)?);
/// # Ok::<(), ValueError>(())
/// ```
pub fn encode_in_index(
    value: &WireValue,
    ty: SqlType,
    descending: bool,
    dialect: Dialect,
    out: &mut Vec<u8>,
) -> Result<(), ValueError> {
    let start = out.len();
    if dialect == Dialect::PostgreSql {
        out.push(u8::from((*value == WireValue::Null) != descending));
    }
    encode(value, ty, descending, out).inspect_err(|_| out.truncate(start))
}

fn append(value: &WireValue, ty: SqlType, out: &mut Vec<u8>) -> Result<(), ValueError> {
    if ty.array {
        return Err(value.unexpected("a value that is not an array"));
    }
    match ty.scalar {
        Scalar::Bool => match value {
            WireValue::Boolean(value) => out.push(u8::from(*value)),
            other => return Err(other.unexpected("a boolean")),
        },
        Scalar::Int64 => {
            let number: i64 = parsed(value, "an integer", |text| text.parse().ok())?;
            out.extend(sortable(number));
        }
        Scalar::Float32 | Scalar::Float64 => out.extend(sortable_float(float(value)?)),
        Scalar::Numeric => append_decimal(&parsed(value, "a decimal number", Decimal::parse)?, out),
        Scalar::Text => append_escaped(text(value, "text")?.as_bytes(), out),
        Scalar::Binary => append_escaped(&parsed(value, "bytes in base64", from_base64)?, out),
        Scalar::NativeUuid => {
            out.extend(parsed(value, "a UUID", |text| Uuid::try_parse(text).ok())?.as_bytes());
        }
        Scalar::CalendarDate => out.extend_from_slice(parsed(value, "a date", date)?.as_bytes()),
        Scalar::UtcTimestamp => {
            let (whole, fraction) = parsed(value, "a timestamp", moment)?;
            out.extend_from_slice(whole.as_bytes());
            out.extend_from_slice(fraction.as_bytes());
            // Spanner omits trailing zeros of a fraction.
            out.resize(out.len() + FRACTION_DIGITS - fraction.len(), b'0');
        }
        Scalar::JsonDocument => {
            return Err(ValueError::WrongKind {
                expected: "a value that has an order",
                found: "JSON",
            });
        }
    }
    Ok(())
}

fn text<'a>(value: &'a WireValue, expected: &'static str) -> Result<&'a str, ValueError> {
    match value {
        WireValue::Text(text) => Ok(text),
        other => Err(other.unexpected(expected)),
    }
}

fn parsed<'a, V>(
    value: &'a WireValue,
    expected: &'static str,
    parse: impl FnOnce(&'a str) -> Option<V>,
) -> Result<V, ValueError> {
    let text = text(value, expected)?;
    parse(text).ok_or_else(|| ValueError::malformed(expected, text))
}

fn invert(out: &mut [u8], start: usize) {
    for byte in out.iter_mut().skip(start) {
        *byte = !*byte;
    }
}

/// The flipped sign bit puts negative numbers before the others.
const fn sortable(number: i64) -> [u8; 8] {
    (number.cast_unsigned() ^ 1 << 63).to_be_bytes()
}

fn float(value: &WireValue) -> Result<f64, ValueError> {
    match value {
        WireValue::Number(number) => Ok(*number),
        _ => parsed(value, "a float", |text| match text {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        }),
    }
}

/// A FLOAT32 travels as a FLOAT64, and sorts as one.
fn sortable_float(number: f64) -> [u8; 8] {
    if number.is_nan() {
        return [0; 8];
    }
    // Both zeros are equal.
    let bits = if number == 0.0 { 0 } else { number.to_bits() };
    let negative = bits >> 63 == 1;
    (if negative { !bits } else { bits ^ 1 << 63 }).to_be_bytes()
}

/// Two zeros end the bytes, and a zero among them is followed by 0xFF: shorter values come first,
/// and none is a prefix of another.
fn append_escaped(bytes: &[u8], out: &mut Vec<u8>) {
    out.reserve(bytes.len() + 2);
    // The search for one byte is fast, and texts usually have no zero.
    if !bytes.contains(&0) {
        out.extend_from_slice(bytes);
        out.extend([0, 0]);
        return;
    }
    for (at, piece) in bytes.split(|byte| *byte == 0).enumerate() {
        if at > 0 {
            out.extend([0, 0xff]);
        }
        out.extend_from_slice(piece);
    }
    out.extend([0, 0]);
}

/// A decimal number: its sign, its significant digits, and the position of the decimal point.
enum Decimal<'a> {
    /// In PostgreSQL only. It is larger than all numbers, unlike NaN of a float.
    NotANumber,
    Zero,
    Number {
        negative: bool,
        /// The value is 0.digits times ten to this power.
        power: i64,
        /// The digits before and after the point, without leading and trailing zeros.
        digits: (&'a str, &'a str),
    },
}

impl<'a> Decimal<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        if text == "NaN" {
            return Some(Self::NotANumber);
        }
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (number, exponent) = match rest.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (rest, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let all_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        if whole.is_empty() && fraction.is_empty() || !all_digits {
            return None;
        }
        let whole = whole.trim_start_matches('0');
        let fraction = fraction.trim_end_matches('0');
        // The leading zeros of 0.00123 and the trailing zeros of 1200 only move the point.
        let (power, digits) = match (whole.is_empty(), fraction.is_empty()) {
            (true, true) => return Some(Self::Zero),
            (true, false) => {
                let digits = fraction.trim_start_matches('0');
                (-length(fraction.len() - digits.len()), ("", digits))
            }
            (false, true) => (length(whole.len()), (whole.trim_end_matches('0'), "")),
            (false, false) => (length(whole.len()), (whole, fraction)),
        };
        Some(Self::Number { negative, power: power.saturating_add(exponent.into()), digits })
    }
}

fn length(digits: usize) -> i64 {
    i64::try_from(digits).unwrap_or(i64::MAX)
}

fn append_decimal(decimal: &Decimal<'_>, out: &mut Vec<u8>) {
    match decimal {
        Decimal::Zero => out.push(1),
        Decimal::NotANumber => out.push(3),
        Decimal::Number { negative, power, digits: (whole, fraction) } => {
            out.push(if *negative { 0 } else { 2 });
            let start = out.len();
            out.extend(sortable(*power));
            out.extend(whole.bytes().chain(fraction.bytes()));
            // Below every digit, so that 1.2 comes before 1.23.
            out.push(0);
            if *negative {
                invert(out, start);
            }
        }
    }
}

const FRACTION_DIGITS: usize = 9;

/// Dates and times have digits at fixed positions, so their text sorts like the values.
fn date(text: &str) -> Option<&str> {
    has_shape(text, b"0000-00-00").then_some(text)
}

/// The text of a timestamp up to the second, and the digits of its fraction.
fn moment(text: &str) -> Option<(&str, &str)> {
    let time = text.strip_suffix('Z')?;
    let (whole, fraction) = time.split_once('.').unwrap_or((time, ""));
    let good = has_shape(whole, b"0000-00-00T00:00:00")
        && fraction.len() <= FRACTION_DIGITS
        && fraction.bytes().all(|byte| byte.is_ascii_digit());
    good.then_some((whole, fraction))
}

/// Whether the text has digits where the shape has zeros, and the characters of the shape
/// elsewhere.
fn has_shape(text: &str, shape: &[u8]) -> bool {
    let fits = |(byte, place): (u8, &u8)| {
        if *place == b'0' { byte.is_ascii_digit() } else { byte == *place }
    };
    text.len() == shape.len() && text.bytes().zip(shape).all(fits)
}

#[cfg(test)]
mod tests;
