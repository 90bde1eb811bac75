//! What can be wrong with a scan.

use std::fmt;

/// What is wrong with a scan: with its bounds, or with the rows that were given to it.
///
/// ```
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Visit {
///     #[key]
///     user: String,
///     #[key]
///     number: i64,
/// }
///
/// let error = Visit::scan().prefix(("ada", "17")).start().unwrap_err();
/// assert_eq!(error.to_string(), "column `number` of table `Visit` is INT64, and a bound of the scan gives STRING");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanProblem {
    /// A bound has more parts than there are to scan by.
    TooManyParts {
        /// How many the scan takes: the parts of the key, but for its shards.
        parts: usize,
        /// How many were given.
        given: usize,
    },
    /// A bound has a part of another type than the column.
    WrongPart {
        /// The column's type.
        column: &'static str,
        /// The part's type.
        given: &'static str,
    },
    /// The bounds leave a part open that stands before a shard: the rows of the shards could not be
    /// merged in order.
    NotFixed {
        /// The shard.
        shard: String,
    },
    /// The bounds leave two shards open.
    TwoShards {
        /// The other shard.
        other: String,
    },
    /// A bound goes past a shard that is computed from a part that is not in the bound.
    NeededForShard {
        /// The shard.
        shard: String,
    },
    /// The table has no such index.
    UnknownIndex,
    /// A key range of an index ends with the index's own columns.
    NotInIndex {
        /// The index.
        index: String,
    },
    /// A primary key does not say where in an index it is.
    KeyInIndex {
        /// The index.
        index: String,
    },
    /// The dialects sort NULL at different ends of an index, and nobody told which one the database
    /// has.
    DialectNeeded,
    /// A name that could not stand between quotes.
    InvalidName,
    /// Rows were given that were not asked for.
    NotAsked,
    /// Rows were asked for, and a row is wanted before they were given.
    NotGiven,
    /// Rows came in another order than the scan's.
    OutOfOrder,
    /// A row is in the index and not in the table.
    Vanished {
        /// The index.
        index: String,
    },
}

impl fmt::Display for ScanProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyParts { parts, given } => {
                write!(out, "is the last of {parts} parts to scan by, and {given} were given")
            }
            Self::WrongPart { column, given } => {
                write!(out, "is {column}, and a bound of the scan gives {given}")
            }
            Self::NotFixed { shard } => write!(
                out,
                "must have one value for the whole scan, the same in both bounds: otherwise the rows of the shards `{shard}` cannot be merged in the order of the key"
            ),
            Self::TwoShards { other } => {
                write!(
                    out,
                    "is a shard that the bounds leave open, and so is `{other}`: rows cannot be merged over two at once"
                )
            }
            Self::NeededForShard { shard } => {
                write!(
                    out,
                    "is missing from a bound that goes past the shard `{shard}`, which is computed from it"
                )
            }
            Self::UnknownIndex => write!(out, "is no index of the table"),
            Self::NotInIndex { index } => {
                write!(
                    out,
                    "is not a column of index `{index}`, where key ranges end: use `start` or `sql` for such a bound"
                )
            }
            Self::KeyInIndex { index } => {
                write!(
                    out,
                    "decides the order of index `{index}`, and a primary key does not hold it: go on with `after`"
                )
            }
            Self::DialectNeeded => write!(
                out,
                "takes NULL, which the dialects sort at different ends of an index: tell the scan the database's dialect with `dialect`"
            ),
            Self::InvalidName => {
                write!(out, "has a name that is not made of letters, digits and `_`")
            }
            Self::NotAsked => write!(out, "was given rows that nobody asked for"),
            Self::NotGiven => write!(out, "waits for rows that were asked for"),
            Self::OutOfOrder => {
                write!(
                    out,
                    "came in another order than the scan's: does the database have the dialect that the scan was told?"
                )
            }
            Self::Vanished { index } => {
                write!(
                    out,
                    "names a row that index `{index}` has and the table has not: all reads of a scan must see one snapshot"
                )
            }
        }
    }
}
