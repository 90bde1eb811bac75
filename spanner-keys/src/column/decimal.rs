//! NUMERIC, of the crates that have it.

#![cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]

use super::{Accepts, Column, one_value};
use crate::keys::Hashed;
use crate::schema::{Arrival, SqlType};
use crate::value::{Place, Plain, Problem};

/// GoogleSQL keeps 29 digits before the point and 9 after it; PostgreSQL keeps more than these types hold, or nearly.
fn check_digits(before_point: i64, after_point: i64, place: Place) -> Result<(), Problem> {
    let (before, after, range) = match place.dialect {
        crate::Dialect::GoogleSql => (29, 9, "29 digits before the point and 9 after it"),
        crate::Dialect::PostgreSql => (131_072, 16_383, "131072 digits before the point and 16383 after it"),
    };
    if before_point > before || after_point > after { Err(Problem::OutOfRange { range }) } else { Ok(()) }
}

#[cfg(feature = "rust_decimal")]
#[diagnostic::do_not_recommend]
impl Column for rust_decimal::Decimal {
    const TYPE: SqlType = SqlType::NUMERIC;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn into_wire(self, _: SqlType) -> Plain {
        Plain::Text(self.to_string())
    }

    fn from_wire(wire: Plain, _: SqlType) -> Result<Self, Problem> {
        let text = wire.into_text("a decimal number")?;
        // Exact or not at all: a number of more digits than the type has is not rounded in silence.
        Self::from_str_exact(&text).map_err(|_| Problem::Malformed { expected: "a decimal number of at most 28 digits", text })
    }

    fn check(&self, _: SqlType, place: Place) -> Result<(), Problem> {
        // The largest value has 29 digits before the point.
        check_digits(29, self.normalize().scale().into(), place)
    }

    fn hashed(&self, _: SqlType) -> Hashed<'_> {
        // Without zeros at the end, and without the sign of a zero, as GoogleSQL prints it.
        Hashed::Text(if self.is_zero() { "0".into() } else { self.normalize().to_string().into() })
    }
}

#[cfg(feature = "bigdecimal")]
#[diagnostic::do_not_recommend]
impl Column for bigdecimal::BigDecimal {
    const TYPE: SqlType = SqlType::NUMERIC;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn into_wire(self, _: SqlType) -> Plain {
        Plain::Text(self.to_plain_string())
    }

    fn from_wire(wire: Plain, _: SqlType) -> Result<Self, Problem> {
        let text = wire.into_text("a decimal number")?;
        text.parse().map_err(|_| Problem::Malformed { expected: "a decimal number", text })
    }

    fn check(&self, _: SqlType, place: Place) -> Result<(), Problem> {
        let fits = |number: &Self| {
            let digits = i64::try_from(number.digits()).unwrap_or(i64::MAX);
            let after = number.fractional_digit_count();
            check_digits(digits.saturating_sub(after), after, place)
        };
        // Zeros at the end are only taken away where there are too many digits, because that takes long.
        fits(self).or_else(|_| fits(&self.normalized()))
    }

    fn hashed(&self, _: SqlType) -> Hashed<'_> {
        Hashed::Text(self.normalized().to_plain_string().into())
    }
}

one_value! {
    #[cfg(feature = "rust_decimal")]
    rust_decimal::Decimal: SqlType::NUMERIC;
    #[cfg(feature = "bigdecimal")]
    bigdecimal::BigDecimal: SqlType::NUMERIC;
}
