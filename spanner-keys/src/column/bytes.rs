//! Byte strings. On the wire they are base64.

use super::{Accepts, Column, Element, FillValue, NotNull, never_null, parsed};
use crate::base64::{from_base64, to_base64};
use crate::keys::HashInput;
use crate::schema::limits::BYTES_LENGTH;
use crate::schema::{Arrival, Scalar, SqlType};
use crate::value::{Lent, ValueError, WireValue};

/// A value that is stored as `ty`: that of a text could be valid base64, too.
pub(super) fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Vec<u8>, ValueError> {
    let text = wire.text("bytes")?;
    if !matches!(ty.scalar, Scalar::Binary) {
        return Err(wire.unexpected("bytes"));
    }
    from_base64(text).ok_or_else(|| ValueError::malformed("bytes in base64", text))
}

pub(super) fn array_from_lent<const N: usize>(
    wire: Lent<'_>,
    ty: SqlType,
    expected: &'static str,
) -> Result<[u8; N], ValueError> {
    let bytes = from_lent(wire, ty)?;
    bytes.try_into().map_err(|bytes: Vec<u8>| {
        ValueError::malformed(expected, &format!("{} bytes", bytes.len()))
    })
}

#[inline]
pub(super) const fn check(bytes: &[u8], ty: SqlType) -> Result<(), ValueError> {
    let limit = match ty.length {
        Some(limit) => limit,
        None => BYTES_LENGTH,
    };
    check_size(bytes.len(), limit)
}

pub(super) const fn check_size(bytes: usize, limit: u32) -> Result<(), ValueError> {
    if bytes <= limit as usize { Ok(()) } else { Err(ValueError::TooManyBytes { bytes, limit }) }
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
    never_null!(
        byte_array(N),
        Arrival::Natural,
        if N == 16 { Accepts::UUID.union(Accepts::ULID) } else { Accepts::NOTHING }
    );

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(to_base64(&self))
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        array_from_lent(wire, ty, "as many bytes as the field")
    }

    #[inline]
    fn from_fill(filled: FillValue) -> Option<Self> {
        from_fill(filled)?.as_slice().try_into().ok()
    }

    #[inline]
    fn value_bytes(&self, _: SqlType) -> usize {
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

/// A rule rejects lengths above the limit. The length of a huge array must not wrap around to a
/// small one.
const fn byte_array(length: usize) -> SqlType {
    #[expect(clippy::cast_possible_truncation, reason = "checked in the condition")]
    SqlType::bytes(if length > u32::MAX as usize { u32::MAX } else { length as u32 })
}

#[cfg(feature = "bytes")]
#[diagnostic::do_not_recommend]
impl Column for bytes::Bytes {
    never_null!(SqlType::BYTES, Arrival::Natural, Accepts::TEXT_OR_BYTES);

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(to_base64(&self))
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        from_lent(wire, ty).map(Self::from)
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
    fn value_bytes(&self, _: SqlType) -> usize {
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
