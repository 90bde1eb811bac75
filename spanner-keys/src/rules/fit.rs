//! Rules about one column: does its type fit what the words ask of it.

#![allow(clippy::must_use_candidate, reason = "generated code asks, and always uses the answer")]

use crate::schema::draft::Storage;
use crate::schema::spec::{Accepts, ColumnSpec};
use crate::schema::{ColumnDef, Fill, Scalar, SqlType};

/// Spanner's limit on the characters of a text column.
const LONGEST_TEXT: u32 = 2_621_440;
/// Spanner's limit on the bytes of a bytes column.
const LONGEST_BYTES: u32 = 10_485_760;

/// FLOAT32, JSON and ARRAY are never part of a key or an index, in either dialect.
pub(crate) const fn fits_key(ty: SqlType) -> bool {
    !ty.array && !matches!(ty.scalar, Scalar::Float32 | Scalar::JsonDocument)
}

/// Whether `uuid` and `uuid_v7` can fill the column.
pub const fn holds_uuid(spec: ColumnSpec) -> bool {
    spec.stand_in || spec.accepts.contains(Accepts::UUID)
}

/// Whether `ulid` can fill the column.
pub const fn holds_ulid(spec: ColumnSpec) -> bool {
    spec.stand_in || spec.accepts.contains(Accepts::ULID)
}

/// Whether the column is long enough for the ids that it is filled with.
pub const fn holds_its_id(column: &ColumnDef<'_>) -> bool {
    let needed = match (column.ty.scalar, column.fill) {
        (Scalar::Text, Fill::UlidKey) => 26,
        (Scalar::Text, Fill::UuidV4 | Fill::UuidV7) => 36,
        (Scalar::Binary, _) => 16,
        _ => 0,
    };
    match column.ty.length {
        Some(length) => length >= needed,
        None => true,
    }
}

/// Whether a strategy that gives numbers of 63 bits can fill the column.
pub const fn holds_int64(spec: ColumnSpec) -> bool {
    spec.stand_in || spec.accepts.contains(Accepts::INT64)
}

/// Whether the column can hold a shard number.
pub const fn holds_shard(spec: ColumnSpec) -> bool {
    spec.stand_in || spec.accepts.contains(Accepts::SHARD)
}

/// Whether the column holds a point in time.
pub const fn holds_timestamp(spec: ColumnSpec) -> bool {
    spec.stand_in || (matches!(spec.ty.scalar, Scalar::UtcTimestamp) && !spec.ty.array)
}

/// Whether the words may give the column this length.
pub const fn takes_length(spec: ColumnSpec, length: u32) -> bool {
    let longest = if matches!(spec.ty.scalar, Scalar::Text) { LONGEST_TEXT } else { LONGEST_BYTES };
    spec.stand_in || (spec.accepts.contains(Accepts::LENGTH) && length <= longest)
}

/// Whether the words may choose how the column is stored.
pub const fn takes_storage(spec: ColumnSpec, storage: Storage) -> bool {
    if spec.stand_in {
        return true;
    }
    match storage {
        // What is stored as text or bytes anyway may say so.
        Storage::Text => {
            spec.accepts.contains(Accepts::TEXT_STORAGE)
                || (matches!(spec.ty.scalar, Scalar::Text) && !spec.ty.array)
        }
        Storage::Bytes => {
            spec.accepts.contains(Accepts::BYTES_STORAGE)
                || (matches!(spec.ty.scalar, Scalar::Binary) && !spec.ty.array)
        }
        Storage::Native => spec.accepts.contains(Accepts::NATIVE_STORAGE),
    }
}

/// Whether SQL and Rust hash the column alike: never NULL, one exact text for each value, known
/// before the commit.
pub(crate) const fn is_hashed_alike(column: &ColumnDef<'_>) -> bool {
    !column.nullable
        && !column.ty.array
        && !column.commit_timestamp
        && !matches!(column.ty.scalar, Scalar::Float32 | Scalar::Float64 | Scalar::JsonDocument)
        && !matches!(column.fill, Fill::Generated { .. } | Fill::Shard(_))
}

/// The same, but silent about a key part that no key takes: that is said already.
pub const fn may_be_hashed(column: &ColumnDef<'_>, in_key: bool) -> bool {
    column.stand_in || is_hashed_alike(column) || (in_key && !fits_key(column.ty))
}
