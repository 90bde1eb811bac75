//! `bool`, integers and floats.

use super::{Accepts, Column, Element, FillValue, NotNull, never_null, one_value, parsed};
use crate::base64::to_base64;
use crate::keys::HashInput;
use crate::schema::{Arrival, SqlType};
use crate::value::{Lent, ValueContext, ValueError, WireValue};

#[diagnostic::do_not_recommend]
impl Column for bool {
    never_null!(SqlType::BOOL, Arrival::FewValues, Accepts::NOTHING);

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Boolean(self)
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, _: SqlType) -> Result<Self, ValueError> {
        match wire {
            Lent::Boolean(value) => Ok(value),
            other => Err(other.unexpected("a boolean")),
        }
    }

    fn hashed(&self, _: SqlType) -> HashInput<'_> {
        HashInput::Text(if *self { "true" } else { "false" }.into())
    }
}

one_value! {
    bool: SqlType::BOOL;
    i8: SqlType::INT64;
    i16: SqlType::INT64;
    i32: SqlType::INT64;
    i64: SqlType::INT64;
    u16: SqlType::INT64;
    u32: SqlType::INT64;
    f32: SqlType::FLOAT32;
    f64: SqlType::FLOAT64;
}

macro_rules! integer {
    ($($type:ident: $accepts:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Column for $type {
            // 256 values are too few for a counter, and too few to spread writes.
            never_null!(
                SqlType::INT64,
                if $type::BITS == 8 { Arrival::FewValues } else { Arrival::Counter },
                $accepts
            );

            #[inline]
            fn into_wire(self, _: SqlType) -> WireValue {
                WireValue::Text(self.to_string())
            }

            parsed!();

            fn from_lent(wire: Lent<'_>, _: SqlType) -> Result<Self, ValueError> {
                let text = wire.text("an integer")?;
                text.parse().map_err(|_| ValueError::malformed(concat!("an integer that fits `", stringify!($type), "`"), text))
            }

            #[inline]
            fn from_fill(filled: FillValue) -> Option<Self> {
                match filled {
                    FillValue::Int64(value) | FillValue::Shard(value) => value.try_into().ok(),
                    FillValue::UuidValue(_) | FillValue::UlidValue(_) => None,
                }
            }

            fn hashed(&self, _: SqlType) -> HashInput<'_> {
                HashInput::Text(self.to_string().into())
            }
        }
    )*};
}

integer! {
    i8: Accepts::SHARD_BELOW_128;
    i16: Accepts::SHARD;
    i32: Accepts::SHARD;
    i64: Accepts::SHARD.union(Accepts::INT64);
    u8: Accepts::SHARD_BELOW_256;
    u16: Accepts::SHARD;
    u32: Accepts::SHARD;
}

#[diagnostic::do_not_recommend]
impl NotNull for u8 {}

// A `u8` is a number, but a `Vec<u8>` is a byte string: `Element` makes the difference.
#[diagnostic::do_not_recommend]
impl Element for u8 {
    const ARRAY_OF: SqlType = SqlType::BYTES;

    #[inline]
    fn list_into_wire(all: Vec<Self>, _: SqlType) -> WireValue {
        WireValue::Text(to_base64(&all))
    }

    fn list_from_wire(wire: WireValue, ty: SqlType) -> Result<Vec<Self>, ValueError> {
        super::bytes::from_lent(wire.lend(), ty)
    }

    fn list_from_lent(wire: Lent<'_>, ty: SqlType) -> Result<Vec<Self>, ValueError> {
        super::bytes::from_lent(wire, ty)
    }

    #[inline]
    fn check_list(all: &[Self], ty: SqlType, _: ValueContext) -> Result<(), ValueError> {
        super::bytes::check(all, ty)
    }

    fn list_from_fill(filled: FillValue) -> Option<Vec<Self>> {
        super::bytes::from_fill(filled).map(Vec::from)
    }

    fn hashed_all(all: &[Self]) -> HashInput<'_> {
        HashInput::Bytes(all.into())
    }
}

macro_rules! float {
    ($($type:ident: $sql:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Column for $type {
            never_null!($sql, Arrival::Natural, Accepts::NOTHING);

            #[inline]
            fn into_wire(self, _: SqlType) -> WireValue {
                WireValue::float(self.into())
            }

            parsed!();

            fn from_lent(wire: Lent<'_>, _: SqlType) -> Result<Self, ValueError> {
                match wire {
                    Lent::Number(value) => {
                        #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "compared below")]
                        let held = value as $type;
                        // A FLOAT32 is sent as the equal FLOAT64. A column of FLOAT64 has more
                        // numbers than an `f32`.
                        #[allow(clippy::cast_lossless, clippy::float_cmp, reason = "bit for bit")]
                        if held as f64 == value || value.is_nan() {
                            Ok(held)
                        } else {
                            Err(ValueError::malformed(concat!("a float that fits `", stringify!($type), "`"), &format!("{value:?}")))
                        }
                    }
                    Lent::Text(text) => match text {
                        "NaN" => Ok($type::NAN),
                        "Infinity" => Ok($type::INFINITY),
                        "-Infinity" => Ok($type::NEG_INFINITY),
                        _ => Err(ValueError::malformed("a float", text)),
                    },
                    other => Err(other.unexpected("a float")),
                }
            }

            #[inline]
            fn check(&self, _: SqlType, context: ValueContext) -> Result<(), ValueError> {
                // PostgreSQL rejects NaN in a key, and in GoogleSQL no comparison finds such a row.
                if context.in_key && self.is_nan() { Err(ValueError::NotANumber) } else { Ok(()) }
            }
        }
    )*};
}

float! {
    f32: SqlType::FLOAT32;
    f64: SqlType::FLOAT64;
}
