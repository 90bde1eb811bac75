//! What the derive needs for an enum.

use super::text::check_text;
use crate::keys::HashInput;
use crate::schema::SqlType;
use crate::value::{Lent, ValueError, WireValue};

/// Rejects an enum with a number that does not fit in INT64.
#[track_caller]
pub const fn fits_int64(number: i128) {
    assert!(
        number >= i64::MIN as i128 && number <= i64::MAX as i128,
        "a variant's number does not fit INT64\nhelp: give the variant a smaller number, or store the enum as text"
    );
}

/// The value that a variant is stored as. The variant that keeps other values comes with those of
/// the known variants.
#[derive(Clone, Copy, Debug)]
pub enum EnumValue<'a> {
    Text(&'a str),
    Number(i64),
    OtherText(&'a str, &'static [&'static str]),
    OtherNumber(i64, &'static [i64]),
}

impl<'a> EnumValue<'a> {
    #[must_use]
    pub fn into_wire(self) -> WireValue {
        match self {
            Self::Text(text) | Self::OtherText(text, _) => WireValue::Text(text.to_owned()),
            Self::Number(number) | Self::OtherNumber(number, _) => {
                WireValue::Text(number.to_string())
            }
        }
    }

    pub fn check(&self, ty: SqlType) -> Result<(), ValueError> {
        match self {
            // It would be read as the known variant.
            Self::OtherText(text, known) if known.contains(text) => {
                Err(ValueError::KnownVariant { value: (*text).to_owned() })
            }
            Self::OtherNumber(number, known) if known.contains(number) => {
                Err(ValueError::KnownVariant { value: number.to_string() })
            }
            Self::Text(text) | Self::OtherText(text, _) => check_text(text, ty),
            Self::Number(_) | Self::OtherNumber(..) => Ok(()),
        }
    }

    #[must_use]
    pub const fn value_bytes(&self) -> usize {
        match self {
            Self::Text(text) | Self::OtherText(text, _) => text.len(),
            Self::Number(_) | Self::OtherNumber(..) => 8,
        }
    }

    #[must_use]
    pub fn hashed(self) -> HashInput<'a> {
        match self {
            Self::Text(text) | Self::OtherText(text, _) => HashInput::Text(text.into()),
            Self::Number(number) | Self::OtherNumber(number, _) => {
                HashInput::Text(number.to_string().into())
            }
        }
    }
}

/// The text of an enum, as the database returned it.
#[derive(Clone, Copy, Debug)]
pub struct EnumRead<'a> {
    text: &'a str,
    integer: bool,
}

impl<'a> EnumRead<'a> {
    pub fn new(wire: Lent<'a>, integer: bool) -> Result<Self, ValueError> {
        let text = wire.text(if integer { "an integer" } else { "text" })?;
        Ok(Self { text, integer })
    }

    #[must_use]
    pub fn is_text(&self, text: &str) -> bool {
        self.text == text
    }

    #[must_use]
    pub fn is_number(&self, number: i64) -> bool {
        self.text.parse() == Ok(number)
    }

    /// The text, for a variant that keeps it.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text.to_owned()
    }

    /// The number, for a variant that keeps it.
    pub fn into_number(self) -> Result<i64, ValueError> {
        self.text.parse().map_err(|_| self.unknown())
    }

    #[must_use]
    pub fn unknown(self) -> ValueError {
        let expected =
            if self.integer { "the number of a variant" } else { "the name of a variant" };
        ValueError::malformed(expected, self.text)
    }
}

/// The text of a value, and the value of a text.
pub type TextOps<T> = (fn(&T) -> &str, fn(String) -> T);

/// The data of a variant that keeps unknown texts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot keep the unknown values of an enum that is stored as text",
    label = "expected `String`"
)]
pub trait KeepsText: Sized {
    const OPS: TextOps<Self>;
}

impl KeepsText for String {
    const OPS: TextOps<Self> = (Self::as_str, std::convert::identity);
}

/// The number of a value, and the value of a number.
pub type NumberOps<T> = (fn(&T) -> i64, fn(i64) -> T);

/// The data of a variant that keeps unknown numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot keep the unknown values of an enum that is stored as an integer",
    label = "expected `i64`"
)]
pub trait KeepsNumber: Sized {
    const OPS: NumberOps<Self>;
}

impl KeepsNumber for i64 {
    const OPS: NumberOps<Self> = (|number| *number, std::convert::identity);
}
