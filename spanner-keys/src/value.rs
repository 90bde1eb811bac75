//! Values on their way to a client and back, without knowing which client.
//!
//! Spanner's wire format is the same for every client: NULL, booleans, numbers, text and lists. A
//! column's Rust type turns itself into [`WireValue`] and back; a client's own value type holds the
//! same.

use std::fmt;

use crate::dialect::Dialect;
use crate::scan::ScanProblem;

/// A value in Spanner's wire format: what travels between a client and the database, and belongs to
/// no client.
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
    /// Everything else that is one value. Text moves in and out without a copy.
    Text(String),
    /// An ARRAY.
    List(Vec<Self>),
}

impl WireValue {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::Boolean(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
        }
    }

    /// The text, or what was found instead.
    pub(crate) fn into_text(self, expected: &'static str) -> Result<String, ValueError> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.unexpected(expected)),
        }
    }

    pub(crate) const fn unexpected(&self, expected: &'static str) -> ValueError {
        match self {
            Self::Null => ValueError::Null,
            other => ValueError::WrongKind { expected, found: other.kind() },
        }
    }
}

/// What is wrong with one value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// Text or bytes are longer than their column.
    TooLong {
        /// How long the value is: code points of text, or bytes.
        length: usize,
        /// How long it may be.
        limit: u32,
    },
    /// A timestamp, date or number is outside of what Spanner holds.
    OutOfRange {
        /// What Spanner holds.
        range: &'static str,
    },
    /// NaN in a key.
    NotANumber,
    /// A UUID whose version begins with the time, where it would send all inserts to one split.
    TimeOrderedUuid {
        /// The version: 1, 6 or 7.
        version: usize,
    },
    /// A counter below zero, which has no place among the reversed ones.
    NegativeCounter,
    /// The key holds more bytes than Spanner takes.
    KeyTooLarge {
        /// How many.
        bytes: usize,
    },
    /// The type of the field holds no such key, though its `Column` impl says so.
    Unfillable,
    /// A statement of so many rows has more parameters than Spanner takes.
    TooManyParameters {
        /// How many.
        count: usize,
    },
    /// One statement was asked to hold rows for databases of both dialects.
    MixedDialects,
    /// The database fills this part of the key, and has not said with what.
    NotKnownYet,
    /// The row that was read has no such column.
    Missing,
    /// The database holds NULL, and the field is no `Option`.
    Null,
    /// The database holds another kind of value than the field.
    WrongKind {
        /// What the field needs.
        expected: &'static str,
        /// What came.
        found: &'static str,
    },
    /// The text in the database cannot be read as the field's type.
    Malformed {
        /// What the field needs.
        expected: &'static str,
        /// The text.
        text: String,
    },
    /// A scan cannot be made, or was given rows that do not fit.
    Scan(ScanProblem),
}

impl From<ScanProblem> for ValueError {
    fn from(problem: ScanProblem) -> Self {
        Self::Scan(problem)
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, limit } => {
                write!(out, "is {length} long, and the column takes {limit}")
            }
            Self::OutOfRange { range } => write!(out, "is out of range: Spanner holds {range}"),
            Self::NotANumber => write!(out, "is NaN, which cannot be part of a key"),
            Self::TimeOrderedUuid { version } => {
                write!(
                    out,
                    "is a UUID of version {version}, which begins with the time and would send every insert to one split"
                )
            }
            Self::NegativeCounter => write!(out, "is a counter below zero"),
            Self::KeyTooLarge { bytes } => {
                write!(out, "makes a key of {bytes} bytes, and Spanner takes 8192")
            }
            Self::Unfillable => write!(out, "has a type that holds no key of its strategy"),
            Self::TooManyParameters { count } => {
                write!(
                    out,
                    "is one of a statement with {count} parameters, and Spanner takes 950: insert fewer rows at once"
                )
            }
            Self::MixedDialects => write!(
                out,
                "is in rows that were checked for both dialects, and a statement is for one"
            ),
            Self::NotKnownYet => write!(out, "is filled by the database, and not known yet"),
            Self::Missing => write!(out, "is not among the columns that were read"),
            Self::Null => write!(out, "is NULL, and the field is no `Option`"),
            Self::WrongKind { expected, found } => {
                write!(out, "should hold {expected}, and holds {found}")
            }
            Self::Malformed { expected, text } => {
                write!(out, "should hold {expected}, and holds `{text}`")
            }
            Self::Scan(problem) => problem.fmt(out),
        }
    }
}

/// A value that cannot be written, or a row that cannot be read.
///
/// ```
/// use spanner_keys::value::{ValueError, RowError};
///
/// let error = RowError { table: "Orders".into(), column: "note".into(), problem: ValueError::TooLong { length: 300, limit: 256 } };
/// assert_eq!(error.to_string(), "column `note` of table `Orders` is 300 long, and the column takes 256");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
    /// What is wrong with the value.
    pub problem: ValueError,
}

impl fmt::Display for RowError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.problem == ValueError::Scan(ScanProblem::UnknownIndex) {
            return write!(out, "table `{}` has no index `{}`", self.table, self.column);
        }
        write!(out, "column `{}` of table `{}` {}", self.column, self.table, self.problem)
    }
}

impl std::error::Error for RowError {}

/// Where a value is checked: in which dialect, and whether in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueContext {
    /// The dialect of the database.
    pub dialect: Dialect,
    /// Whether the value is part of the primary key.
    pub in_key: bool,
}
