//! Rule [`FillType`](Rule::FillType): a column's type holds what fills the column, and has a length
//! and a vector length that Spanner allows. Rule [`Counter`](Rule::Counter): the options of sequences.

#![allow(clippy::must_use_candidate, reason = "generated code always uses the result")]

use super::Rule;
use super::message::{Fault, Message, say, speak};
use crate::schema::draft::Storage;
use crate::schema::facts::{any, id_length};
use crate::schema::limits::{BYTES_LENGTH, TEXT_LENGTH};
use crate::schema::spec::{Accepts, ColumnSpec, STAND_IN_SPEC};
use crate::schema::{
    ColumnDef, ColumnExtra, CounterOptions, Fill, Scalar, SqlType, StoredValue, TableDef, UuidHalf,
};

/// What is wrong with the type, the length or the fill of one column.
pub(crate) const fn fault<'a>(table: &TableDef<'a>, at: usize) -> Option<Fault<'a>> {
    let column = &table.columns[at];
    if column.stand_in {
        return None;
    }
    match length_fault(table, column) {
        None => match vector_fault(table, column) {
            None => match fill_fault(table, at) {
                Some((problem, help)) => {
                    Some(column_fault(Rule::FillType, table, column, problem, help))
                }
                None => match table.fill(at) {
                    Fill::Sequence(sequence) => counter_fault(table, column, sequence.options),
                    Fill::Identity(options) => counter_fault(table, column, options),
                    _ => None,
                },
            },
            fault => fault,
        },
        fault => fault,
    }
}

/// `` `Total` of `Orders` has … ``
pub(super) const fn column_fault<'a>(
    rule: Rule,
    table: &TableDef<'a>,
    column: &ColumnDef<'a>,
    problem: &str,
    help: &str,
) -> Fault<'a> {
    let message = say!({column.name} " of " {table.name} " ");
    Fault::new(
        rule,
        say!(
            message; {text problem}
            help {text help}
        ),
    )
    .column(column.name)
}

const fn length_fault<'a>(table: &TableDef<'a>, column: &ColumnDef<'a>) -> Option<Fault<'a>> {
    if column.ty.length.is_some() && allowed_length(column.ty.scalar).is_none() {
        let (problem, help) = ("has a length, but is not text or bytes", "remove the length");
        return Some(column_fault(Rule::FillType, table, column, problem, help));
    }
    let Some(outside) = length_outside_range(column.ty) else { return None };
    let subject = say!({column.name} " of " {table.name});
    Some(range_fault(subject, outside).column(column.name))
}

/// A length that Spanner does not allow, of what the message begins with, and the longest.
const fn range_fault<'a>(subject: Message, (length, limit): (u32, u32)) -> Fault<'a> {
    let message = say!(
        subject; " has the length " {number length as usize} ", but Spanner allows 1 to "
        {number limit as usize}
        help "choose a length in that range"
    );
    Fault::new(Rule::FillType, message).exceeds(length as usize, limit as usize)
}

/// A length that Spanner does not allow, and the longest.
const fn length_outside_range(ty: SqlType) -> Option<(u32, u32)> {
    let Some(length) = ty.length else { return None };
    match allowed_length(ty.scalar) {
        Some(limit) if length < 1 || length > limit => Some((length, limit)),
        _ => None,
    }
}

/// Rejects a vector length on anything but an array of floats. A type that has no [`Scalar`] may
/// accept one.
const fn vector_fault<'a>(table: &TableDef<'a>, column: &ColumnDef<'a>) -> Option<Fault<'a>> {
    match column.extra {
        Some(ColumnExtra { vector_length: Some(_), sql_type: None, .. })
            if !is_vector(column.ty) =>
        {
            let problem = "has a vector length, but is not an array of floats";
            let help = "remove the vector length, or make it an ARRAY<FLOAT32> or ARRAY<FLOAT64>";
            Some(column_fault(Rule::FillType, table, column, problem, help))
        }
        _ => None,
    }
}

const fn is_vector(ty: SqlType) -> bool {
    ty.array && matches!(ty.scalar, Scalar::Float32 | Scalar::Float64)
}

/// Whether the type of a column cannot hold what fills it.
pub(super) const fn does_not_fit(table: &TableDef<'_>, at: usize) -> bool {
    fill_fault(table, at).is_some()
}

/// Why the column cannot hold the value that fills it, and the fix.
const fn fill_fault(table: &TableDef<'_>, at: usize) -> Option<(&'static str, &'static str)> {
    let column = &table.columns[at];
    let fill = table.fill(at);
    let number = matches!(column.ty.scalar, Scalar::Int64) && !column.ty.array;
    if column.commit_timestamp {
        if column.ty.array || !matches!(column.ty.scalar, Scalar::UtcTimestamp) {
            return Some((
                "holds commit timestamps, but is not a TIMESTAMP",
                "make it a timestamp, or remove `commit_timestamp`",
            ));
        }
        if !matches!(fill, Fill::Supplied) {
            return Some((
                "holds commit timestamps, but is filled in another way too",
                "keep one of the two",
            ));
        }
    }
    if let Some(fault) = values_fault(column) {
        return Some(fault);
    }
    match fill {
        Fill::UuidV4 | Fill::UuidV7 if !holds_id(column) => Some((
            "cannot hold a UUID",
            "use text of at least 36 characters, at least 16 bytes, or the type UUID",
        )),
        Fill::UlidKey if !holds_id(column) => {
            Some(("cannot hold a ULID", "use text of at least 26 characters, or at least 16 bytes"))
        }
        Fill::UuidHalf(_)
        | Fill::Random
        | Fill::BitReversed
        | Fill::Sequence(_)
        | Fill::Identity(_)
            if !number =>
        {
            Some(("is filled with numbers, but is not an INT64", "make it an INT64"))
        }
        Fill::UuidHalf(_) if !has_both_halves(table, at) => Some((
            "is one half of a UUID, but the key does not hold both halves once",
            "make two parts of the key the high and the low half",
        )),
        // The database can leave NULL in other columns that it fills.
        Fill::Shard(_) if column.nullable => {
            Some(("is a shard number, but nullable", "make it NOT NULL: remove the `Option`"))
        }
        Fill::Shard(_) if !number => {
            Some(("is a shard number, but is not an INT64", "make it an INT64"))
        }
        _ => None,
    }
}

/// Why the values of the column cannot be checked, and the fix.
const fn values_fault(column: &ColumnDef<'_>) -> Option<(&'static str, &'static str)> {
    match column.extra {
        Some(extra) if extra.check_values => {
            if column.variants.is_empty() {
                return Some((
                    "checks its values, but has no variants",
                    "list the variants, or remove `check_values`",
                ));
            }
            if column.ty.array {
                return Some(("checks its values, but is an array", "remove `check_values`"));
            }
            if extra.sql_type.is_some() || !all_fit(column) {
                return Some((
                    "checks values that its type does not hold",
                    "store texts in a text and numbers in an INT64, or remove `check_values`",
                ));
            }
            None
        }
        _ => None,
    }
}

/// Whether the column can hold the values of its variants.
const fn all_fit(column: &ColumnDef<'_>) -> bool {
    !any!(
        at < column.variants.len(),
        !matches!(
            (column.variants[at].value, column.ty.scalar),
            (StoredValue::Name(_), Scalar::Text) | (StoredValue::Number(_), Scalar::Int64)
        )
    )
}

/// Whether `check_values` finds the values of the type.
pub const fn has_values(spec: ColumnSpec) -> bool {
    spec.stand_in || !spec.variants.is_empty()
}

/// Whether a type with known values holds one of them, and not an array.
pub const fn has_one_value(spec: ColumnSpec) -> bool {
    spec.stand_in || spec.variants.is_empty() || !spec.ty.array
}

/// Whether the key of the table itself has the column, and each half once.
const fn has_both_halves(table: &TableDef<'_>, at: usize) -> bool {
    let (mut high, mut low, mut part) = (0, 0, 0);
    while part < table.key.len() {
        match table.fill(table.key[part].column) {
            Fill::UuidHalf(UuidHalf::High) => high += 1,
            Fill::UuidHalf(UuidHalf::Low) => low += 1,
            _ => {}
        }
        part += 1;
    }
    table.key_position(at).is_some() && high == 1 && low == 1
}

/// Whether a type can hold the ids that fill it.
const fn holds_id(column: &ColumnDef<'_>) -> bool {
    let native = matches!(column.fill, Fill::UuidV4 | Fill::UuidV7);
    !column.ty.array
        && holds_its_id(column)
        && match column.ty.scalar {
            Scalar::Text | Scalar::Binary => true,
            Scalar::NativeUuid => native,
            _ => false,
        }
}

const fn counter_fault<'a>(
    table: &TableDef<'a>,
    column: &ColumnDef<'a>,
    options: CounterOptions,
) -> Option<Fault<'a>> {
    let (problem, help) = match (options.skip_range, options.start_counter) {
        (Some((min, max)), _) if min > max => {
            ("skips a range that ends before it starts", "write the smaller number first")
        }
        (Some((_, max)), _) if max < 1 => (
            "skips a range without a positive number, but counters are positive",
            "end the range at 1 or later",
        ),
        (_, Some(start)) if start <= 0 => ("starts its counter below 1", "start at 1 or later"),
        _ => return None,
    };
    Some(column_fault(Rule::Counter, table, column, problem, help))
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
    is_long_enough(column.ty, column.fill)
}

const fn is_long_enough(ty: SqlType, fill: Fill<'_>) -> bool {
    match (ty.length, id_length(fill, ty.scalar)) {
        (Some(length), Some(needed)) => length >= needed,
        _ => true,
    }
}

/// Whether a strategy that generates 63-bit integers can fill the column.
pub const fn holds_int64(spec: ColumnSpec) -> bool {
    spec.stand_in || spec.accepts.contains(Accepts::INT64)
}

/// Whether the column can hold the number of each of so many shards.
pub const fn holds_shard(spec: ColumnSpec, count: u16) -> bool {
    spec.stand_in
        || spec.accepts.contains(Accepts::SHARD)
        || (count <= 128 && spec.accepts.contains(Accepts::SHARD_BELOW_128))
        || (count <= 256 && spec.accepts.contains(Accepts::SHARD_BELOW_256))
}

/// Rejects a type with a length that Spanner does not allow, such as `[u8; 0]`; returns `false` otherwise.
#[track_caller]
#[must_use]
pub const fn check_length(table: &str, column: &str, spec: ColumnSpec) -> bool {
    if !spec.stand_in && !has_usual_length(spec.ty) {
        speak!(length_fault(&TableDef::new(table, &[]), &ColumnDef::new(column, spec.ty)));
    }
    false
}

/// Whether nothing can be wrong with the length: less to evaluate while the user's crate compiles.
const fn has_usual_length(ty: SqlType) -> bool {
    match (ty.length, ty.scalar) {
        (None, _) => true,
        (Some(length), Scalar::Text | Scalar::Binary) => 0 < length && length < TEXT_LENGTH,
        _ => false,
    }
}

/// The same for the inner type of a newtype.
#[track_caller]
pub const fn check_inner(name: &str, spec: ColumnSpec) {
    if !spec.stand_in
        && let Some(outside) = length_outside_range(spec.ty)
    {
        speak!(Some(range_fault(say!({ name }), outside)));
    }
}

/// Rejects a length on a newtype of anything but text and bytes.
#[track_caller]
pub const fn check_limit(name: &str, spec: ColumnSpec, length: u32) {
    if !takes_length(spec, length) {
        let message = say!(
            {name} " cannot have this length"
            note "only text (up to " {number TEXT_LENGTH as usize} " characters) and bytes (up to "
            {number BYTES_LENGTH as usize} ") without a fixed size accept a length"
            help "remove " {"length"}
        );
        speak!(Some(Fault::new(Rule::FillType, message)));
    }
}

/// The properties of a newtype with a length, which no field changes. [`check_limit`] reports a
/// length that does not fit.
pub const fn limited(spec: ColumnSpec, length: u32) -> ColumnSpec {
    if spec.stand_in || !takes_length(spec, length) {
        return STAND_IN_SPEC;
    }
    let (ty, mut accepts) = (spec.ty.with_length(length), spec.accepts.difference(Accepts::LENGTH));
    if !is_long_enough(ty, Fill::UuidV4) {
        accepts = accepts.difference(Accepts::UUID);
    }
    if !is_long_enough(ty, Fill::UlidKey) {
        accepts = accepts.difference(Accepts::ULID);
    }
    ColumnSpec { ty, accepts, ..spec }
}

/// The properties of a newtype. [`check_inner`] reports a wrong length, so the tables that use it do
/// not.
pub const fn sound(spec: ColumnSpec) -> ColumnSpec {
    if length_outside_range(spec.ty).is_some() { STAND_IN_SPEC } else { spec }
}

const fn allowed_length(scalar: Scalar) -> Option<u32> {
    match scalar {
        Scalar::Text => Some(TEXT_LENGTH),
        Scalar::Binary => Some(BYTES_LENGTH),
        _ => None,
    }
}

/// Whether the column holds a point in time.
pub const fn holds_timestamp(spec: ColumnSpec) -> bool {
    spec.stand_in || (matches!(spec.ty.scalar, Scalar::UtcTimestamp) && !spec.ty.array)
}

/// Whether an attribute may give the column this length.
pub const fn takes_length(spec: ColumnSpec, length: u32) -> bool {
    let longest = if matches!(spec.ty.scalar, Scalar::Text) { TEXT_LENGTH } else { BYTES_LENGTH };
    spec.stand_in || (spec.accepts.contains(Accepts::LENGTH) && length <= longest)
}

/// Whether an attribute may give the column a vector length.
pub const fn takes_vector_length(spec: ColumnSpec) -> bool {
    spec.stand_in || is_vector(spec.ty)
}

/// Whether an attribute may choose how the column is stored.
pub const fn takes_storage(spec: ColumnSpec, storage: Storage) -> bool {
    if spec.stand_in {
        return true;
    }
    match storage {
        // The default storage may be stated.
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
