//! What the derive needs for an enum of unit variants.

use super::text::check_text;
use crate::keys::HashInput;
use crate::schema::SqlType;
use crate::value::{ValueError, WireValue};

/// Rejects an enum with a number that does not fit in INT64.
#[track_caller]
pub const fn fits_int64(number: i128) {
    assert!(
        number >= i64::MIN as i128 && number <= i64::MAX as i128,
        "a variant's number does not fit INT64\nhelp: give the variant a smaller number, or store the enum as text"
    );
}

/// The value that a variant is stored as.
#[derive(Clone, Copy, Debug)]
pub enum EnumValue {
    Text(&'static str),
    Number(i64),
}

impl EnumValue {
    #[must_use]
    pub fn into_wire(self) -> WireValue {
        match self {
            Self::Text(text) => WireValue::Text(text.to_owned()),
            Self::Number(number) => WireValue::Text(number.to_string()),
        }
    }

    pub fn check(&self, ty: SqlType) -> Result<(), ValueError> {
        match self {
            Self::Text(text) => check_text(text, ty),
            Self::Number(_) => Ok(()),
        }
    }

    #[must_use]
    pub const fn key_bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Number(_) => 8,
        }
    }

    #[must_use]
    pub fn hashed(self) -> HashInput<'static> {
        match self {
            Self::Text(text) => HashInput::Text(text.into()),
            Self::Number(number) => HashInput::Text(number.to_string().into()),
        }
    }
}

/// The text of an enum, as the database returned it.
#[derive(Debug)]
pub struct EnumRead {
    text: String,
    integer: bool,
}

impl EnumRead {
    pub fn new(wire: WireValue, integer: bool) -> Result<Self, ValueError> {
        let text = wire.into_text(if integer { "an integer" } else { "text" })?;
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

    #[must_use]
    pub fn unknown(self) -> ValueError {
        let expected =
            if self.integer { "the number of a variant" } else { "the name of a variant" };
        ValueError::Malformed { expected, text: self.text }
    }
}
