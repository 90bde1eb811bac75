//! `String`, and the ids that are text or bytes: `Uuid` and `Ulid`.

use uuid::Uuid;

use super::ops::Reads;
use super::{Accepts, Column, FillValue, never_null, one_value, parsed};
use crate::base64::to_base64;
use crate::keys::{HashInput, ulid_text};
use crate::schema::limits::TEXT_LENGTH;
use crate::schema::{Arrival, Scalar, SqlType};
use crate::value::{Lent, ValueContext, ValueError, WireValue};

#[diagnostic::do_not_recommend]
impl Column for String {
    never_null!(SqlType::TEXT, Arrival::Natural, Accepts::TEXT_OR_BYTES);

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(self)
    }

    fn from_wire(wire: WireValue, ty: SqlType) -> Result<Self, ValueError> {
        let text = wire.into_text("text")?;
        if matches!(ty.scalar, Scalar::Binary) {
            // Base64, which is not what the author meant.
            return Err(ValueError::WrongKind { expected: "text", found: "bytes" });
        }
        Ok(text)
    }

    const READS: Reads = Reads::Either;

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        match wire {
            Lent::Text(text) if !matches!(ty.scalar, Scalar::Binary) => Ok(text.to_owned()),
            other => Self::from_wire(other.to_wire(), ty),
        }
    }

    #[inline]
    fn check(&self, ty: SqlType, _: ValueContext) -> Result<(), ValueError> {
        check_text(self, ty)
    }

    #[inline]
    fn from_fill(filled: FillValue) -> Option<Self> {
        match filled {
            FillValue::UuidValue(uuid) => Some(uuid_text(uuid)),
            FillValue::UlidValue(ulid) => Some(ulid_text(ulid)),
            FillValue::Int64(_) | FillValue::Shard(_) => None,
        }
    }

    #[inline]
    fn value_bytes(&self, _: SqlType) -> usize {
        self.len()
    }

    fn hashed(&self, _: SqlType) -> HashInput<'_> {
        HashInput::Text(self.as_str().into())
    }
}

/// Lengths are in code points. There are at most as many as bytes, so most texts need no counting.
#[inline]
pub(crate) fn check_text(text: &str, ty: SqlType) -> Result<(), ValueError> {
    let limit = ty.length.unwrap_or(TEXT_LENGTH);
    if text.len() <= limit as usize {
        return Ok(());
    }
    let length = text.chars().count();
    if length <= limit as usize { Ok(()) } else { Err(ValueError::TooLong { length, limit }) }
}

/// Lower case with hyphens. Spanner compares the text, so there must be only one spelling.
#[inline]
fn uuid_text(uuid: Uuid) -> String {
    uuid.as_hyphenated().encode_lower(&mut Uuid::encode_buffer()).to_owned()
}

/// Whether the text of a UUID has a letter in upper case: one with the bit of letters, and without
/// the one of lower case. All at once, because a branch for each takes as long as the parser.
const fn has_upper_case(letters: &[u8; 36]) -> bool {
    let (mut at, mut found) = (0, 0);
    while at < letters.len() {
        found |= letters[at] & !(letters[at] << 1);
        at += 1;
    }
    found & 0x40 != 0
}

#[diagnostic::do_not_recommend]
impl Column for Uuid {
    never_null!(
        SqlType::text(36),
        Arrival::SuppliedUuid,
        Accepts::UUID
            .union(Accepts::TEXT_STORAGE)
            .union(Accepts::BYTES_STORAGE)
            .union(Accepts::NATIVE_STORAGE)
    );

    #[inline]
    fn into_wire(self, ty: SqlType) -> WireValue {
        match ty.scalar {
            Scalar::Binary => WireValue::Text(to_base64(self.as_bytes())),
            _ => WireValue::Text(uuid_text(self)),
        }
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        if ty.scalar == Scalar::Binary {
            return super::bytes::array_from_lent(wire, ty, "16 bytes").map(Self::from_bytes);
        }
        let text = wire.text("a UUID")?;
        // To the database, another spelling is another key: the row could not be found with the
        // parsed value.
        match (Self::try_parse(text), text.as_bytes().try_into()) {
            (Ok(uuid), Ok(letters)) if !has_upper_case(letters) => Ok(uuid),
            _ => Err(ValueError::malformed("a UUID in lower case with hyphens", text)),
        }
    }

    #[inline]
    fn from_fill(filled: FillValue) -> Option<Self> {
        match filled {
            FillValue::UuidValue(uuid) => Some(uuid),
            _ => None,
        }
    }

    #[inline]
    fn supplied_uuid(&self) -> Option<Uuid> {
        Some(*self)
    }

    #[inline]
    fn value_bytes(&self, ty: SqlType) -> usize {
        if ty.scalar == Scalar::Text { 36 } else { 16 }
    }

    fn hashed(&self, ty: SqlType) -> HashInput<'_> {
        match ty.scalar {
            Scalar::Binary => HashInput::Bytes(self.as_bytes().as_slice().into()),
            _ => HashInput::Text(uuid_text(*self).into()),
        }
    }
}

one_value! {
    String: SqlType::TEXT;
    Uuid: SqlType::text(36);
    #[cfg(feature = "ulid")]
    ulid::Ulid: SqlType::text(26);
}

#[cfg(feature = "ulid")]
#[diagnostic::do_not_recommend]
impl Column for ulid::Ulid {
    never_null!(
        SqlType::text(26),
        Arrival::TimeOrdered,
        Accepts::ULID.union(Accepts::TEXT_STORAGE).union(Accepts::BYTES_STORAGE)
    );

    #[inline]
    fn into_wire(self, ty: SqlType) -> WireValue {
        match ty.scalar {
            Scalar::Binary => WireValue::Text(to_base64(&self.to_bytes())),
            _ => WireValue::Text(ulid_text(self.0)),
        }
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        if ty.scalar == Scalar::Binary {
            return super::bytes::array_from_lent(wire, ty, "16 bytes").map(Self::from_bytes);
        }
        let text = wire.text("a ULID")?;
        match Self::from_string(text) {
            Ok(ulid) if ulid.array_to_str(&mut [0; ulid::ULID_LEN]) == text => Ok(ulid),
            _ => Err(ValueError::malformed("a ULID in upper case", text)),
        }
    }

    #[inline]
    fn from_fill(filled: FillValue) -> Option<Self> {
        match filled {
            FillValue::UlidValue(ulid) => Some(Self(ulid)),
            _ => None,
        }
    }

    #[inline]
    fn value_bytes(&self, ty: SqlType) -> usize {
        if ty.scalar == Scalar::Text { 26 } else { 16 }
    }

    fn hashed(&self, ty: SqlType) -> HashInput<'_> {
        match ty.scalar {
            Scalar::Binary => HashInput::Bytes(self.to_bytes().to_vec().into()),
            _ => HashInput::Text(ulid_text(self.0).into()),
        }
    }
}
