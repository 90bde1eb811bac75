//! NUMERIC, for the decimal crates.

#![cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]

use super::decimal_text::plain_text;
use super::{Accepts, Column, one_value};
use crate::dialect::Dialect;
use crate::keys::HashInput;
use crate::schema::{Arrival, SqlType};
use crate::value::{ValueContext, ValueError, WireValue};

/// GoogleSQL has 29 digits before the point and 9 after it. PostgreSQL has more digits than most
/// values of these types.
fn check_digits(
    before_point: i64,
    after_point: i64,
    context: ValueContext,
) -> Result<(), ValueError> {
    let (before, after, range) = match context.dialect {
        Dialect::GoogleSql => (29, 9, "29 digits before the point and 9 after it"),
        Dialect::PostgreSql => {
            (131_072, 16_383, "131072 digits before the point and 16383 after it")
        }
    };
    if before_point > before || after_point > after {
        Err(ValueError::OutOfRange { range })
    } else {
        Ok(())
    }
}

#[cfg(feature = "rust_decimal")]
#[diagnostic::do_not_recommend]
impl Column for rust_decimal::Decimal {
    const TYPE: SqlType = SqlType::NUMERIC;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        let magnitude = u64::try_from(self.mantissa().unsigned_abs()).ok();
        let negative = self.is_sign_negative() && !self.is_zero();
        let text =
            magnitude.and_then(|magnitude| plain_text(negative, magnitude, self.scale() as usize));
        WireValue::Text(text.unwrap_or_else(|| self.to_string()))
    }

    fn from_wire(wire: WireValue, _: SqlType) -> Result<Self, ValueError> {
        let text = wire.into_text("a decimal number")?;
        // A number with more digits than the type has is an error, and not rounded.
        Self::from_str_exact(&text)
            .map_err(|_| ValueError::malformed("a decimal number of at most 28 digits", &text))
    }

    fn check(&self, _: SqlType, context: ValueContext) -> Result<(), ValueError> {
        // The largest value has 29 digits before the point. Trailing zeros are only removed if they
        // matter.
        let scale = if self.scale() <= 9 { self.scale() } else { self.normalize().scale() };
        check_digits(29, scale.into(), context)
    }

    fn hashed(&self, _: SqlType) -> HashInput<'_> {
        // Without trailing zeros, and without the sign of a zero, as GoogleSQL prints it.
        HashInput::Text(if self.is_zero() {
            "0".into()
        } else {
            self.normalize().to_string().into()
        })
    }
}

/// More digits than a number of either dialect has. A number that is longer when written out is
/// refused by `check`.
#[cfg(feature = "bigdecimal")]
const MOST_DIGITS: i64 = 150_000;

/// The number without an exponent. Nearly all numbers fit in 128 bits, which are formatted much
/// faster than longer ones.
#[cfg(feature = "bigdecimal")]
fn text_of(number: &bigdecimal::BigDecimal) -> String {
    let (digits, scale) = number.as_bigint_and_scale();
    let negative = digits.sign() == bigdecimal::num_bigint::Sign::Minus;
    let usual = usize::try_from(scale).ok().zip(u64::try_from(digits.magnitude()).ok());
    if let Some(text) =
        usual.and_then(|(places, magnitude)| plain_text(negative, magnitude, places))
    {
        return text;
    }
    // A zero may have any exponent.
    if digits.sign() == bigdecimal::num_bigint::Sign::NoSign {
        return "0".to_owned();
    }
    let (Some(digits), Ok(scale @ 0..=40)) =
        (bigdecimal::ToPrimitive::to_i128(&*digits), usize::try_from(scale))
    else {
        // A huge number, which is never sent, must not exhaust the memory.
        return if scale.abs() > MOST_DIGITS {
            number.to_scientific_notation()
        } else {
            number.to_plain_string()
        };
    };
    let mut text = String::with_capacity(44);
    if negative {
        text.push('-');
    }
    let digits = digits.unsigned_abs().to_string();
    // A zero before the point, and as many after it as digits are missing.
    let zeros = (scale + 1).saturating_sub(digits.len());
    text.extend(std::iter::repeat_n('0', zeros));
    text.push_str(&digits);
    if scale > 0 {
        text.insert(text.len() - scale, '.');
    }
    text
}

#[cfg(feature = "bigdecimal")]
#[diagnostic::do_not_recommend]
impl Column for bigdecimal::BigDecimal {
    const TYPE: SqlType = SqlType::NUMERIC;
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(text_of(&self))
    }

    fn from_wire(wire: WireValue, _: SqlType) -> Result<Self, ValueError> {
        let text = wire.into_text("a decimal number")?;
        text.parse().map_err(|_| ValueError::malformed("a decimal number", &text))
    }

    fn check(&self, _: SqlType, context: ValueContext) -> Result<(), ValueError> {
        let (number, scale) = self.as_bigint_and_scale();
        // 64 bits have at most 20 digits.
        if (0..=9).contains(&scale) && number.bits() <= 64 {
            return Ok(());
        }
        let fits = |number: &Self| {
            let digits = i64::try_from(number.digits()).unwrap_or(i64::MAX);
            let after = number.fractional_digit_count();
            check_digits(digits.saturating_sub(after), after, context)
        };
        // Trailing zeros are only removed if there are too many digits, because that is slow.
        fits(self).or_else(|_| fits(&self.normalized()))
    }

    fn hashed(&self, _: SqlType) -> HashInput<'_> {
        HashInput::Text(text_of(&self.normalized()).into())
    }
}

one_value! {
    #[cfg(feature = "rust_decimal")]
    rust_decimal::Decimal: SqlType::NUMERIC;
    #[cfg(feature = "bigdecimal")]
    bigdecimal::BigDecimal: SqlType::NUMERIC;
}

#[cfg(all(test, feature = "bigdecimal"))]
mod tests {
    use bigdecimal::BigDecimal;
    use bigdecimal::num_bigint::BigInt;

    #[test]
    fn numbers_are_written_as_the_crate_writes_them() {
        let digits = [
            "0",
            "1",
            "-1",
            "9",
            "10",
            "-100",
            "12345678901234567890",
            "-99999999999999999999999999999999999999",
        ];
        let largest = [i128::MAX.to_string(), i128::MIN.to_string(), format!("{}0", i128::MAX)];
        for digits in digits.into_iter().chain(largest.iter().map(String::as_str)) {
            let Ok(digits) = digits.parse::<BigInt>() else { panic!("{digits}") };
            for scale in -3..45 {
                let number = BigDecimal::new(digits.clone(), scale);
                let zero = digits == BigInt::from(0) && !(0..=19).contains(&scale);
                let wanted = if zero { "0".to_owned() } else { number.to_plain_string() };
                assert_eq!(super::text_of(&number), wanted, "{digits} with scale {scale}");
            }
        }
    }

    #[test]
    fn huge_exponents_use_no_memory() {
        for (number, most) in [
            ("0e9223372036854775807", 1),
            ("0e-9223372036854775807", 1),
            ("1e9223372036854775807", 40),
            ("1e-9223372036854775807", 40),
        ] {
            let Ok(number) = number.parse::<BigDecimal>() else { panic!("{number}") };
            assert!(super::text_of(&number).len() <= most);
        }
    }
}

#[cfg(all(test, feature = "rust_decimal"))]
mod small_tests {
    use rust_decimal::Decimal;

    use crate::Column;
    use crate::schema::SqlType;
    use crate::value::WireValue;

    #[test]
    fn numbers_are_written_as_the_crate_writes_them() {
        for mantissa in [
            0,
            1,
            -1,
            9,
            10,
            -100,
            i128::from(u64::MAX),
            -i128::from(u64::MAX),
            i128::from(u64::MAX) + 1,
            (1 << 96) - 1,
        ] {
            for scale in 0..=28 {
                let number = Decimal::from_i128_with_scale(mantissa, scale);
                assert_eq!(
                    number.into_wire(SqlType::NUMERIC),
                    WireValue::Text(number.to_string()),
                    "{mantissa} with scale {scale}"
                );
            }
        }
    }
}
