//! Use this if you have DDL text and not structs: it becomes a [`Catalog`] of tables (feature
//! `migrate`). On the command line, `cargo spanner-keys audit` does it for you.
//!
//! A catalog reads files in order and applies their statements, so that a folder of migrations ends
//! as the schema that it creates. It owns everything, and knows the position of each definition in
//! its file. [`Catalog::with_tables`] hands out the same [`TableDef`]s that the derive writes, so the
//! same rules check them:
//!
//! ```
//! use spanner_keys::catalog::Catalog;
//! use spanner_keys::{Dialect, rules};
//!
//! let mut catalog = Catalog::new(Dialect::GoogleSql);
//! catalog.read("1.sql", "CREATE TABLE Events (At TIMESTAMP NOT NULL) PRIMARY KEY (At);");
//! catalog.read("2.sql", "ALTER TABLE Events ADD COLUMN Note STRING(MAX)");
//! assert!(catalog.problems().is_empty());
//! catalog.with_tables(|tables| {
//!     assert_eq!(tables[0].columns.len(), 2);
//!     assert_eq!(rules::lint(&tables[0])[0].rule, rules::Rule::ClockLeads);
//! });
//! ```
//!
//! Statements that have no place in a table (views, change streams, search indexes, roles, rows) are
//! kept as they are, see [`Catalog::kept`]. Nothing is dropped silently: what cannot be read or
//! applied is among the [`problems`](Catalog::problems), and the rest is still read.

mod cursor;
mod dialect;
mod fold;
mod keywords;
mod lex;
mod lower;
pub(crate) mod normal;
mod replace;
mod stream;
mod syntax;
mod unnamed;

use std::collections::{HashMap, HashSet};
use std::fmt;

pub use dialect::guess_dialect;
pub(crate) use lower::BEFORE;
pub(crate) use stream::{same_streams, stream, watch_again};
pub use syntax::KeptAction;
pub(crate) use syntax::{kind_word, kinds, misspelt};

use crate::dialect::Dialect;
#[cfg(doc)]
use crate::schema::TableDef;
use crate::schema::{CounterOptions, OnDelete, SqlType};

/// The schema that a sequence of statements creates.
#[derive(Clone, Debug)]
pub struct Catalog {
    dialect: Dialect,
    sources: Vec<SourceFile>,
    schemas: Vec<String>,
    sequences: Vec<CatalogSequence>,
    /// In the order of creation; a dropped table leaves its place empty.
    tables: Vec<Option<CatalogTable>>,
    table_places: HashMap<ObjectName, usize>,
    index_places: HashMap<ObjectName, usize>,
    database: Option<String>,
    database_options: Vec<(String, String)>,
    kept: Vec<Option<KeptStatement>>,
    kept_places: HashMap<(String, ObjectName), Vec<usize>>,
    problems: Vec<ReadProblem>,
    /// Tables whose CREATE TABLE has a problem. It is not reported again where they are missing.
    failed: HashSet<ObjectName>,
    /// Columns that got a default or an identity after their table was created.
    filled_later: HashMap<ObjectName, Vec<String>>,
}

impl Catalog {
    /// An empty schema.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            sources: Vec::new(),
            schemas: Vec::new(),
            sequences: Vec::new(),
            tables: Vec::new(),
            table_places: HashMap::new(),
            index_places: HashMap::new(),
            database: None,
            database_options: Vec::new(),
            kept: Vec::new(),
            kept_places: HashMap::new(),
            problems: Vec::new(),
            failed: HashSet::new(),
            filled_later: HashMap::new(),
        }
    }

    /// The dialect of the statements.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The files that were read, in that order. [`SourceSpan::source`] is a position in this list.
    #[must_use]
    pub fn sources(&self) -> &[SourceFile] {
        &self.sources
    }

    /// The tables, in the order of their creation.
    pub fn tables(&self) -> impl Iterator<Item = &CatalogTable> {
        self.tables.iter().flatten()
    }

    /// The table with exactly this name.
    #[must_use]
    pub fn table(&self, name: &ObjectName) -> Option<&CatalogTable> {
        self.table_places.get(name).and_then(|&at| self.tables.get(at)?.as_ref())
    }

    /// The tables, to give their parts other names.
    pub(crate) fn tables_mut(&mut self) -> impl Iterator<Item = &mut CatalogTable> {
        self.tables.iter_mut().flatten()
    }

    /// The sequences, in the order of their creation.
    #[must_use]
    pub fn sequences(&self) -> &[CatalogSequence] {
        &self.sequences
    }

    /// The named schemas, in the order of their creation.
    #[must_use]
    pub fn schemas(&self) -> &[String] {
        &self.schemas
    }

    /// The options of the database: names, and values as SQL.
    #[must_use]
    pub fn database_options(&self) -> &[(String, String)] {
        &self.database_options
    }

    /// The name of the database, if a statement names it.
    pub(crate) fn database_name(&self) -> Option<&str> {
        self.database.as_deref()
    }

    /// The statements that are kept as they are, in order.
    pub fn kept(&self) -> impl Iterator<Item = &KeptStatement> {
        self.kept.iter().flatten()
    }

    /// The columns of a table that got a default after the table was created, so that rows with
    /// other values may exist.
    pub fn filled_later(&self, table: &ObjectName) -> impl Iterator<Item = &str> {
        self.filled_later.get(table).into_iter().flatten().map(String::as_str)
    }

    /// Everything that could not be read or applied, in order.
    #[must_use]
    pub fn problems(&self) -> &[ReadProblem] {
        &self.problems
    }

    /// Whether a table is missing because its `CREATE TABLE` is among the
    /// [`problems`](Self::problems).
    #[must_use]
    pub fn has_failed(&self, table: &ObjectName) -> bool {
        self.failed.contains(table)
    }
}

/// Two catalogs are equal if they describe the same schema: the order of tables does not matter, nor
/// do files, positions and problems.
impl PartialEq for Catalog {
    fn eq(&self, other: &Self) -> bool {
        fn sorted<'a, T, K: Ord>(
            items: impl Iterator<Item = &'a T>,
            key: impl Fn(&T) -> K,
        ) -> Vec<&'a T> {
            let mut items: Vec<&T> = items.collect();
            items.sort_by_key(|item| key(item));
            items
        }
        let tables = |catalog: &'_ Self| {
            let tables = sorted(catalog.tables(), |table| table.name.clone());
            tables.into_iter().map(|table| table.normal(catalog.dialect)).collect::<Vec<_>>()
        };
        let kept = |catalog: &Self| -> Vec<String> {
            let mut kept: Vec<String> = catalog.kept().map(|kept| kept.sql.clone()).collect();
            kept.sort();
            kept
        };
        self.dialect == other.dialect
            && sorted(self.schemas.iter(), |name| (*name).clone())
                == sorted(other.schemas.iter(), |name| (*name).clone())
            && sorted(self.sequences.iter(), |sequence| sequence.name.clone())
                == sorted(other.sequences.iter(), |sequence| sequence.name.clone())
            && tables(self) == tables(other)
            && sorted(self.database_options.iter(), |option| (*option).clone())
                == sorted(other.database_options.iter(), |option| (*option).clone())
            && kept(self) == kept(other)
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name of the file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What its statements did.
    pub counts: StatementCounts,
}

/// What the statements of a file did. Every statement is in exactly one of the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatementCounts {
    /// Statements that changed tables, indexes, sequences, schemas or options.
    pub applied: usize,
    /// Statements that are kept as they are, or that changed such a statement.
    pub kept: usize,
    /// Batches and transactions, which do not matter for the schema.
    pub control: usize,
    /// Statements that name an object that does not exist, or that exists already.
    pub unresolved: usize,
    /// Statements that cannot be read.
    pub syntax: usize,
}

impl StatementCounts {
    /// The number of statements.
    #[must_use]
    pub const fn statements(self) -> usize {
        self.applied + self.kept + self.control + self.unresolved + self.syntax
    }
}

/// A position in a file. All spans are equal to each other: two definitions are the same wherever
/// they are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceSpan {
    /// The file, as a position in [`Catalog::sources`].
    pub source: usize,
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl PartialEq for SourceSpan {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The name of a table, an index or a sequence, without quotes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectName {
    /// The schema that holds it; `None` is the default schema.
    pub schema: Option<String>,
    /// Its own name.
    pub name: String,
}

impl ObjectName {
    /// The name in a path as `Display` writes it. Names have no dots.
    pub(crate) fn parse(path: &str) -> Self {
        let (schema, name) = match path.split_once('.') {
            Some((schema, name)) => (Some(schema.to_owned()), name),
            None => (None, path),
        };
        Self { schema, name: name.to_owned() }
    }
}

impl fmt::Display for ObjectName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(schema) = &self.schema {
            write!(out, "{schema}.")?;
        }
        out.write_str(&self.name)
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogTable {
    /// Its name.
    pub name: ObjectName,
    /// The position of the name where the table is created.
    pub span: SourceSpan,
    /// The columns, in order.
    pub columns: Vec<CatalogColumn>,
    /// The primary key; `None` for a table without one.
    pub key: Option<Vec<KeyColumn>>,
    /// The table that this one is interleaved in.
    pub interleave: Option<CatalogInterleave>,
    /// The secondary indexes.
    pub indexes: Vec<CatalogIndex>,
    /// The foreign keys.
    pub foreign_keys: Vec<CatalogForeignKey>,
    /// The CHECK constraints.
    pub checks: Vec<CatalogCheck>,
    /// The timestamp column by which rows expire, and the days after it.
    pub ttl: Option<(String, u32)>,
    /// Options: names, and values as SQL.
    pub options: Vec<(String, String)>,
    /// Other names of the table.
    pub synonyms: Vec<ObjectName>,
    /// The waivers in the comments above the statement.
    pub waivers: Vec<WaiverComment>,
    /// The renames in the comments above the statement.
    pub renames: Vec<RenameComment>,
}

impl CatalogTable {
    /// The column with this name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&CatalogColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The same table in a fixed order, for comparisons: only columns and key parts have an order
    /// that matters, and comments do not matter. Defaults that the writer spells in its own way are
    /// compared by what they do.
    fn normal(&self, dialect: Dialect) -> Self {
        let mut table = self.clone();
        for column in &mut table.columns {
            if let ColumnValue::Default(sql) = &mut column.value {
                if let Some(sequence) = fold::sequence_name(sql, dialect) {
                    *sql = sequence.to_string();
                } else if lower::is_uuid(dialect, column.ty, sql) {
                    sql.make_ascii_lowercase();
                }
            }
        }
        table.waivers.clear();
        table.renames.clear();
        for index in &mut table.indexes {
            index.waivers.clear();
        }
        for key in &mut table.foreign_keys {
            key.waivers.clear();
        }
        table.indexes.sort_by(|one, two| one.name.cmp(&two.name));
        table.foreign_keys.sort_by(|one, two| {
            (&one.name, &one.columns, &one.other).cmp(&(&two.name, &two.columns, &two.other))
        });
        table.checks.sort_by(|one, two| (&one.name, &one.sql).cmp(&(&two.name, &two.sql)));
        table.options.sort();
        table.synonyms.sort();
        table
    }
}

/// The name that a table, or a column of it, had before: `-- renamed_from: Users`, or
/// `-- renamed_from of email: mail`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameComment {
    /// The column; `None` for the table itself.
    pub column: Option<String>,
    /// Its former name.
    pub from: String,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a property of a column")]
pub struct CatalogColumn {
    /// Its name.
    pub name: String,
    /// The position of its name.
    pub span: SourceSpan,
    /// Its type. If [`type_name`](Self::type_name) is set, only `array` is meaningful.
    pub ty: SqlType,
    /// The name of a type that is not among the known ones: a message, an enum, `TOKENLIST`.
    pub type_name: Option<String>,
    /// The number of elements of a vector.
    pub vector_length: Option<u32>,
    /// Whether the column is nullable.
    pub nullable: bool,
    /// Where its values come from.
    pub value: ColumnValue,
    /// The expression that is evaluated when a row is updated.
    pub on_update: Option<String>,
    /// Whether the database can fill the column with the commit timestamp.
    pub commit_timestamp: bool,
    /// Whether `SELECT *` leaves the column out.
    pub hidden: bool,
    /// Whether the column decides where the row is placed.
    pub placement_key: bool,
    /// Other options: names, and values as SQL.
    pub options: Vec<(String, String)>,
}

/// Where the values of a column come from. Expressions name columns as `{column}`, see
/// [`SqlText`](crate::schema::SqlText).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnValue {
    /// The application.
    Supplied,
    /// This expression, if the application leaves the column out.
    Default(String),
    /// This expression, always.
    Generated {
        /// The expression.
        sql: String,
        /// Whether the value is stored in the row or computed when read.
        stored: bool,
    },
    /// An identity column.
    Identity(CounterOptions),
}

/// A column of a key or an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyColumn {
    /// The column.
    pub name: String,
    /// Whether it sorts in descending order.
    pub descending: bool,
}

/// Where a table is interleaved.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogInterleave {
    /// The parent.
    pub parent: ObjectName,
    /// The position of its name.
    pub span: SourceSpan,
    /// What happens to the children when the parent row is deleted.
    pub on_delete: OnDelete,
}

/// A secondary index.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogIndex {
    /// Its name.
    pub name: ObjectName,
    /// The position of its name.
    pub span: SourceSpan,
    /// The indexed columns, in order.
    pub columns: Vec<KeyColumn>,
    /// The positions of these columns.
    pub column_spans: Vec<SourceSpan>,
    /// The columns that are stored in addition.
    pub storing: Vec<String>,
    /// Whether two rows may not share the indexed values.
    pub unique: bool,
    /// Whether the index omits rows with a NULL among the indexed values.
    pub null_filtered: bool,
    /// Columns that must not be NULL for the index to hold the row.
    pub not_null: Vec<String>,
    /// The table whose rows the index entries are stored with.
    pub interleave: Option<ObjectName>,
    /// Options: names, and values as SQL.
    pub options: Vec<(String, String)>,
    /// The waivers in the comments above the statement.
    pub waivers: Vec<WaiverComment>,
}

/// A foreign key.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogForeignKey {
    /// The constraint's name.
    pub name: Option<String>,
    /// The position of the name, or of the constraint.
    pub span: SourceSpan,
    /// The referencing columns.
    pub columns: Vec<String>,
    /// The referenced table.
    pub other: ObjectName,
    /// The referenced columns.
    pub other_columns: Vec<String>,
    /// What happens when the referenced row is deleted.
    pub on_delete: OnDelete,
    /// The waivers in the comments above the statement that added it to its table.
    pub waivers: Vec<WaiverComment>,
}

/// A CHECK constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogCheck {
    /// The constraint's name.
    pub name: Option<String>,
    /// The position of the name, or of the constraint.
    pub span: SourceSpan,
    /// The condition, with columns as `{column}`.
    pub sql: String,
}

/// A bit-reversed positive sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogSequence {
    /// Its name.
    pub name: ObjectName,
    /// The position of its name.
    pub span: SourceSpan,
    /// Its options.
    pub options: CounterOptions,
}

/// A statement that is kept as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptStatement {
    /// The kind of the object, or the first word of the statement: `VIEW`, `CHANGE STREAM`, `GRANT`,
    /// `INSERT`.
    pub kind: String,
    /// What the statement does to the object.
    pub action: KeptAction,
    /// The name of the object.
    pub name: Option<ObjectName>,
    /// The tables that the statement mentions, each once.
    pub tables: Vec<ObjectName>,
    /// The text, without comments at its ends and without `;`.
    pub sql: String,
    /// Where it is.
    pub span: SourceSpan,
}

impl KeptStatement {
    /// Whether the statement changes the schema, rather than rows.
    #[must_use]
    pub fn is_ddl(&self) -> bool {
        self.action != KeptAction::Other
            || matches!(self.kind.as_str(), "GRANT" | "REVOKE" | "ANALYZE")
    }
}

/// A comment that accepts a hot key or index: `-- spanner-keys: allow_hotspot "why"`, or one that
/// [`Schema::script`](crate::Schema::script) wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct WaiverComment {
    /// Whether it states that the values spread, rather than that the hotspot is accepted.
    pub spread: bool,
    /// The column or the index, if the comment names one.
    pub on: Option<String>,
    /// The reason.
    pub why: String,
}

/// Something that could not be read or applied.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadProblem {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// The problem, as a sentence.
    pub message: String,
    /// Where it is.
    pub span: SourceSpan,
}

/// The kind of a [`ReadProblem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The statement cannot be read.
    Syntax,
    /// The statement names a table that no statement before it creates.
    UnknownTable,
    /// The statement names another object that no statement before it creates, or creates one
    /// that exists.
    Unresolved,
    /// A comment that begins with `spanner-keys:` is not understood, and was ignored.
    Comment,
}
