//! Which Rust types are columns, and what is known of each: its SQL type, and how its values arrive over time.
//!
//! A type is judged by its impl of [`Column`], never by its name, so aliases and newtypes are seen through.

use crate::keys::Hashed;
use crate::schema::{Arrival, Scalar, SqlType};

/// A Rust type that is a column of a Spanner table.
///
/// Implemented for the types listed in the crate's documentation. Make your own with
/// [`derive(SpannerColumn)`](derive@crate::SpannerColumn), on a newtype or on an enum of unit variants:
///
/// ```
/// use spanner_keys::{Column, SpannerColumn, Uuid, schema::{Arrival, SqlType}};
///
/// #[derive(SpannerColumn)]
/// struct CustomerId(Uuid);
///
/// #[derive(SpannerColumn)]
/// enum Status { Open, Closed }
///
/// assert_eq!(CustomerId::TYPE, SqlType::text(36));
/// assert_eq!(Status::ARRIVAL, Arrival::FewValues);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Spanner column type",
    label = "no column type of Spanner holds this",
    note = "columns are `bool`, `i8` to `i64`, `u8` to `u32`, `f32`, `f64`, `String`, `Vec<u8>`, `[u8; N]`, `Uuid`, `SystemTime`, and `Option` or `Vec` of one of them",
    note = "types of chrono, time, jiff, rust_decimal, bigdecimal, serde_json, ulid, and bytes need the feature of that name",
    note = "for a type of your own, put `#[derive(SpannerColumn)]` on a newtype or an enum of unit variants"
)]
pub trait Column: Sized {
    /// The column's type in the database, before `length` and `storage` change it.
    const TYPE: SqlType;
    /// Whether the column takes NULL.
    const NULLABLE: bool;
    /// How the values arrive over time.
    const ARRIVAL: Arrival;
    /// What the type can be asked to do.
    const ACCEPTS: Accepts;
    /// What a shard hashes of the value when it is stored as `ty`: the same bytes as in SQL.
    ///
    /// ```
    /// use spanner_keys::{Column, keys::Hashed, schema::SqlType};
    ///
    /// assert_eq!((-5_i64).hashed(SqlType::INT64), Hashed::Text("-5".into()));
    /// assert_eq!(0.5_f64.hashed(SqlType::FLOAT64), Hashed::Never);
    /// ```
    fn hashed(&self, ty: SqlType) -> Hashed<'_> {
        let _ = ty;
        Hashed::Never
    }
    /// The four facts in one: generated code names the type once, so that a type that is no column is one error.
    #[doc(hidden)]
    const SPEC: ColumnSpec =
        ColumnSpec { ty: Self::TYPE, nullable: Self::NULLABLE, arrival: Self::ARRIVAL, accepts: Self::ACCEPTS, stand_in: false };
}

/// A column type that is never NULL, so that `Option` of it has a meaning.
#[diagnostic::on_unimplemented(message = "`{Self}` may already be NULL, so `Option` of it means nothing")]
pub trait NotNull: Column {}

/// A column type that can stand in an array.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be an element of an array column")]
pub trait Element {
    /// The type of an array of such elements; for `u8` it is BYTES.
    const ARRAY_OF: SqlType;
    /// Whether the type stands in for one whose attributes have errors.
    #[doc(hidden)]
    const STAND_IN: bool = false;
    /// What a shard hashes of all elements together: arrays are never hashed, a byte string is.
    #[doc(hidden)]
    fn hashed_all(all: &[Self]) -> Hashed<'_>
    where
        Self: Sized,
    {
        let _ = all;
        Hashed::Never
    }
}

/// All that generated code asks of a column type.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ColumnSpec {
    pub ty: SqlType,
    pub nullable: bool,
    pub arrival: Arrival,
    pub accepts: Accepts,
    pub stand_in: bool,
}

/// A set of things that a column type can be asked to do.
///
/// ```
/// use spanner_keys::{Column, column::Accepts};
///
/// assert!(String::ACCEPTS.all(Accepts::LENGTH));
/// assert!(!i64::ACCEPTS.all(Accepts::LENGTH));
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

    /// What text and byte strings accept.
    const TEXT_OR_BYTES: Self = Self::LENGTH.and(Self::UUID).and(Self::ULID);
    /// What `Option` takes away: a filled column is never NULL.
    const FILLS: Self = Self::UUID.and(Self::ULID).and(Self::INT64).and(Self::SHARD);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether everything in `other` is in this set.
    #[must_use]
    pub const fn all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Writes the impls of a type that is one value: a column, never NULL, and an array element.
///
/// `do_not_recommend` keeps the compiler from listing our impls in a user's error.
macro_rules! column {
    ($($(#[$cfg:meta])* $type:ty: $sql:expr, $arrival:ident, $accepts:expr, $hashed:expr;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl Column for $type {
            const TYPE: SqlType = $sql;
            const NULLABLE: bool = false;
            const ARRIVAL: Arrival = Arrival::$arrival;
            const ACCEPTS: Accepts = $accepts;

            fn hashed(&self, ty: SqlType) -> Hashed<'_> {
                let hashed: fn(&Self, SqlType) -> Hashed<'_> = $hashed;
                hashed(self, ty)
            }
        }
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl NotNull for $type {}
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl Element for $type {
            const ARRAY_OF: SqlType = $sql.array();
        }
    )*};
}

column! {
    bool: SqlType::BOOL, FewValues, Accepts::NOTHING, |value, _| text(value);
    i8: SqlType::INT64, Counter, Accepts::NOTHING, |value, _| text(value);
    i16: SqlType::INT64, Counter, Accepts::SHARD, |value, _| text(value);
    i32: SqlType::INT64, Counter, Accepts::SHARD, |value, _| text(value);
    i64: SqlType::INT64, Counter, Accepts::SHARD.and(Accepts::INT64), |value, _| text(value);
    u16: SqlType::INT64, Counter, Accepts::SHARD, |value, _| text(value);
    u32: SqlType::INT64, Counter, Accepts::SHARD, |value, _| text(value);
    f32: SqlType::FLOAT32, Natural, Accepts::NOTHING, |_, _| Hashed::Never;
    f64: SqlType::FLOAT64, Natural, Accepts::NOTHING, |_, _| Hashed::Never;
    String: SqlType::TEXT, Natural, Accepts::TEXT_OR_BYTES, |value, _| Hashed::Text(value.as_str().into());
    uuid::Uuid: SqlType::text(36), SuppliedUuid,
        Accepts::UUID.and(Accepts::TEXT_STORAGE).and(Accepts::BYTES_STORAGE).and(Accepts::NATIVE_STORAGE),
        |value, ty| match ty.scalar {
            Scalar::Binary => Hashed::Bytes(value.as_bytes().as_slice().into()),
            _ => text(value.as_hyphenated()),
        };
    std::time::SystemTime: SqlType::TIMESTAMP, Clock, Accepts::NOTHING, |value, _| text(&system_time_micros(*value));

    #[cfg(feature = "bytes")]
    bytes::Bytes: SqlType::BYTES, Natural, Accepts::TEXT_OR_BYTES, |value, _| Hashed::Bytes(value.as_ref().into());
    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::Utc>: SqlType::TIMESTAMP, Clock, Accepts::NOTHING, |value, _| text(&value.timestamp_micros());
    #[cfg(feature = "chrono")]
    chrono::NaiveDate: SqlType::DATE, Clock, Accepts::NOTHING, |value, _| text(value);
    #[cfg(feature = "time")]
    time::OffsetDateTime: SqlType::TIMESTAMP, Clock, Accepts::NOTHING,
        |value, _| text(&value.unix_timestamp_nanos().div_euclid(1000));
    #[cfg(feature = "time")]
    time::UtcDateTime: SqlType::TIMESTAMP, Clock, Accepts::NOTHING,
        |value, _| text(&value.unix_timestamp_nanos().div_euclid(1000));
    #[cfg(feature = "time")]
    time::Date: SqlType::DATE, Clock, Accepts::NOTHING,
        |value, _| Hashed::Text(format!("{:04}-{:02}-{:02}", value.year(), u8::from(value.month()), value.day()).into());
    #[cfg(feature = "jiff")]
    jiff::Timestamp: SqlType::TIMESTAMP, Clock, Accepts::NOTHING, |value, _| text(&value.as_nanosecond().div_euclid(1000));
    #[cfg(feature = "jiff")]
    jiff::civil::Date: SqlType::DATE, Clock, Accepts::NOTHING, |value, _| text(value);
    #[cfg(feature = "rust_decimal")]
    rust_decimal::Decimal: SqlType::NUMERIC, Natural, Accepts::NOTHING,
        |value, _| if value.is_zero() { text(&0) } else { text(&value.normalize()) };
    #[cfg(feature = "bigdecimal")]
    bigdecimal::BigDecimal: SqlType::NUMERIC, Natural, Accepts::NOTHING,
        |value, _| Hashed::Text(value.normalized().to_plain_string().into());
    #[cfg(feature = "serde_json")]
    serde_json::Value: SqlType::JSON, Natural, Accepts::NOTHING, |_, _| Hashed::Never;
    #[cfg(feature = "ulid")]
    ulid::Ulid: SqlType::text(26), TimeOrdered,
        Accepts::ULID.and(Accepts::TEXT_STORAGE).and(Accepts::BYTES_STORAGE),
        |value, ty| match ty.scalar {
            Scalar::Binary => Hashed::Bytes(value.to_bytes().to_vec().into()),
            _ => text(value),
        };
}

fn text(value: &impl std::fmt::Display) -> Hashed<'static> {
    Hashed::Text(value.to_string().into())
}

/// Microseconds since 1970, rounded down as SQL does, also before 1970.
fn system_time_micros(time: std::time::SystemTime) -> i128 {
    let nanos = |duration: std::time::Duration| duration.as_nanos().cast_signed();
    let since = time.duration_since(std::time::UNIX_EPOCH).map_or_else(|before| -nanos(before.duration()), nanos);
    since.div_euclid(1000)
}

// A lone `u8` is a number, a `Vec` of it is a byte string: `Element` is where the two part ways.
#[diagnostic::do_not_recommend]
impl Column for u8 {
    const TYPE: SqlType = SqlType::INT64;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Counter;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn hashed(&self, _: SqlType) -> Hashed<'_> {
        text(self)
    }
}

#[diagnostic::do_not_recommend]
impl NotNull for u8 {}

#[diagnostic::do_not_recommend]
impl Element for u8 {
    const ARRAY_OF: SqlType = SqlType::BYTES;

    fn hashed_all(all: &[Self]) -> Hashed<'_> {
        Hashed::Bytes(all.into())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element> Column for Vec<T> {
    const TYPE: SqlType = T::ARRAY_OF;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = match T::ARRAY_OF {
        // Text and bytes keep their length inside an array; only plain bytes can hold a key.
        SqlType { array: false, .. } => Accepts::TEXT_OR_BYTES,
        SqlType { scalar: Scalar::Text | Scalar::Binary, length: None, .. } => Accepts::LENGTH,
        SqlType { .. } => Accepts::NOTHING,
    };
    const SPEC: ColumnSpec =
        ColumnSpec { ty: Self::TYPE, nullable: false, arrival: Self::ARRIVAL, accepts: Self::ACCEPTS, stand_in: T::STAND_IN };

    fn hashed(&self, _: SqlType) -> Hashed<'_> {
        T::hashed_all(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element> NotNull for Vec<T> {}

#[diagnostic::do_not_recommend]
impl Element for Vec<u8> {
    const ARRAY_OF: SqlType = SqlType::BYTES.array();
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Column for [u8; N] {
    const TYPE: SqlType = byte_array(N);
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = if N == 16 { Accepts::UUID.and(Accepts::ULID) } else { Accepts::NOTHING };

    fn hashed(&self, _: SqlType) -> Hashed<'_> {
        Hashed::Bytes(self.as_slice().into())
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> NotNull for [u8; N] {}

#[diagnostic::do_not_recommend]
impl<const N: usize> Element for [u8; N] {
    const ARRAY_OF: SqlType = byte_array(N).array();
}

/// The DDL refuses lengths that no column has; here a huge array must only not wrap round to a small one.
const fn byte_array(length: usize) -> SqlType {
    #[expect(clippy::cast_possible_truncation, reason = "checked in the condition")]
    SqlType::bytes(if length > u32::MAX as usize { u32::MAX } else { length as u32 })
}

#[diagnostic::do_not_recommend]
impl<T: NotNull> Column for Option<T> {
    const TYPE: SqlType = T::TYPE;
    const NULLABLE: bool = true;
    const ARRIVAL: Arrival = T::ARRIVAL;
    const ACCEPTS: Accepts = T::ACCEPTS.without(Accepts::FILLS);
    const SPEC: ColumnSpec = ColumnSpec { nullable: true, accepts: Self::ACCEPTS, ..T::SPEC };
}

// NULLs inside an array. The element's own type counts: `Vec<Option<u8>>` is an array of numbers, for bytes hold no NULL.
#[diagnostic::do_not_recommend]
impl<T: Element + NotNull> Element for Option<T> {
    const ARRAY_OF: SqlType = T::TYPE.array();
    const STAND_IN: bool = T::STAND_IN;
}
