//! You need this to make your own type a column by hand, where
//! [`derive(SpannerColumn)`](derive@crate::SpannerColumn) is not enough: which Rust types are columns,
//! the SQL type of each, and how its values arrive over time.
//!
//! The rules look at a type's impl of [`Column`], never at its name, so aliases and newtypes do not
//! hide anything.

mod bytes;
mod decimal;
mod decimal_text;
#[cfg(feature = "gcloud-spanner")]
pub(crate) mod gcloud;
mod json;
mod number;
pub(crate) mod ops;
mod option_and_vec;
mod text;
mod time;
#[doc(hidden)]
pub(crate) mod unit_enum;

#[cfg(feature = "serde_json")]
pub use json::Json;

pub use crate::schema::spec::Accepts;

use uuid::Uuid;

use ops::{ColumnOps, Reads};

use crate::keys::HashInput;
use crate::schema::limits::BYTES_LENGTH;
use crate::schema::spec::ColumnSpec;
use crate::schema::{Arrival, SqlType};
use crate::value::{Lent, ValueContext, ValueError, WireValue};

/// A Rust type that is a column of a Spanner table.
///
/// Implemented for `bool`, `i8` to `i64`, `u8` to `u32`, `f32`, `f64`, `String`, `Vec<u8>`, `[u8;
/// N]`, [`Uuid`], `SystemTime`, `Option` and `Vec` of such types, and with the feature of that name
/// for chrono's `DateTime<Utc>` and `NaiveDate`, time's `OffsetDateTime`, `UtcDateTime` and `Date`,
/// jiff's `Timestamp` and `civil::Date`, `rust_decimal::Decimal`, `bigdecimal::BigDecimal`,
/// `serde_json::Value`, `ulid::Ulid` and `bytes::Bytes`. Make your own with
/// [`derive(SpannerColumn)`](derive@crate::SpannerColumn), on a newtype or on an enum of unit
/// variants:
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
    note = "if it is your own, derive SpannerColumn for a newtype, for an enum of unit variants, or with column(json) for a serde type; or give each value of a struct its own field",
    note = "an Option of a handwritten column type requires NotNull for it, and a Vec requires Element",
    note = "types of chrono, time, jiff, rust_decimal, bigdecimal, serde_json, ulid, and bytes are columns with the feature of that name"
)]
pub trait Column: Sized {
    /// The column's type in the database, before `length` and `storage` change it.
    const TYPE: SqlType;
    /// Whether the column may be NULL.
    const NULLABLE: bool;
    /// How the values arrive over time.
    const ARRIVAL: Arrival;
    /// The attributes that the type accepts.
    const ACCEPTS: Accepts;
    /// The value in Spanner's wire format, stored as `ty`. Strings move in without a copy.
    fn into_wire(self, ty: SqlType) -> WireValue;

    /// The value from Spanner's wire format, stored as `ty`.
    ///
    /// ```
    /// use spanner_keys::{Column, schema::SqlType, value::{WireValue, ValueError}};
    ///
    /// assert_eq!(i64::from_wire(WireValue::Text("-5".into()), SqlType::INT64), Ok(-5));
    /// assert_eq!(i64::from_wire(WireValue::Null, SqlType::INT64), Err(ValueError::Null));
    /// ```
    fn from_wire(wire: WireValue, ty: SqlType) -> Result<Self, ValueError>;

    /// Whether a value may be lent to `from_lent`, so that it need not be copied first.
    #[doc(hidden)]
    const READS: Reads = Reads::Owned;

    /// The same as `from_wire`, for a value in the memory of a row. A type that does not read `Owned`
    /// values looks only at the kind of `ty`, not at its length.
    #[doc(hidden)]
    fn from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Self, ValueError> {
        Self::from_wire(wire.to_wire(), ty)
    }

    /// Rejects a value that the database would reject.
    fn check(&self, ty: SqlType, context: ValueContext) -> Result<(), ValueError> {
        let _ = (ty, context);
        Ok(())
    }

    /// Converts a generated key value, if the type [`ACCEPTS`](Self::ACCEPTS) it.
    #[must_use]
    fn from_fill(filled: FillValue) -> Option<Self> {
        let _ = filled;
        None
    }

    /// The UUID, if the type is one: a UUID that the application supplies may have a version that
    /// begins with the time.
    fn supplied_uuid(&self) -> Option<Uuid> {
        None
    }

    /// The size of the value in bytes, stored as `ty`, as Spanner counts it in keys and arrays.
    ///
    /// ```
    /// use spanner_keys::{Column, Uuid, schema::SqlType};
    ///
    /// assert_eq!(Uuid::nil().value_bytes(SqlType::text(36)), 36);
    /// assert_eq!(Uuid::nil().value_bytes(SqlType::bytes(16)), 16);
    /// ```
    fn value_bytes(&self, ty: SqlType) -> usize {
        ty.value_bytes().unwrap_or(0)
    }

    /// The input of a shard's hash, if the value is stored as `ty`: the same bytes as in SQL.
    ///
    /// ```
    /// use spanner_keys::{Column, keys::HashInput, schema::SqlType};
    ///
    /// assert_eq!((-5_i64).hashed(SqlType::INT64), HashInput::Text("-5".into()));
    /// assert_eq!(0.5_f64.hashed(SqlType::FLOAT64), HashInput::Never);
    /// ```
    fn hashed(&self, ty: SqlType) -> HashInput<'_> {
        let _ = ty;
        HashInput::Never
    }
    /// The four constants in one: generated code names the type once, so that a type that is not a
    /// column causes one error.
    #[doc(hidden)]
    const SPEC: ColumnSpec = ColumnSpec {
        nullable: Self::NULLABLE,
        ..ColumnSpec::new(Self::TYPE, Self::ARRIVAL, Self::ACCEPTS)
    };

    /// Everything in one: generated code names the inner type of a newtype once, so that a type that
    /// is not a column causes one error.
    #[doc(hidden)]
    const OPS: ColumnOps<Self> = ColumnOps {
        spec: Self::SPEC,
        into_wire: Self::into_wire,
        from_wire: Self::from_wire,
        reads: Self::READS,
        from_lent: Self::from_lent,
        #[cfg(feature = "gcloud-spanner")]
        from_gcloud: gcloud::read::<Self>,
        check: Self::check,
        from_fill: Self::from_fill,
        supplied_uuid: Self::supplied_uuid,
        value_bytes: Self::value_bytes,
        hashed: Self::hashed,
    };
}

/// A column type that is never NULL, so that it can be in an `Option`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may already be NULL, so `Option` of it means nothing",
    note = "a column type of your own that is never NULL implements NotNull, too"
)]
pub trait NotNull: Column {}

/// A column type that can be an element of an array.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be an element of an array column")]
pub trait Element: Column {
    /// The type of an array of such elements; for `u8` it is BYTES.
    const ARRAY_OF: SqlType;

    /// Whether the type replaces one whose attributes have errors.
    #[doc(hidden)]
    const STAND_IN: bool = false;

    /// All elements as one value. `ty` is the type of the array.
    #[doc(hidden)]
    #[must_use]
    fn list_into_wire(all: Vec<Self>, ty: SqlType) -> WireValue {
        WireValue::List(all.into_iter().map(|one| one.into_wire(ty)).collect())
    }

    /// The elements of one value.
    #[doc(hidden)]
    fn list_from_wire(wire: WireValue, ty: SqlType) -> Result<Vec<Self>, ValueError> {
        match wire {
            WireValue::List(all) => all.into_iter().map(|one| Self::from_wire(one, ty)).collect(),
            other => Err(other.unexpected("a list")),
        }
    }

    /// The same, lent.
    #[doc(hidden)]
    fn list_from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Vec<Self>, ValueError> {
        match wire {
            Lent::List(all) => all.iter().map(|one| Self::from_lent(one.lend(), ty)).collect(),
            other => Err(other.unexpected("a list")),
        }
    }

    /// Whether a list may be lent.
    #[doc(hidden)]
    const LIST_READS: Reads = match Self::READS {
        Reads::Lent => Reads::Lent,
        Reads::Owned | Reads::Either => Reads::Owned,
    };

    /// Rejects values that the database would reject.
    #[doc(hidden)]
    fn check_list(all: &[Self], ty: SqlType, context: ValueContext) -> Result<(), ValueError> {
        all.iter().try_for_each(|one| one.check(ty, context))?;
        let bytes = all.iter().map(|one| one.value_bytes(ty)).sum();
        bytes::check_size(bytes, BYTES_LENGTH)
    }

    /// A key in a byte string.
    #[doc(hidden)]
    #[must_use]
    fn list_from_fill(filled: FillValue) -> Option<Vec<Self>> {
        let _ = filled;
        None
    }

    /// The input of a shard's hash: byte strings can be hashed, arrays cannot.
    #[doc(hidden)]
    fn hashed_all(all: &[Self]) -> HashInput<'_> {
        let _ = all;
        HashInput::Never
    }
}

/// A value that a key strategy generates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FillValue {
    /// A UUID.
    UuidValue(Uuid),
    /// A ULID, as a number.
    UlidValue(u128),
    /// A 63-bit integer.
    Int64(i64),
    /// The number of a shard.
    Shard(i64),
}

/// Reads a type that is parsed: `from_wire` is `from_lent` of a value that is its own.
macro_rules! parsed {
    () => {
        const READS: $crate::column::ops::Reads = $crate::column::ops::Reads::Lent;

        fn from_wire(
            wire: $crate::value::WireValue,
            ty: $crate::schema::SqlType,
        ) -> Result<Self, $crate::value::ValueError> {
            Self::from_lent(wire.lend(), ty)
        }
    };
}

use parsed;

/// Writes the properties of a type that is never NULL: the SQL type, how values arrive, and which
/// attributes it accepts. `SPEC` does not refer to the others, because the compiler evaluates each
/// constant that it needs.
macro_rules! never_null {
    ($type:expr, $arrival:expr, $accepts:expr) => {
        const TYPE: $crate::schema::SqlType = $type;
        const NULLABLE: bool = false;
        const ARRIVAL: $crate::schema::Arrival = $arrival;
        const ACCEPTS: $crate::column::Accepts = $accepts;
        const SPEC: $crate::schema::spec::ColumnSpec =
            $crate::schema::spec::ColumnSpec::new($type, $arrival, $accepts);
    };
}

use never_null;

/// Writes the marker impls of a type that is one value: never NULL, and an array element.
///
/// `do_not_recommend` keeps the compiler from listing our impls in a user's error.
macro_rules! one_value {
    ($($(#[$cfg:meta])* $type:ty: $sql:expr;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl $crate::column::NotNull for $type {}
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl $crate::column::Element for $type {
            const ARRAY_OF: $crate::schema::SqlType = $sql.array();
        }
    )*};
}

use one_value;
