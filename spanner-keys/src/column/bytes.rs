//! Byte strings. On the wire they are base64, with the standard alphabet and padding.

use super::{Accepts, Column, Element, FillValue, NotNull};
use crate::keys::HashInput;
use crate::schema::{Arrival, SqlType};
use crate::value::{ValueError, WireValue};

/// Spanner's limit on the bytes of a column.
const LONGEST: u32 = 10_485_760;

// Written here because it is a page of arithmetic, and a dependency in every build otherwise.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NONE: u8 = 0xff;

const VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut at = 0;
    while at < 64 {
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let value = at as u8;
        values[LETTERS[at] as usize] = value;
        at += 1;
    }
    values
};

#[inline]
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let letter = |word: u32, at: u32| LETTERS[(word >> at & 63) as usize];
    let mut text = vec![b'='; bytes.len().div_ceil(3) * 4];
    let (whole, rest) = bytes.as_chunks::<3>();
    let (fours, _) = text.as_chunks_mut::<4>();
    for ([one, two, three], four) in whole.iter().zip(&mut *fours) {
        let word = u32::from_be_bytes([0, *one, *two, *three]);
        *four = [letter(word, 18), letter(word, 12), letter(word, 6), letter(word, 0)];
    }
    if let Some([first, second, third, _]) = fours.get_mut(whole.len()) {
        let word = u32::from_be_bytes([0, rest[0], rest.get(1).copied().unwrap_or(0), 0]);
        (*first, *second) = (letter(word, 18), letter(word, 12));
        if rest.len() == 2 {
            *third = letter(word, 6);
        }
    }
    // All of it is ASCII; the default never comes.
    String::from_utf8(text).unwrap_or_default()
}

pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let letters = text.trim_end_matches('=').as_bytes();
    if text.len() - letters.len() > 2 {
        return None;
    }
    let (whole, rest) = letters.as_chunks::<4>();
    let mut bytes = vec![0; letters.len() * 3 / 4];
    let (threes, last) = bytes.as_chunks_mut::<3>();
    for (four, three) in whole.iter().zip(threes) {
        *three = three_bytes(*four)?;
    }
    let four = match *rest {
        [] => return Some(bytes),
        [one, two] => [one, two, b'A', b'A'],
        [one, two, three] => [one, two, three, b'A'],
        _ => return None,
    };
    last.copy_from_slice(three_bytes(four)?.get(..last.len())?);
    Some(bytes)
}

/// Three bytes for four letters.
fn three_bytes(letters: [u8; 4]) -> Option<[u8; 3]> {
    let [one, two, three, four] = letters.map(|letter| VALUES[letter as usize]);
    // No letter has the first bit, and all that are none do.
    let good = one | two | three | four != NONE;
    good.then_some([one << 2 | two >> 4, two << 4 | three >> 2, three << 6 | four])
}

pub(super) fn from_wire(wire: WireValue) -> Result<Vec<u8>, ValueError> {
    let text = wire.into_text("bytes")?;
    from_base64(&text).ok_or(ValueError::Malformed { expected: "bytes in base64", text })
}

pub(super) fn array_from_wire<const N: usize>(
    wire: WireValue,
    expected: &'static str,
) -> Result<[u8; N], ValueError> {
    let bytes = from_wire(wire)?;
    bytes.try_into().map_err(|bytes: Vec<u8>| ValueError::Malformed {
        expected,
        text: format!("{} bytes", bytes.len()),
    })
}

#[inline]
pub(super) const fn check(bytes: &[u8], ty: SqlType) -> Result<(), ValueError> {
    let limit = match ty.length {
        Some(limit) => limit,
        None => LONGEST,
    };
    if bytes.len() <= limit as usize {
        Ok(())
    } else {
        Err(ValueError::TooLong { length: bytes.len(), limit })
    }
}

pub(super) const fn from_fill(filled: FillValue) -> Option<[u8; 16]> {
    match filled {
        FillValue::UuidValue(uuid) => Some(*uuid.as_bytes()),
        FillValue::UlidValue(ulid) => Some(ulid.to_be_bytes()),
        FillValue::Int64(_) | FillValue::Shard(_) => None,
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Column for [u8; N] {
    const TYPE: SqlType = byte_array(N);
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts =
        if N == 16 { Accepts::UUID.union(Accepts::ULID) } else { Accepts::NOTHING };

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(to_base64(&self))
    }

    fn from_wire(wire: WireValue, _: SqlType) -> Result<Self, ValueError> {
        array_from_wire(wire, "as many bytes as the field")
    }

    #[inline]
    fn from_fill(filled: FillValue) -> Option<Self> {
        from_fill(filled)?.as_slice().try_into().ok()
    }

    #[inline]
    fn key_bytes(&self) -> usize {
        N
    }

    fn hashed(&self, _: SqlType) -> HashInput<'_> {
        HashInput::Bytes(self.as_slice().into())
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> NotNull for [u8; N] {}

#[diagnostic::do_not_recommend]
impl<const N: usize> Element for [u8; N] {
    const ARRAY_OF: SqlType = byte_array(N).array();
}

/// The DDL refuses lengths that no column has; here a huge array must only not wrap round to a
/// small one.
const fn byte_array(length: usize) -> SqlType {
    #[expect(clippy::cast_possible_truncation, reason = "checked in the condition")]
    SqlType::bytes(if length > u32::MAX as usize { u32::MAX } else { length as u32 })
}

#[cfg(feature = "bytes")]
#[diagnostic::do_not_recommend]
impl Column for bytes::Bytes {
    const TYPE: SqlType = SqlType::BYTES;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::TEXT_OR_BYTES;

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(to_base64(&self))
    }

    fn from_wire(wire: WireValue, _: SqlType) -> Result<Self, ValueError> {
        from_wire(wire).map(Self::from)
    }

    #[inline]
    fn check(&self, ty: SqlType, _: crate::value::ValueContext) -> Result<(), ValueError> {
        check(self, ty)
    }

    #[inline]
    fn from_fill(filled: FillValue) -> Option<Self> {
        from_fill(filled).map(|bytes| Self::copy_from_slice(&bytes))
    }

    #[inline]
    fn key_bytes(&self) -> usize {
        self.len()
    }

    fn hashed(&self, _: SqlType) -> HashInput<'_> {
        HashInput::Bytes(self.as_ref().into())
    }
}

super::one_value! {
    #[cfg(feature = "bytes")]
    bytes::Bytes: SqlType::BYTES;
}

#[cfg(test)]
mod tests {
    use super::{from_base64, to_base64};

    #[test]
    fn base64_as_its_rfc_has_it() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(to_base64(bytes.as_bytes()), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(to_base64(&[0xfb, 0xff, 0xbf]), "+/+/");
        for wrong in ["Z", "Zm9vZ", "Zg===", "Z*==", "Zm9*", "Z=9v", "Zm8\u{f8}", "Zm9v\n"] {
            assert_eq!(from_base64(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn bytes_of_any_length_come_back() {
        for length in 0..=100_u8 {
            let bytes: Vec<u8> =
                (0..length).map(|at| at.wrapping_mul(37).wrapping_add(length)).collect();
            assert_eq!(from_base64(&to_base64(&bytes)), Some(bytes));
        }
    }
}
