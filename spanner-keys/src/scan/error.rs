//! What can be wrong with a scan.

use std::error::Error;
use std::fmt;

use crate::schema::{SqlType, TableDef};
use crate::statement::StatementError;
use crate::value::{RowError, ValueError, WireValue, beginning};

/// Why a scan cannot be made, or cannot continue.
///
/// ```
/// use spanner_keys::SpannerTable;
/// use spanner_keys::scan::ScanErrorKind;
/// use spanner_keys::schema::SqlType;
///
/// #[derive(SpannerTable)]
/// struct Visit {
///     #[key]
///     user: String,
///     #[key]
///     number: i64,
/// }
///
/// let error = Visit::scan().untyped().prefix(("ada", "17")).start().unwrap_err();
/// assert_eq!(error.column.as_deref(), Some("number"));
/// assert_eq!(error.kind, ScanErrorKind::WrongType { column: SqlType::INT64, bound: SqlType::TEXT });
/// assert_eq!(
///     error.to_string(),
///     "column `number` of table `Visit` is INT64, but a bound of the scan is STRING"
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScanError {
    /// The table that is scanned.
    pub table: String,
    /// The index that is scanned, if there is one.
    pub index: Option<String>,
    /// The column that the error is about, if there is one.
    pub column: Option<String>,
    /// What is wrong.
    pub kind: ScanErrorKind,
    #[expect(clippy::box_collection, reason = "a slice would make every result larger")]
    key: Option<Box<Vec<WireValue>>>,
}

/// What is wrong with a scan: with its bounds, or with the rows that were supplied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanErrorKind {
    /// A value is wrong: one of a bound, or one that was read.
    InvalidValue(ValueError),
    /// A bound has more parts than the scan can use.
    TooManyParts {
        /// How many the scan can use: the parts of the key, without its shards.
        limit: usize,
        /// How many the bound has.
        count: usize,
    },
    /// A part of a bound has a different type than the column.
    WrongType {
        /// The column's type.
        column: SqlType,
        /// The type of the bound.
        bound: SqlType,
    },
    /// The bounds do not fix a part that comes before a shard, so the rows of the shards cannot be
    /// merged in order.
    NotFixed {
        /// The shard.
        shard: String,
    },
    /// The bounds fix neither of two shards.
    TwoShards {
        /// The other shard.
        other: String,
    },
    /// A bound continues past a shard that is computed from a part that the bound does not have.
    NeededForShard {
        /// The shard.
        shard: String,
    },
    /// The filter is not a condition: a parameter has no value, for example.
    InvalidFilter(Box<StatementError>),
    /// Rows cannot be deleted as ranges of keys if the scan has a limit, a filter or an index.
    NotRanges {
        /// Which of them it has.
        what: &'static str,
    },
    /// The table does not have this index.
    UnknownIndex,
    /// A key range of an index can contain the index's own columns only.
    NotInIndex,
    /// A primary key does not determine where a row is in an index.
    KeyInIndex,
    /// The dialects sort NULL at opposite ends of an index, and the scan does not know the dialect.
    DialectNeeded,
    /// A name that cannot be quoted.
    InvalidName {
        /// The name.
        name: String,
    },
    /// Rows were supplied for a read that is not pending.
    NotPending,
    /// The next row was requested while reads are still pending.
    StillPending,
    /// Rows arrived in a different order than the order of the scan.
    OutOfOrder,
    /// A row is in the index but not in the table.
    MissingFromTable,
    /// The transaction is for a single read: each read of the scan would see another snapshot.
    SingleUse,
}

impl From<ValueError> for ScanErrorKind {
    fn from(error: ValueError) -> Self {
        Self::InvalidValue(error)
    }
}

impl From<RowError> for ScanError {
    fn from(RowError { table, column, error }: RowError) -> Self {
        Self { table, index: None, column: Some(column), kind: error.into(), key: None }
    }
}

impl ScanError {
    pub(crate) fn new(
        table: &TableDef<'_>,
        index: Option<&str>,
        column: Option<&str>,
        kind: impl Into<ScanErrorKind>,
    ) -> Self {
        Self {
            table: table.path().into_owned(),
            index: index.map(str::to_owned),
            column: column.map(str::to_owned),
            kind: kind.into(),
            key: None,
        }
    }
}

impl ScanError {
    /// The same error about the row with this primary key.
    pub(super) fn in_row(self, key: Vec<WireValue>) -> Self {
        Self { key: Some(Box::new(key)), ..self }
    }

    /// The primary key of the row that cannot be read, in the order of the key's columns; empty for
    /// other errors.
    ///
    /// ```
    /// use spanner_keys::SpannerTable;
    /// use spanner_keys::value::WireValue;
    ///
    /// #[derive(SpannerTable)]
    /// struct Country {
    ///     #[key]
    ///     code: String,
    ///     people: u32,
    /// }
    ///
    /// let text = |text: &str| WireValue::Text(text.into());
    /// let mut cursor = Country::scan().start()?;
    /// let read = cursor.pending().remove(0);
    /// cursor.supply(read.id, vec![vec![text("NZ"), text("many")], vec![text("VA"), text("882")]])?;
    /// let error = cursor.next().unwrap().err().unwrap();
    /// assert_eq!(error.key(), [text("NZ")]);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "column `people` of table `Country` should hold an integer that fits `u32`, but holds `many`, in the row with the key (NZ)"
    /// );
    /// assert!(cursor.next().is_some_and(|country| country.is_ok())); // the scan continues
    /// # Ok::<(), spanner_keys::scan::ScanError>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> &[WireValue] {
        self.key.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ScanErrorKind as Kind;

        let table = &self.table;
        let index = self.index.as_deref().unwrap_or_default();
        if let Some(column) = &self.column {
            write!(out, "column `{column}` of table `{table}` ")?;
        }
        match &self.kind {
            Kind::InvalidValue(error) if self.key().is_empty() => error.fmt(out),
            Kind::InvalidValue(error) => {
                write!(out, "{error}, in the row with the key ({})", key(self.key()))
            }
            Kind::SingleUse => write!(
                out,
                "the scan of table `{table}` needs more than one read, and a transaction from `single` would show each at another time: use `read_only_transaction`, or `scan` with the client"
            ),
            Kind::TooManyParts { limit, count } => write!(
                out,
                "a bound of the scan of table `{table}` has {count} parts; the limit is {limit}"
            ),
            Kind::WrongType { column, bound } => {
                write!(out, "is {}, but a bound of the scan is {}", name(*column), name(*bound))
            }
            Kind::NotFixed { shard } => write!(
                out,
                "must have the same value in both bounds: otherwise the rows of the shards `{shard}` cannot be merged in the order of the key"
            ),
            Kind::TwoShards { other } => write!(
                out,
                "is a shard that the bounds do not fix, and neither do they fix `{other}`: rows can be merged over one shard only"
            ),
            Kind::NeededForShard { shard } => write!(
                out,
                "is missing from a bound that continues past the shard `{shard}`, which is computed from it"
            ),
            Kind::InvalidFilter(error) => {
                write!(out, "the filter of the scan of table `{table}` is not valid: {error}")
            }
            Kind::NotRanges { what } => write!(
                out,
                "the scan of table `{table}` has {what}, so its rows are not ranges of keys: delete the rows by their keys, or with a statement"
            ),
            Kind::UnknownIndex => write!(out, "table `{table}` has no index `{index}`"),
            Kind::NotInIndex => write!(
                out,
                "is not a column of index `{index}`, so a key range cannot contain it: use `start` or `sql` for this bound"
            ),
            Kind::KeyInIndex => write!(
                out,
                "determines the order of index `{index}`, but a primary key does not contain it: continue with `after`"
            ),
            Kind::DialectNeeded => write!(
                out,
                "may be NULL, and the dialects sort NULL at opposite ends of index `{index}`: set the dialect of the database with `dialect`"
            ),
            Kind::InvalidName { name } => write!(
                out,
                "table `{table}` has a name that does not consist of letters, digits and `_`: `{name}`"
            ),
            Kind::NotPending => {
                write!(out, "the scan of table `{table}` did not ask for these rows")
            }
            Kind::StillPending => {
                write!(out, "the scan of table `{table}` needs the rows of its pending reads first")
            }
            Kind::OutOfOrder => write!(
                out,
                "is not sorted as the scan expects: does the database have the dialect that the scan was given?"
            ),
            Kind::MissingFromTable => write!(
                out,
                "index `{index}` has a row that table `{table}` does not have: all reads of a scan must see the same snapshot"
            ),
        }
    }
}

impl Error for ScanError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ScanErrorKind::InvalidValue(error) => Some(error),
            ScanErrorKind::InvalidFilter(error) => Some(error),
            _ => None,
        }
    }
}

/// The parts of a key. Errors end up in logs, so only the beginning of a long part.
fn key(parts: &[WireValue]) -> String {
    let part = |part: &WireValue| match part {
        WireValue::Text(text) => beginning(text).into_owned(),
        WireValue::Number(number) => number.to_string(),
        WireValue::Boolean(value) => value.to_string(),
        WireValue::Null => "NULL".to_owned(),
        WireValue::List(_) => "[…]".to_owned(),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

const fn name(ty: SqlType) -> &'static str {
    if ty.array { "an ARRAY" } else { ty.scalar.name() }
}
