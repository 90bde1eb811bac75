//! You meet this in errors about values, and in a column type or a client of your own: values in
//! Spanner's wire format.
//!
//! Spanner's wire format is the same for every client: NULL, booleans, numbers, text and lists. A
//! column type converts to [`WireValue`] and back; so does each client's own value type.

use std::borrow::Cow;
use std::fmt;

use crate::dialect::Dialect;
use crate::schema::limits::KEY_BYTES;
use crate::schema::{Scalar, SqlType};

/// The size of NULL in a key.
pub(crate) const NULL_BYTES: usize = 2;

/// A value in Spanner's wire format, independent of the client.
///
/// ```
/// use spanner_keys::{Column, schema::SqlType, value::WireValue};
///
/// assert_eq!(5_i64.into_wire(SqlType::INT64), WireValue::Text("5".into())); // INT64 travels as text
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum WireValue {
    /// NULL.
    Null,
    /// A BOOL.
    Boolean(bool),
    /// A finite FLOAT32 or FLOAT64.
    Number(f64),
    /// Every other single value. Strings are moved, not copied.
    Text(String),
    /// An ARRAY.
    List(Vec<Self>),
}

/// A value in the memory of a client's row, where it is parsed.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lent<'a> {
    Null,
    Boolean(bool),
    Number(f64),
    Text(&'a str),
    List(&'a [WireValue]),
}

impl<'a> Lent<'a> {
    /// The text, or what was found instead.
    #[inline]
    pub(crate) fn text(self, expected: &'static str) -> Result<&'a str, ValueError> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.unexpected(expected)),
        }
    }

    #[cold]
    pub(crate) const fn unexpected(self, expected: &'static str) -> ValueError {
        let found = match self {
            Self::Null => return ValueError::Null,
            Self::Boolean(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
        };
        ValueError::WrongKind { expected, found }
    }

    /// A copy.
    pub(crate) fn to_wire(self) -> WireValue {
        match self {
            Self::Null => WireValue::Null,
            Self::Boolean(value) => WireValue::Boolean(value),
            Self::Number(value) => WireValue::Number(value),
            Self::Text(text) => WireValue::Text(text.to_owned()),
            Self::List(items) => WireValue::List(items.to_vec()),
        }
    }
}

impl WireValue {
    /// The same value, without a copy.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn lend(&self) -> Lent<'_> {
        match self {
            Self::Null => Lent::Null,
            Self::Boolean(value) => Lent::Boolean(*value),
            Self::Number(value) => Lent::Number(*value),
            Self::Text(text) => Lent::Text(text),
            Self::List(items) => Lent::List(items),
        }
    }

    /// A FLOAT32 or FLOAT64.
    #[inline]
    pub(crate) fn float(number: f64) -> Self {
        if number.is_finite() {
            return Self::Number(number);
        }
        // JSON cannot express these as numbers.
        let text = match number {
            f64::INFINITY => "Infinity",
            f64::NEG_INFINITY => "-Infinity",
            _ => "NaN",
        };
        Self::Text(text.to_owned())
    }

    /// The size of the value of a column that can be in a key, as Spanner counts it.
    pub(crate) fn key_bytes(&self, ty: SqlType) -> usize {
        match (self, ty.value_bytes()) {
            (Self::Null, _) => NULL_BYTES,
            (_, Some(bytes)) => bytes,
            // Base64 is four letters for three bytes, or fewer at the end.
            (Self::Text(text), None) if ty.scalar == Scalar::Binary => {
                text.trim_end_matches('=').len() * 3 / 4
            }
            (Self::Text(text), None) => text.len(),
            _ => 0,
        }
    }

    /// The placeholder that the database replaces with the commit timestamp.
    #[inline]
    pub(crate) fn commit_timestamp() -> Self {
        Self::Text("spanner.commit_timestamp()".to_owned())
    }

    /// The text, or what was found instead.
    pub(crate) fn into_text(self, expected: &'static str) -> Result<String, ValueError> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.unexpected(expected)),
        }
    }

    #[cold]
    pub(crate) fn unexpected(&self, expected: &'static str) -> ValueError {
        self.lend().unexpected(expected)
    }
}

/// What is wrong with one value.
///
/// The text completes a sentence about a column, as [`RowError`] writes it.
///
/// ```
/// use spanner_keys::value::ValueError;
///
/// let error = ValueError::TooLong { length: 300, limit: 256 };
/// assert_eq!(error.to_string(), "is 300 characters long; the limit is 256");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// Text is longer than its column allows.
    TooLong {
        /// The length of the text, in code points.
        length: usize,
        /// The maximum length.
        limit: u32,
    },
    /// A byte string is longer than its column allows, or JSON or an array is larger than Spanner
    /// allows.
    TooManyBytes {
        /// The size of the value.
        bytes: usize,
        /// The maximum length.
        limit: u32,
    },
    /// A timestamp, date or number is outside the range of Spanner's type.
    OutOfRange {
        /// The range.
        range: &'static str,
    },
    /// NaN in a key.
    NotANumber,
    /// A UUID whose version begins with the time, where it would send all inserts to one split.
    TimeOrderedUuid {
        /// The version: 1, 6 or 7.
        version: usize,
    },
    /// JSON with more levels of arrays and objects than Spanner allows.
    TooDeep {
        /// The most levels.
        limit: usize,
    },
    /// A value that cannot be written as JSON, or JSON that does not fit the type of its field.
    NotJson {
        /// Why, without the value.
        reason: String,
    },
    /// JSON with the character `\0`, which PostgreSQL does not allow.
    NulInJson,
    /// The variant of an enum that keeps unknown values holds the value of another variant, and would
    /// be read as that.
    KnownVariant {
        /// The value.
        value: String,
    },
    /// A counter below zero, which cannot be bit-reversed.
    NegativeCounter,
    /// The key is larger than Spanner allows.
    KeyTooLarge {
        /// The size of the key.
        bytes: usize,
    },
    /// The row's key in an index is larger than Spanner allows.
    IndexKeyTooLarge {
        /// The index. For the index of a foreign key without a name: its columns.
        index: String,
        /// The size of the key: the index's columns, and the columns of the primary key that it does
        /// not name.
        bytes: usize,
    },
    /// The field's type cannot hold the generated key, although its `Column` impl claims so.
    Unfillable,
    /// Two rows that should have the same key do not, or a row does not have the key that was chosen
    /// for it.
    DifferentKey,
    /// The database generates this part of the key and has not returned it yet.
    NotKnownYet,
    /// The row that was read does not have this column.
    Missing,
    /// The result of a query does not have this column.
    NotSelected {
        /// The columns that it has.
        selected: Vec<String>,
    },
    /// The result of a query has more than one column of this name.
    SelectedTwice,
    /// The database holds NULL, but the field is not an `Option`.
    Null,
    /// The database holds a different kind of value than the field.
    WrongKind {
        /// What the field needs.
        expected: &'static str,
        /// What the database sent.
        found: &'static str,
    },
    /// The text in the database cannot be parsed as the field's type. Made by
    /// [`malformed`](Self::malformed).
    #[non_exhaustive]
    Malformed {
        /// What the field needs.
        expected: &'static str,
        /// The beginning of the text.
        text: String,
    },
}

/// How much of a value an error quotes: errors end up in logs, and values may be secrets.
const QUOTED_CHARACTERS: usize = 32;

impl ValueError {
    /// The text in the database cannot be parsed as the field's type. The error keeps only the
    /// beginning of a long text.
    ///
    /// ```
    /// use spanner_keys::value::ValueError;
    ///
    /// let error = ValueError::malformed("a price", &"9".repeat(1000));
    /// assert_eq!(error.to_string().len(), "should hold a price, but holds `…`".len() + 32);
    /// ```
    #[must_use]
    #[cold]
    pub fn malformed(expected: &'static str, text: &str) -> Self {
        Self::Malformed { expected, text: beginning(text).into_owned() }
    }
}

/// The text, or its beginning if it is long.
pub(crate) fn beginning(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(QUOTED_CHARACTERS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, limit } => {
                write!(out, "is {length} characters long; the limit is {limit}")
            }
            Self::TooManyBytes { bytes, limit } => {
                write!(out, "is {bytes} bytes long; the limit is {limit}")
            }
            Self::OutOfRange { range } => write!(out, "is out of range: Spanner holds {range}"),
            Self::NotANumber => write!(out, "is NaN, which cannot be part of a key"),
            Self::TimeOrderedUuid { version } => {
                write!(
                    out,
                    "is a UUID of version {version}, which begins with the time and would send every insert to one split"
                )
            }
            Self::TooDeep { limit } => {
                write!(out, "has too many levels of arrays and objects; the limit is {limit}")
            }
            Self::NotJson { reason } => write!(out, "is not the JSON of its field: {reason}"),
            Self::NulInJson => {
                write!(out, "has the character `\\0`, which PostgreSQL does not allow in JSON")
            }
            Self::KnownVariant { value } => {
                write!(
                    out,
                    "keeps `{value}` as an unknown value, but it is that of another variant"
                )
            }
            Self::NegativeCounter => write!(out, "is a negative counter"),
            Self::KeyTooLarge { bytes } => {
                write!(out, "makes the key {bytes} bytes long; Spanner allows at most {KEY_BYTES}")
            }
            Self::IndexKeyTooLarge { index, bytes } => write!(
                out,
                "makes the key of index `{index}` {bytes} bytes long; Spanner allows at most {KEY_BYTES}"
            ),
            Self::Unfillable => write!(out, "has a type that cannot hold the generated key"),
            Self::DifferentKey => write!(out, "has two values, but the row has one key"),
            Self::NotKnownYet => write!(out, "is generated by the database and not known yet"),
            Self::Missing => write!(out, "is not among the columns that were read"),
            Self::NotSelected { selected } => {
                let names = selected.iter().map(|name| match name.as_str() {
                    "" => "one without a name".to_owned(),
                    name => format!("`{name}`"),
                });
                let names: Vec<_> = names.collect();
                write!(out, "is not among the selected columns: {}", names.join(", "))
            }
            Self::SelectedTwice => {
                write!(out, "is selected more than once; give one of them another name with AS")
            }
            Self::Null => write!(out, "is NULL, but the field is not an `Option`"),
            Self::WrongKind { expected, found } => {
                write!(out, "should hold {expected}, but holds {found}")
            }
            Self::Malformed { expected, text } => {
                write!(out, "should hold {expected}, but holds `{text}`")
            }
        }
    }
}

impl std::error::Error for ValueError {}

/// The short form in generated code, where every token costs compile time.
#[doc(hidden)]
pub type RowResult<T> = Result<T, RowError>;

/// A value that cannot be written, or a row that cannot be read.
///
/// ```
/// use spanner_keys::value::{RowError, ValueError};
///
/// let error = RowError { table: "Orders".into(), column: "note".into(), error: ValueError::Null };
/// assert_eq!(
///     error.to_string(),
///     "column `note` of table `Orders` is NULL, but the field is not an `Option`"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The table; empty for the rows of a query.
    pub table: String,
    /// The column.
    pub column: String,
    /// What is wrong with the value.
    pub error: ValueError,
}

impl fmt::Display for RowError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.table.as_str() {
            "" => write!(out, "column `{}` of the query {}", self.column, self.error),
            table => write!(out, "column `{}` of table `{table}` {}", self.column, self.error),
        }
    }
}

impl std::error::Error for RowError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Where a value is checked: in which dialect, and whether in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueContext {
    /// The dialect of the database.
    pub dialect: Dialect,
    /// Whether the value is part of the primary key.
    pub in_key: bool,
}
