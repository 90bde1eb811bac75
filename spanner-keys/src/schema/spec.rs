//! The column of a Rust type: the SQL type, whether it is nullable, how its values arrive, and
//! which attributes it accepts.

use super::{Arrival, SqlType, VariantDef};

/// The properties of a column type.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ColumnSpec {
    pub ty: SqlType,
    pub nullable: bool,
    pub arrival: Arrival,
    pub accepts: Accepts,
    pub variants: &'static [VariantDef<'static>],
    pub stand_in: bool,
}

impl ColumnSpec {
    /// Of a type that is never NULL.
    pub(crate) const fn new(ty: SqlType, arrival: Arrival, accepts: Accepts) -> Self {
        Self { ty, nullable: false, arrival, accepts, variants: &[], stand_in: false }
    }
}

/// A set of the attributes that a column type accepts.
///
/// ```
/// use spanner_keys::{Column, column::Accepts};
///
/// assert!(String::ACCEPTS.contains(Accepts::LENGTH));
/// assert!(!i64::ACCEPTS.contains(Accepts::LENGTH));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepts(u16);

impl Accepts {
    /// Nothing at all.
    pub const NOTHING: Self = Self(0);
    /// A length, as text and bytes do.
    pub const LENGTH: Self = Self(1);
    /// `storage = text`.
    pub const TEXT_STORAGE: Self = Self(1 << 1);
    /// `storage = bytes`.
    pub const BYTES_STORAGE: Self = Self(1 << 2);
    /// `storage = native`.
    pub const NATIVE_STORAGE: Self = Self(1 << 3);
    /// To be filled with a UUID.
    pub const UUID: Self = Self(1 << 4);
    /// To be filled with a ULID.
    pub const ULID: Self = Self(1 << 5);
    /// To be filled with a 64-bit number.
    pub const INT64: Self = Self(1 << 6);
    /// To be filled with a shard number.
    pub const SHARD: Self = Self(1 << 7);
    /// To be filled with a shard number below 128.
    pub const SHARD_BELOW_128: Self = Self(1 << 8);
    /// To be filled with a shard number below 256.
    pub const SHARD_BELOW_256: Self = Self(1 << 9);

    /// What text and byte strings accept.
    pub(crate) const TEXT_OR_BYTES: Self = Self::LENGTH.union(Self::UUID).union(Self::ULID);
    /// What `Option` does not accept, because a filled column is never NULL.
    pub(crate) const FILLS: Self =
        Self::UUID.union(Self::ULID).union(Self::INT64).union(Self::SHARDS);
    const SHARDS: Self = Self::SHARD.union(Self::SHARD_BELOW_128).union(Self::SHARD_BELOW_256);

    /// The union of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the elements of `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether everything in `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The SQL type of a column type whose attributes have errors.
pub const STAND_IN_TYPE: SqlType = SqlType::TEXT;

/// The properties of such a type.
pub const STAND_IN_SPEC: ColumnSpec = ColumnSpec {
    stand_in: true,
    ..ColumnSpec::new(STAND_IN_TYPE, Arrival::Natural, Accepts::NOTHING)
};
