//! Use this to bring a database to the schema of your structs: what differs, and an ordered plan of
//! statements (feature `migrate`). On the command line, `cargo spanner-keys migrate` does it for you.
//!
//! ```
//! use spanner_keys::Dialect;
//! use spanner_keys::catalog::Catalog;
//! use spanner_keys::migrate::{Cost, Options, differences, plan};
//!
//! let read = |sql: &str| {
//!     let mut catalog = Catalog::new(Dialect::GoogleSql);
//!     catalog.read("schema.sql", sql);
//!     catalog
//! };
//! let old = read("CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id)");
//! let new = read("CREATE TABLE T (Id STRING(36) NOT NULL, Note STRING(MAX)) PRIMARY KEY (Id)");
//!
//! assert_eq!(differences(&old, &new)[0].to_string(), "added column `T.Note`: `Note` STRING(MAX)");
//! let plan = plan(&old, &new, &Options::new());
//! assert!(plan.refusals.is_empty());
//! assert_eq!(plan.steps[0].sql, "ALTER TABLE `T` ADD COLUMN `Note` STRING(MAX)");
//! assert_eq!(plan.steps[0].cost, Cost::Metadata);
//! ```
//!
//! A plan never drops and creates a table that exists, never invents data, and never guesses a
//! rename. It drops only what is allowed by name. What Spanner cannot alter is refused, with the
//! steps that move the table instead.

mod compare;
mod folder;
mod moves;
mod names;
mod planner;

use std::fmt;

pub use compare::{Change, Difference, ObjectKind, differences};
pub use folder::migration_files;
#[cfg(feature = "build")]
pub(crate) use moves::bare;
pub use planner::plan;

use crate::catalog::{Catalog, ObjectName, ReadProblem, kind_word};
use crate::ddl::{Schema, SchemaError};
use crate::dialect::Dialect;

/// What a plan may do beyond what loses nothing.
#[derive(Clone, Debug, Default)]
pub struct Options {
    allowed: Vec<String>,
    renames: Vec<(String, String)>,
    backfills: Vec<(String, String)>,
    emulator: bool,
}

impl Options {
    /// Nothing may be dropped, and nothing was renamed.
    #[must_use]
    pub const fn new() -> Self {
        Self { allowed: Vec::new(), renames: Vec::new(), backfills: Vec::new(), emulator: false }
    }

    /// Allows to drop one object: `drop-table:T`, `drop-column:T.c`, `drop-index:I`,
    /// `drop-sequence:S`, `drop-view:V` and so on.
    ///
    /// ```
    /// use spanner_keys::migrate::Options;
    ///
    /// assert!(Options::new().allow("drop-column:Orders.Note").is_ok());
    /// let error = Options::new().allow("drop-colum:Orders.Note").unwrap_err();
    /// assert!(error.ends_with("did you mean `drop-column:Orders.Note`?"));
    /// ```
    pub fn allow(mut self, what: &str) -> Result<Self, String> {
        if let Some(error) = names::not_a_drop(what) {
            return Err(error);
        }
        self.allowed.push(what.to_owned());
        Ok(self)
    }

    /// A table, or a column as `T.c`, that has another name in the new schema.
    #[must_use]
    pub fn rename(mut self, from: &str, to: &str) -> Self {
        self.renames.push((from.to_owned(), to.to_owned()));
        self
    }

    /// The SQL expression for rows that have no value in a column `T.c` that becomes NOT NULL.
    #[must_use]
    pub fn backfill(mut self, column: &str, value: &str) -> Self {
        self.backfills.push((column.to_owned(), value.to_owned()));
        self
    }

    /// Plans for the emulator, which does not rename a table with a foreign key on either side: the
    /// key is dropped before, and added again.
    #[must_use]
    pub fn for_emulator(self) -> Self {
        Self { emulator: true, ..self }
    }

    /// The expression for rows that have no value in a column.
    fn given(&self, table: &ObjectName, column: &str) -> Option<&str> {
        let path = format!("{table}.{column}");
        let mut given = self.backfills.iter();
        given.find(|(name, _)| *name == path).map(|(_, value)| value.as_str())
    }

    fn allows(&self, kind: &str, name: &str) -> bool {
        self.allowed.contains(&drop_argument(kind, name))
    }
}

/// The argument that allows a drop: `drop-change-stream:S`.
fn drop_argument(kind: &str, name: &str) -> String {
    format!("drop-{}:{name}", kind_word(kind))
}

/// What a statement costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// It changes metadata only: seconds.
    Metadata,
    /// It reads existing rows in the background: minutes to hours.
    Validation,
    /// It writes for existing rows in the background: minutes to hours.
    Backfill,
}

impl fmt::Display for Cost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Metadata => "metadata",
            Self::Validation => "validation",
            Self::Backfill => "backfill",
        })
    }
}

/// A query that must return 0 before a step can succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The query: one row with one number.
    pub sql: String,
    /// What another number means, and what to do.
    pub why: String,
}

/// One statement of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The statement, without `;`.
    pub sql: String,
    /// Whether it writes rows, with partitioned DML, rather than the schema.
    pub is_dml: bool,
    /// What it costs.
    pub cost: Cost,
    /// Why it is here.
    pub why: String,
    /// The queries to run before its batch.
    pub checks: Vec<Check>,
    /// The number of its batch, from 1. Batches run one after the other.
    pub batch: usize,
    table: String,
}

/// Why a plan does not make a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusalKind {
    /// Spanner cannot do it: rows must move to another table.
    MovesTable,
    /// Spanner cannot do it: values must move to another column.
    MovesColumn,
    /// It deletes rows or values, and was not allowed by name.
    LosesData,
    /// It drops or replaces something without values, such as an index, and was not allowed by name.
    Drops,
    /// Something is missing, or in the way.
    Blocked,
}

/// A difference that a plan refuses, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The difference.
    pub difference: Difference,
    /// Why no statement makes it.
    pub why: String,
}

/// A change that a plan does not make.
///
/// ```
/// use spanner_keys::Dialect;
/// use spanner_keys::catalog::Catalog;
/// use spanner_keys::migrate::{Options, RefusalKind, plan};
///
/// let [mut old, mut new] = [Dialect::GoogleSql; 2].map(Catalog::new);
/// old.read("a.sql", "CREATE TABLE T (A INT64, B INT64) PRIMARY KEY (A)");
/// new.read("b.sql", "CREATE TABLE T (A INT64, B INT64) PRIMARY KEY (A, B)");
///
/// let plan = plan(&old, &new, &Options::new());
/// assert_eq!(plan.refusals[0].kind, RefusalKind::MovesTable);
/// assert_eq!(plan.refusals[0].causes[0].difference.after.as_deref(), Some("(A, B)"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of reason.
    pub kind: RefusalKind,
    /// What would change.
    pub object: String,
    /// Why it does not.
    pub why: String,
    /// What to do instead: sentences, and statements.
    pub procedure: Vec<String>,
    /// The argument of [`Options::allow`] that makes the plan do it.
    pub allow: Option<String>,
    /// The differences that are refused, where they are known.
    pub causes: Vec<Cause>,
}

impl Refusal {
    fn new(kind: RefusalKind, object: impl Into<String>, why: impl Into<String>) -> Self {
        let (object, why) = (object.into(), why.into());
        Self { kind, object, why, procedure: Vec::new(), allow: None, causes: Vec::new() }
    }

    fn instead(mut self, procedure: Vec<String>) -> Self {
        self.procedure = procedure;
        self
    }

    /// `way` is a sentence that may name the argument as `{}`.
    fn allowed_by(mut self, allow: String, way: &str) -> Self {
        self.procedure = vec![way.replace("{}", &allow)];
        self.allow = Some(allow);
        self
    }

    fn because(mut self, difference: &Difference) -> Self {
        self.causes.push(Cause { difference: difference.clone(), why: self.why.clone() });
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.object, self.why)
    }
}

/// The way from one schema to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The statements, in order.
    pub steps: Vec<Step>,
    /// What the plan does not do. If there is any, the plan does not reach the new schema.
    pub refusals: Vec<Refusal>,
    /// What only a database can compare, and what is left as it is.
    pub notes: Vec<String>,
    /// Copies from a column that was renamed to the new one, where both exist. A plan that was
    /// interrupted may not have made them. See [`with_copies`](Self::with_copies).
    pub copies: Vec<Step>,
}

impl Plan {
    /// Whether there is nothing to do.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.refusals.is_empty()
    }

    /// The plan with the copies that a database still needs. `is_left` runs a query of one number on
    /// it, and returns whether that is not 0.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    /// use spanner_keys::migrate::{Options, plan};
    ///
    /// let [mut old, mut new] = [Dialect::GoogleSql; 2].map(Catalog::new);
    /// // An earlier plan was interrupted after it had added the column.
    /// old.read("a.sql", "CREATE TABLE T (Id INT64, Mail STRING(9), Email STRING(9)) PRIMARY KEY (Id)");
    /// new.read("b.sql", "CREATE TABLE T (Id INT64, Email STRING(9)) PRIMARY KEY (Id)");
    ///
    /// let plan = plan(&old, &new, &Options::new().rename("T.Mail", "T.Email"));
    /// let left = plan.with_copies(|query| {
    ///     assert_eq!(query, "SELECT COUNT(*) FROM `T` WHERE `Email` IS NULL AND `Mail` IS NOT NULL");
    ///     Ok::<bool, String>(true)
    /// })?;
    /// assert_eq!(left.steps[0].sql, "UPDATE `T` SET `Email` = `Mail` WHERE `Email` IS NULL");
    /// # Ok::<(), String>(())
    /// ```
    pub fn with_copies<E>(
        mut self,
        mut is_left: impl FnMut(&str) -> Result<bool, E>,
    ) -> Result<Self, E> {
        let mut left = Vec::new();
        for mut step in std::mem::take(&mut self.copies) {
            let mut needed = false;
            for check in std::mem::take(&mut step.checks) {
                needed |= is_left(&check.sql)?;
            }
            if needed {
                left.push(step);
            }
        }
        if !left.is_empty() {
            self.steps.iter_mut().for_each(|step| step.batch += 1);
            self.steps.splice(0..0, left);
        }
        Ok(self)
    }

    /// The steps of each batch.
    pub fn batches(&self) -> impl Iterator<Item = &[Step]> {
        self.steps.chunk_by(|one, two| one.batch == two.batch)
    }
}

/// Why schemas cannot be compared.
#[derive(Debug)]
#[non_exhaustive]
pub enum MigrateError {
    /// The structs have errors.
    Schema(SchemaError),
    /// The DDL has a statement that cannot be read or applied.
    Ddl(ReadProblem),
    /// The database is not what the structs describe.
    Differs(Vec<Difference>),
}

impl fmt::Display for MigrateError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(error) => error.fmt(out),
            Self::Ddl(problem) => write!(out, "the DDL cannot be read: {}", problem.message),
            Self::Differs(list) => {
                write!(out, "the database differs from the structs:")?;
                list.iter().try_for_each(|difference| write!(out, "\n  {difference}"))
            }
        }
    }
}

impl std::error::Error for MigrateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Schema(error) => Some(error),
            _ => None,
        }
    }
}

impl Schema<'_> {
    /// The plan from a database to this schema, where nothing is dropped. `ddl` is what the database
    /// prints: the statements that GetDatabaseDdl returns.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable, Uuid, tables};
    ///
    /// #[derive(SpannerTable)]
    /// struct Customer {
    ///     #[key(uuid)]
    ///     customer_id: Uuid,
    ///     email: Option<String>,
    /// }
    ///
    /// let live = ["CREATE TABLE Customer (customer_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (customer_id)"];
    /// let plan = tables![Customer].migration_from(&live, Dialect::GoogleSql)?;
    /// assert_eq!(plan.steps[0].sql, "ALTER TABLE `Customer` ADD COLUMN `email` STRING(MAX)");
    /// # Ok::<(), spanner_keys::migrate::MigrateError>(())
    /// ```
    pub fn migration_from(
        &self,
        ddl: &[impl AsRef<str>],
        dialect: Dialect,
    ) -> Result<Plan, MigrateError> {
        let (live, own) = self.catalogs(ddl, dialect)?;
        Ok(plan(&live, &own, &Options::new()))
    }

    /// Checks that a database is what the structs describe, at the start of a program or in a test.
    /// Objects that the structs do not know, such as views and roles, are ignored.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable, Uuid, tables};
    ///
    /// #[derive(SpannerTable)]
    /// struct Customer {
    ///     #[key(uuid)]
    ///     customer_id: Uuid,
    /// }
    ///
    /// let live = tables![Customer].ddl(Dialect::PostgreSql)?;
    /// tables![Customer].verify(&live, Dialect::PostgreSql)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, ddl: &[impl AsRef<str>], dialect: Dialect) -> Result<(), MigrateError> {
        let (live, own) = self.catalogs(ddl, dialect)?;
        let mut found = differences(&live, &own);
        found.retain(|difference| {
            let unknown =
                difference.change == Change::Dropped && difference.kind == ObjectKind::Other;
            difference.change != Change::Unclear && !unknown
        });
        if found.is_empty() { Ok(()) } else { Err(MigrateError::Differs(found)) }
    }

    fn catalogs(
        &self,
        ddl: &[impl AsRef<str>],
        dialect: Dialect,
    ) -> Result<(Catalog, Catalog), MigrateError> {
        let mut live = Catalog::new(dialect);
        for statement in ddl {
            live.read("the database", statement.as_ref());
        }
        let mut own = Catalog::new(dialect);
        // The script, because its comments hold the former names.
        own.read("the structs", &self.script(dialect).map_err(MigrateError::Schema)?);
        match live.problems().iter().chain(own.problems()).next() {
            Some(problem) => Err(MigrateError::Ddl(problem.clone())),
            None => Ok((live, own)),
        }
    }
}
