//! Every rule, Spanner's and ours, in one place.
//!
//! Each rule is a `const fn` that returns what is wrong. The derive calls it while the user's crate
//! compiles; [`lint`] and [`Schema::ddl`](crate::Schema::ddl) call it at run time, so a table from
//! another source is checked like a derived one. No rule depends on source positions or on a
//! dialect.

mod advice;
pub(crate) mod expiry;
pub(crate) mod expression;
pub(crate) mod fill;
pub(crate) mod foreign_key;
pub(crate) mod hotspot;
pub(crate) mod index;
pub(crate) mod interleave;
pub(crate) mod key;
mod lint;
mod message;
pub(crate) mod names;
// Not hidden from rustdoc: the compiler would print hidden traits with their full paths.
pub mod column_type;
pub mod permissions;
pub(crate) mod shard;
mod table;
pub(crate) mod update;
pub(crate) mod waiver;

use std::fmt;
use std::str::FromStr;

pub use lint::lint;
pub(crate) use lint::{is_sound, lint_schema};
pub(crate) use message::{Message, distance, is_similar};
pub(crate) use names::Named;

use permissions::Outcome;

use crate::dialect::Dialect;
use crate::schema::facts::{any, find};
use crate::schema::{Arrival, Fill, Scalar, TableDef};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Advice: whether it is a problem depends on how the application writes.
    Advice,
    /// Spanner rejects the table, or its writes do not spread. Such a table does not compile, and
    /// has no DDL.
    Error,
}

/// Writes the list of rules once: the enum, its names and its levels.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal, $level:ident;)*) => {
        /// The rules by name. The README has a section for each.
        ///
        /// ```
        /// use spanner_keys::rules::{Level, Rule};
        ///
        /// assert_eq!(Rule::ClockLeads.to_string(), "clock-leads");
        /// assert_eq!("clock-leads".parse(), Ok(Rule::ClockLeads));
        /// assert_eq!(Rule::UnboundedKey.level(), Level::Advice);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        impl Rule {
            /// Every rule, in the order of the README.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// The rule's name: `clock-leads`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rule => $name,)* }
            }

            /// The severity of the rule's findings.
            #[must_use]
            pub const fn level(self) -> Level {
                match self { $(Self::$rule => Level::$level,)* }
            }
        }
    };
}

rules! {
    /// A timestamp, a date or a commit timestamp leads a key or an index.
    ClockLeads = "clock-leads", Error;
    /// A ULID or a UUIDv7 leads a key or an index.
    TimeOrderedIdLeads = "time-ordered-id-leads", Error;
    /// An integer that the application supplies leads a primary key.
    IntegerLeads = "integer-leads", Error;
    /// Only flags and states come before a clock, a counter or a time-ordered id.
    OnlyFewValuesBefore = "only-few-values-before", Error;
    /// A shard hashes only few values, and what follows arrives in order.
    ShardOfFewValues = "shard-of-few-values", Error;
    /// A `spread` or `allow_hotspot` waives nothing.
    UnusedWaiver = "unused-waiver", Error;
    /// A FLOAT32, JSON or ARRAY column is part of a key or an index.
    KeyType = "key-type", Error;
    /// A child's key does not start with its parent's whole key.
    ParentKey = "parent-key", Error;
    /// Tables, or an index in them, are interleaved more than seven deep.
    InterleaveDepth = "interleave-depth", Error;
    /// A key is missing, names a column twice, or has more than 16 columns, or an index has more
    /// than 16.
    KeyLength = "key-length", Error;
    /// An index is interleaved in a table that is not an ancestor, or does not start with its key.
    IndexParent = "index-parent", Error;
    /// An index has no columns, or holds a column twice.
    IndexColumns = "index-columns", Error;
    /// A foreign key names a column that does not exist, or one of another type.
    ForeignKey = "foreign-key", Error;
    /// Rows expire by a column that is not a timestamp, or other rows keep them from being deleted.
    Expiry = "expiry", Error;
    /// A key strategy, `length`, `storage` or `commit_timestamp` does not fit the column's type.
    FillType = "fill-type", Error;
    /// A sequence or an identity column has invalid options, or two different sets of options.
    Counter = "counter", Error;
    /// A shard hashes a value that Rust and SQL would hash differently.
    ShardInput = "shard-input", Error;
    /// The SQL of a default, a generated column or a check cannot be used there.
    Expression = "expression", Error;
    /// A name is invalid, too long, or already used.
    Name = "name", Error;
    /// A table has no columns, or too many columns or indexes.
    TableSize = "table-size", Error;
    /// A column or a table does not exist.
    UnknownColumn = "unknown-column", Error;
    /// One dialect cannot express it, although the other one can.
    DialectLimit = "dialect-limit", Error;
    /// A key column has no length limit, though a key holds at most 8 KiB.
    UnboundedKey = "unbounded-key", Advice;
    /// A unique index starts with an integer, which may be a counter.
    UniqueInteger = "unique-integer", Advice;
    /// A text column that is named like a state comes before a clock.
    StateBeforeClock = "state-before-clock", Advice;
    /// A decimal or a float leads a key or an index.
    MeasureLeads = "measure-leads", Advice;
}

impl fmt::Display for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        let known = Self::ALL.iter().find(|rule| rule.name() == name);
        known.copied().ok_or_else(|| UnknownRule(name.to_owned()))
    }
}

/// The error for a string that is not the name of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "unknown rule `{}`", self.0.escape_debug())
    }
}

impl std::error::Error for UnknownRule {}

/// A violation of a rule. `Display` writes the message.
///
/// ```
/// use spanner_keys::rules::{Rule, lint};
/// use spanner_keys::schema::{ColumnDef, Fill, KeyPart, SqlType, TableDef};
///
/// let columns = [ColumnDef { fill: Fill::UuidV4, ..ColumnDef::new("Id", SqlType::text(20)) }];
/// let table = TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Orders", &columns) };
/// let finding = &lint(&table)[0];
/// assert_eq!(finding.rule, Rule::FillType);
/// assert_eq!((finding.table.as_str(), finding.column.as_deref()), ("Orders", Some("Id")));
/// assert!(finding.to_string().starts_with("`Id` of `Orders` cannot hold a UUID"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The table, with its schema.
    pub table: String,
    /// The index, if the finding is about one.
    pub index: Option<String>,
    /// The column, if the finding is about one.
    pub column: Option<String>,
    /// The actual count, if the rule has a limit.
    pub count: Option<usize>,
    /// The maximum that Spanner allows.
    pub limit: Option<usize>,
    /// The dialect that cannot express it, for [`Rule::DialectLimit`].
    pub dialect: Option<Dialect>,
    /// The problem, the reason and the fix: a sentence, then lines that begin with `note:` and
    /// `help:`.
    message: String,
}

impl Finding {
    pub(crate) const fn new(rule: Rule, table: String, message: String) -> Self {
        Self {
            rule,
            table,
            index: None,
            column: None,
            count: None,
            limit: None,
            dialect: None,
            message,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

/// Rejects what is wrong with the table as a whole, and neither the derive itself nor another of its
/// checks reports.
#[doc(hidden)]
#[track_caller]
pub const fn check_table(table: &TableDef<'_>) {
    if table.stand_in {
        return;
    }
    message::speak!(table::size_fault(table));
    if let Some(schema) = table.schema {
        // The derive checks each name alone. A schema can be reserved, and it counts in names.
        message::speak!(names::fault(table, Named::Schema, schema));
        message::speak!(names::fault(table, Named::Table, table.name));
        let mut at = 0;
        while at < table.indexes.len() {
            message::speak!(names::fault(table, Named::Index, table.indexes[at].name));
            at += 1;
        }
    }
    let mut at = 0;
    while at < table.columns.len() {
        if let Fill::Sequence(sequence) = table.fill(at) {
            message::speak!(names::fault(table, Named::Sequence, sequence.name));
        }
        message::speak!(expression::column_fault(table, at));
        at += 1;
    }
    let mut at = 0;
    while at < table.checks.len() {
        message::speak!(expression::check_fault(table, &table.checks[at]));
        at += 1;
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
    if !key::fits_key(ty) {
        return Outcome::KeyType;
    }
    match hotspot::key_fault(table) {
        Some((at, rule)) if at == part => match code(rule, ty.scalar) {
            // Do not propose a shard that could not hash the key.
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
    !any!(at < table.key.len(), !shard::is_hashed_alike(table, table.key[at].column))
}

/// What is wrong with a column of an index. `index::check_index` checks its tail.
#[doc(hidden)]
#[must_use]
pub const fn found_in_index(table: &TableDef<'_>, index: usize, place: usize) -> Outcome {
    let index = &table.indexes[index];
    let column = index.columns[place].column;
    let ty = table.columns[column].ty;
    if index::type_fault(table, index, place).is_some() {
        return Outcome::KeyType;
    }
    match hotspot::index_fault(table, index) {
        Some((at, Rule::ClockLeads)) if at == place && is_generated_from_clock(table, column) => {
            Outcome::Generated
        }
        Some((at, rule)) if at == place => match code(rule, ty.scalar) {
            Outcome::Timestamp if table.columns[column].commit_timestamp => {
                Outcome::CommitTimestamp
            }
            outcome => outcome,
        },
        _ => Outcome::Nothing,
    }
}

/// Whether the column follows a clock because of its expression, not its type.
const fn is_generated_from_clock(table: &TableDef<'_>, column: usize) -> bool {
    matches!(table.fill(column), Fill::Generated { .. })
        && !matches!(table.columns[column].arrival, Arrival::Clock)
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
