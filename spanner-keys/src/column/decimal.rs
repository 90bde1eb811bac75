//! NUMERIC, for the decimal crates.

#![cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]

#[cfg(feature = "bigdecimal")]
use bigdecimal::num_bigint::{BigInt, Sign};

use super::decimal_text::plain_text;
#[cfg(feature = "bigdecimal")]
use super::decimal_text::usual_number;
use super::{Accepts, Column, never_null, one_value, parsed};
use crate::dialect::Dialect;
use crate::keys::HashInput;
use crate::schema::{Arrival, SqlType};
use crate::value::{Lent, ValueContext, ValueError, WireValue};

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
    never_null!(SqlType::NUMERIC, Arrival::Natural, Accepts::NOTHING);

    #[inline]
    fn into_wire(self, _: SqlType) -> WireValue {
        let magnitude = u64::try_from(self.mantissa().unsigned_abs()).ok();
        let negative = self.is_sign_negative() && !self.is_zero();
        let text =
            magnitude.and_then(|magnitude| plain_text(negative, magnitude, self.scale() as usize));
        WireValue::Text(text.unwrap_or_else(|| self.to_string()))
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, _: SqlType) -> Result<Self, ValueError> {
        let text = wire.text("a decimal number")?;
        // A number with more digits than the type has is an error, and not rounded.
        Self::from_str_exact(text)
            .map_err(|_| ValueError::malformed("a decimal number of at most 28 digits", text))
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
    let negative = digits.sign() == Sign::Minus;
    let usual = usize::try_from(scale).ok().zip(u64::try_from(digits.magnitude()).ok());
    if let Some(text) =
        usual.and_then(|(places, magnitude)| plain_text(negative, magnitude, places))
    {
        return text;
    }
    // A zero may have any exponent.
    if digits.sign() == Sign::NoSign {
        return "0".to_owned();
    }
    // A huge number, which is never sent, must not exhaust the memory.
    if scale.abs() > MOST_DIGITS {
        return number.to_scientific_notation();
    }
    let digits = match bigdecimal::ToPrimitive::to_u128(digits.magnitude()) {
        Some(digits) => digits.to_string(),
        None => digits.magnitude().to_string(),
    };
    // As text: a multiplication by a large power of ten takes long.
    let (places, behind) = (usize::try_from(scale).ok(), usize::try_from(-scale).ok());
    let mut text = String::with_capacity(digits.len() + 2 + behind.unwrap_or_default());
    if negative {
        text.push('-');
    }
    // A zero before the point, and as many after it as digits are missing.
    let zeros = (places.unwrap_or_default() + 1).saturating_sub(digits.len());
    text.extend(std::iter::repeat_n('0', zeros));
    text.push_str(&digits);
    text.extend(std::iter::repeat_n('0', behind.unwrap_or_default()));
    if let Some(places @ 1..) = places {
        text.insert(text.len() - places, '.');
    }
    text
}

#[cfg(feature = "bigdecimal")]
#[diagnostic::do_not_recommend]
impl Column for bigdecimal::BigDecimal {
    never_null!(SqlType::NUMERIC, Arrival::Natural, Accepts::NOTHING);

    fn into_wire(self, _: SqlType) -> WireValue {
        WireValue::Text(text_of(&self))
    }

    parsed!();

    fn from_lent(wire: Lent<'_>, _: SqlType) -> Result<Self, ValueError> {
        let text = wire.text("a decimal number")?;
        if let Some((negative, magnitude, places)) = usual_number(text) {
            let sign = if negative { Sign::Minus } else { Sign::Plus };
            return Ok(Self::new(BigInt::from_biguint(sign, magnitude.into()), places));
        }
        text.parse().map_err(|_| ValueError::malformed("a decimal number", text))
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

    use crate::Column;
    use crate::schema::SqlType;
    use crate::value::WireValue;

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
    fn large_exponents_are_written_out() {
        for (digits, zeros) in
            [("-7", 70_000), ("99999999999999999999999999999999999999995", 70_636)]
        {
            let Ok(number) = format!("{digits}e{zeros}").parse::<BigDecimal>() else {
                panic!("{digits}")
            };
            assert!(
                super::text_of(&number) == format!("{digits}{}", "0".repeat(zeros)),
                "{digits}"
            );
        }
        let Ok(number) = "-12e-70000".parse::<BigDecimal>() else { panic!("a number") };
        assert!(super::text_of(&number) == format!("-0.{}12", "0".repeat(69_998)));
    }

    #[test]
    fn numbers_are_read_as_the_crate_reads_them() {
        let mut texts: Vec<String> = [
            "", "-", ".", "-.", "+1", "1.", ".5", "-.5", "1e5", "1.5e-3", "1_000", "1.2.3", "--1",
            "1 ", "0x1", "-0", "00", "-00.10", "1-", "1.-2", "\u{661}", "18446744073709551616",
        ]
        .map(str::to_owned)
        .into();
        for digits in 1..=22 {
            for places in 0..=digits {
                let mut text = "1234567890".repeat(3)[..digits].to_owned();
                text.insert(digits - places, '.');
                texts.extend([format!("-{text}"), format!("0{text}"), text]);
            }
            texts.extend(["9".repeat(digits), format!("0.{}1", "0".repeat(digits))]);
        }
        for text in texts {
            let wire = WireValue::Text(text.clone());
            let read = BigDecimal::from_lent(wire.lend(), SqlType::NUMERIC).ok();
            let parts = |number: BigDecimal| number.into_bigint_and_scale();
            assert_eq!(read.map(parts), text.parse().ok().map(parts), "{text}");
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
