//! Look here when an error names a rule: [`Rule`] has a page for each. Every rule, Spanner's and ours,
//! is in this one place.
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
// Hidden from readers of the documentation, but not from compilers of other crates, which would print
// hidden traits with their full paths.
#[cfg_attr(doc, doc(hidden))]
pub mod column_type;
#[cfg_attr(doc, doc(hidden))]
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
use crate::schema::facts::any;
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

/// Writes the list of rules once: the enum, its names, its levels and its pages in `rules/`.
macro_rules! rules {
    ($($rule:ident = $name:literal, $level:ident;)*) => {
        /// The rules by name, each with its page: what it rejects, why, the fix, and when to waive it.
        /// `cargo spanner-keys explain clock-leads` prints the page in a terminal.
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
            $(
                // The first definition of a link is used, here and not in the file.
                #[doc = "[dialect-limit]: Rule::DialectLimit"]
                #[doc = "[only-few-values-before]: Rule::OnlyFewValuesBefore\n\n"]
                #[doc = include_str!(concat!("../rules/", $name, ".md"))]
                $rule,
            )*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// The rule's name: `clock-leads`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rule => $name,)* }
            }

            /// The rule's page, in Markdown.
            ///
            /// ```
            /// use spanner_keys::rules::Rule;
            ///
            /// assert!(Rule::ClockLeads.page().starts_with("# clock-leads\n\nA timestamp"));
            /// ```
            #[must_use]
            pub const fn page(self) -> &'static str {
                match self { $(Self::$rule => include_str!(concat!("../rules/", $name, ".md")),)* }
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
    ClockLeads = "clock-leads", Error;
    TimeOrderedIdLeads = "time-ordered-id-leads", Error;
    IntegerLeads = "integer-leads", Error;
    OnlyFewValuesBefore = "only-few-values-before", Error;
    ShardOfFewValues = "shard-of-few-values", Error;
    UnusedWaiver = "unused-waiver", Error;
    KeyType = "key-type", Error;
    ParentKey = "parent-key", Error;
    InterleaveDepth = "interleave-depth", Error;
    KeyLength = "key-length", Error;
    IndexParent = "index-parent", Error;
    IndexColumns = "index-columns", Error;
    ForeignKey = "foreign-key", Error;
    Expiry = "expiry", Error;
    FillType = "fill-type", Error;
    Counter = "counter", Error;
    ShardInput = "shard-input", Error;
    Expression = "expression", Error;
    Name = "name", Error;
    TableSize = "table-size", Error;
    UnknownColumn = "unknown-column", Error;
    DialectLimit = "dialect-limit", Error;
    UnboundedKey = "unbounded-key", Advice;
    UniqueInteger = "unique-integer", Advice;
    StateBeforeClock = "state-before-clock", Advice;
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
            outcome => outcome,
        },
        _ => Outcome::Nothing,
    }
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
