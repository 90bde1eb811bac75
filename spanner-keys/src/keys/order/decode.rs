//! Decodes values from the bytes that sort like them.

use uuid::Uuid;

use super::{FRACTION_DIGITS, NULL, VALUE, encode};
use crate::base64::to_base64;
use crate::schema::{Scalar, SqlType};
use crate::value::WireValue;

/// The value that [`encode`](super::encode) wrote at the start of `bytes`, and the remaining bytes.
/// `None` if they do not start with a value of this type.
///
/// A number is decoded in its shortest form: `1.50` as `1.5`. Bytes that `encode` does not write
/// for any value are not decoded.
///
/// ```
/// use spanner_keys::keys::order::{decode, encode};
/// use spanner_keys::schema::SqlType;
/// use spanner_keys::value::{WireValue, ValueError};
///
/// let mut key = Vec::new();
/// encode(&WireValue::Text("-7".into()), SqlType::INT64, false, &mut key)?;
/// encode(&WireValue::Text("Ada".into()), SqlType::TEXT, true, &mut key)?;
///
/// let (number, rest) = decode(&key, SqlType::INT64, false).unwrap();
/// assert_eq!(number, WireValue::Text("-7".into()));
/// assert_eq!(decode(rest, SqlType::TEXT, true), Some((WireValue::Text("Ada".into()), &[][..])));
/// # Ok::<(), ValueError>(())
/// ```
#[must_use]
pub fn decode(bytes: &[u8], ty: SqlType, descending: bool) -> Option<(WireValue, &[u8])> {
    if ty.array {
        return None;
    }
    let upright: Vec<u8>;
    let mut reader = Reader(if descending {
        upright = bytes.iter().map(|byte| !byte).collect();
        &upright
    } else {
        bytes
    });
    let value = match reader.byte()? {
        NULL => WireValue::Null,
        VALUE => reader.value(ty.scalar)?,
        _ => return None,
    };
    let (read, rest) = bytes.split_at(bytes.len() - reader.0.len());
    let mut again = Vec::with_capacity(read.len());
    encode(&value, ty, descending, &mut again).ok()?;
    (again == read).then_some((value, rest))
}

/// The length of the encoded value at the start: as many bytes as [`decode`] reads.
#[cfg(feature = "spread")]
pub(crate) fn width(bytes: &[u8], ty: SqlType, descending: bool) -> Option<usize> {
    let at = |place: usize| bytes.get(place).map(|byte| if descending { !byte } else { *byte });
    if at(0)? == NULL {
        return Some(1);
    }
    let width = 1 + match ty.scalar {
        Scalar::Bool => 1,
        Scalar::Int64 | Scalar::Float32 | Scalar::Float64 => 8,
        Scalar::NativeUuid => 16,
        Scalar::CalendarDate => 10,
        Scalar::UtcTimestamp => 19 + FRACTION_DIGITS,
        // Two zeros end the value; any other zero is followed by 0xFF.
        Scalar::Text | Scalar::Binary => {
            (1..bytes.len()).find(|place| at(*place) == Some(0) && at(place + 1) == Some(0))? + 1
        }
        Scalar::Numeric => match at(1)? {
            sign @ (0 | 2) => {
                let end = if sign == 0 { 0xff } else { 0 };
                (10..bytes.len()).find(|place| at(*place) == Some(end))?
            }
            _ => 1,
        },
        Scalar::JsonDocument => return None,
    };
    (width <= bytes.len()).then_some(width)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn take<const COUNT: usize>(&mut self) -> Option<&'a [u8; COUNT]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(first)
    }

    fn value(&mut self, scalar: Scalar) -> Option<WireValue> {
        let text = match scalar {
            Scalar::Bool => return Some(WireValue::Boolean(self.byte()? == 1)),
            Scalar::Int64 => self.number()?.to_string(),
            Scalar::Float32 | Scalar::Float64 => return self.float(),
            Scalar::Numeric => self.decimal()?,
            Scalar::Text => String::from_utf8(self.escaped()?).ok()?,
            Scalar::Binary => to_base64(&self.escaped()?),
            Scalar::NativeUuid => Uuid::from_bytes(*self.take()?).to_string(),
            Scalar::CalendarDate => letters(self.take::<10>()?)?.to_owned(),
            Scalar::UtcTimestamp => {
                let whole = letters(self.take::<19>()?)?;
                let fraction = letters(self.take::<FRACTION_DIGITS>()?)?.trim_end_matches('0');
                if fraction.is_empty() {
                    format!("{whole}Z")
                } else {
                    format!("{whole}.{fraction}Z")
                }
            }
            Scalar::JsonDocument => return None,
        };
        Some(WireValue::Text(text))
    }

    fn number(&mut self) -> Option<i64> {
        Some((u64::from_be_bytes(*self.take()?) ^ 1 << 63).cast_signed())
    }

    fn float(&mut self) -> Option<WireValue> {
        let bits = u64::from_be_bytes(*self.take()?);
        let number = match bits {
            0 => f64::NAN,
            _ if bits >> 63 == 1 => f64::from_bits(bits ^ 1 << 63),
            _ => f64::from_bits(!bits),
        };
        Some(WireValue::float(number))
    }

    fn escaped(&mut self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            match (self.byte()?, self.0.first()) {
                (0, Some(0)) => {
                    self.byte();
                    return Some(bytes);
                }
                (0, Some(0xff)) => {
                    self.byte();
                    bytes.push(0);
                }
                (0, _) => return None,
                (byte, _) => bytes.push(byte),
            }
        }
    }

    fn decimal(&mut self) -> Option<String> {
        let negative = match self.byte()? {
            0 => true,
            1 => return Some("0".to_owned()),
            2 => false,
            _ => return Some("NaN".to_owned()),
        };
        let turn = |byte: u8| if negative { !byte } else { byte };
        let power = self.take::<8>()?.map(turn);
        let power = (u64::from_be_bytes(power) ^ 1 << 63).cast_signed();
        let mut digits = String::new();
        loop {
            match turn(self.byte()?) {
                0 => break,
                digit @ b'0'..=b'9' => digits.push(char::from(digit)),
                _ => return None,
            }
        }
        Some(format!("{}{}", if negative { "-" } else { "" }, decimal_text(&digits, power)))
    }
}

/// 0.digits times ten to this power, without an exponent unless the text would be very long.
fn decimal_text(digits: &str, power: i64) -> String {
    let zeros = |count: u64| "0".repeat(usize::try_from(count).unwrap_or(0));
    if power.unsigned_abs() > 1000 {
        return format!("0.{digits}e{power}");
    }
    match usize::try_from(power) {
        Ok(whole @ 1..) if whole < digits.len() => {
            format!("{}.{}", &digits[..whole], &digits[whole..])
        }
        Ok(whole @ 1..) => format!("{digits}{}", "0".repeat(whole - digits.len())),
        _ => format!("0.{}{digits}", zeros(power.unsigned_abs())),
    }
}

fn letters(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
