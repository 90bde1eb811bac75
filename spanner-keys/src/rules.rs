//! Every rule, in one place: a `const fn` decides, and a sealed trait or a built message speaks.
//!
//! The derive asks these functions while the user's crate compiles; [`lint`] asks the same
//! functions at run time, so a table that was read from elsewhere gets the same verdict as a
//! derived one. No rule knows where in the source its subject stands.

pub(crate) mod across;
pub(crate) mod fit;
pub(crate) mod index;
mod lint;
mod message;
pub mod permissions;
pub(crate) mod waiver;
pub(crate) mod walk;

pub use lint::{Finding, lint};

use permissions::Outcome;

use crate::schema::{Fill, Scalar, TableDef};

/// Spanner's limit on the columns of a key, inherited ones included, and of an index.
const MOST_KEY_COLUMNS: usize = 16;

/// The rules by name. Each has a section in the README under [`Rule::anchor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A timestamp, a date or a commit timestamp comes first.
    ClockLeads,
    /// A ULID or a UUIDv7 comes first.
    TimeOrderedIdLeads,
    /// An integer that the application supplies comes first in a primary key.
    IntegerLeads,
    /// Only flags and states come before a clock, a counter or a time-ordered id.
    OnlyFewValuesBefore,
    /// A `spread` or `allow_hotspot` waives nothing.
    UnusedWaiver,
    /// A FLOAT32, JSON or ARRAY column is part of a key or an index.
    KeyType,
    /// A child's key does not start with its parent's whole key.
    ParentKey,
    /// Tables are interleaved more than seven deep.
    InterleaveDepth,
    /// A key or an index has more than 16 columns.
    KeyLength,
    /// An index is interleaved in a table that is no ancestor, or does not start with that table's
    /// key.
    IndexParent,
    /// A foreign key names a column that is not there, or one of another type.
    ForeignKey,
    /// Rows expire by a column that is no timestamp, or leave rows behind that may not be deleted.
    Expiry,
    /// A key strategy, `length`, `storage` or `commit_timestamp` does not fit the column's type.
    FillType,
    /// A shard hashes something that cannot be hashed alike in Rust and in SQL.
    ShardInput,
    /// A key column has no length limit, though a key holds at most 8 KiB. Reported by [`lint`]
    /// only.
    UnboundedKey,
}

impl Rule {
    /// Every rule, in the order of the README.
    pub const ALL: [Self; 15] = [
        Self::ClockLeads,
        Self::TimeOrderedIdLeads,
        Self::IntegerLeads,
        Self::OnlyFewValuesBefore,
        Self::UnusedWaiver,
        Self::KeyType,
        Self::ParentKey,
        Self::InterleaveDepth,
        Self::KeyLength,
        Self::IndexParent,
        Self::ForeignKey,
        Self::Expiry,
        Self::FillType,
        Self::ShardInput,
        Self::UnboundedKey,
    ];

    /// The rule's name, as the README's anchor spells it.
    ///
    /// ```
    /// assert_eq!(spanner_keys::rules::Rule::ClockLeads.anchor(), "clock-leads");
    /// ```
    #[must_use]
    pub const fn anchor(self) -> &'static str {
        match self {
            Self::ClockLeads => "clock-leads",
            Self::TimeOrderedIdLeads => "time-ordered-id-leads",
            Self::IntegerLeads => "integer-leads",
            Self::OnlyFewValuesBefore => "only-few-values-before",
            Self::UnusedWaiver => "unused-waiver",
            Self::KeyType => "key-type",
            Self::ParentKey => "parent-key",
            Self::InterleaveDepth => "interleave-depth",
            Self::KeyLength => "key-length",
            Self::IndexParent => "index-parent",
            Self::ForeignKey => "foreign-key",
            Self::Expiry => "expiry",
            Self::FillType => "fill-type",
            Self::ShardInput => "shard-input",
            Self::UnboundedKey => "unbounded-key",
        }
    }
}

/// What is wrong with a part of the primary key.
#[doc(hidden)]
#[must_use]
pub const fn found_in_key(table: &TableDef<'_>, part: usize) -> Outcome {
    if table.stand_in {
        return Outcome::Nothing;
    }
    let ty = table.columns[table.key[part].column].ty;
    if !fit::fits_key(ty) {
        return Outcome::KeyType;
    }
    match walk::key_fault(table) {
        Some((at, rule)) if at == part => match code(rule, ty.scalar) {
            // The way out that hashes the key must not be proposed for a key that cannot be hashed.
            Outcome::Timestamp if !key_can_be_hashed(table) => Outcome::UnhashedTimestamp,
            Outcome::TimeOrdered if !key_can_be_hashed(table) => Outcome::UnhashedTimeOrdered,
            Outcome::FewBefore if matches!(ty.scalar, Scalar::Int64) => Outcome::FewBeforeInteger,
            Outcome::FewBefore
                if is_time_ordered_fill(table, part) && !key_can_be_hashed(table) =>
            {
                Outcome::UnhashedTimeOrdered
            }
            outcome => outcome,
        },
        _ => Outcome::Nothing,
    }
}

const fn is_time_ordered_fill(table: &TableDef<'_>, part: usize) -> bool {
    matches!(table.columns[table.key[part].column].fill, Fill::UlidKey | Fill::UuidV7)
}

/// Whether a shard over all parts of the key would be accepted.
const fn key_can_be_hashed(table: &TableDef<'_>) -> bool {
    let mut at = 0;
    while at < table.key.len() {
        if !fit::is_hashed_alike(&table.columns[table.key[at].column]) {
            return false;
        }
        at += 1;
    }
    true
}

/// What is wrong with a column of an index. Its tail is judged by `index::check_index`.
#[doc(hidden)]
#[must_use]
pub const fn found_in_index(table: &TableDef<'_>, index: usize, place: usize) -> Outcome {
    if table.stand_in {
        return Outcome::Nothing;
    }
    let column = table.indexes[index].columns[place].column;
    let ty = table.columns[column].ty;
    // A key column of the wrong type is the key's mistake, and reported there.
    if !fit::fits_key(ty) && table.key_position(column).is_none() {
        return Outcome::KeyType;
    }
    match walk::index_fault(table, &table.indexes[index]) {
        Some((at, rule)) if at == place => code(rule, ty.scalar),
        _ => Outcome::Nothing,
    }
}

const fn code(rule: Rule, scalar: Scalar) -> Outcome {
    match rule {
        Rule::ClockLeads if matches!(scalar, Scalar::CalendarDate) => Outcome::Date,
        Rule::ClockLeads => Outcome::Timestamp,
        Rule::TimeOrderedIdLeads => Outcome::TimeOrdered,
        Rule::IntegerLeads => Outcome::Integer,
        Rule::OnlyFewValuesBefore => Outcome::FewBefore,
        _ => Outcome::Nothing,
    }
}
