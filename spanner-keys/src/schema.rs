//! You need this to inspect a table in a program, or to build one without the derive: what a table
//! is, as plain constant data.
//!
//! The derive writes one [`TableDef`] per struct; everything else (the rules, the DDL, the rows)
//! only reads it. Nothing here depends on a dialect, a rule or a client. All of it borrows, so a table
//! that was read from somewhere else at run time has the same rules and the same DDL as a
//! derived one:
//!
//! ```
//! use spanner_keys::schema::{
//!     CheckDef, ColumnDef, CounterOptions, Fill, IndexColumn, IndexDef, KeyPart, ShardBy, ShardDef, SqlText, SqlType, TableDef, Ttl,
//! };
//! use spanner_keys::{Dialect, Schema, rules};
//!
//! let columns = [
//!     ColumnDef {
//!         fill: Fill::Shard(ShardDef { count: 16, inputs: &[1], by: ShardBy::Database }),
//!         ..ColumnDef::new("Shard", SqlType::INT64)
//!     },
//!     ColumnDef::new("At", SqlType::TIMESTAMP),
//!     ColumnDef { fill: Fill::Identity(CounterOptions::default()), ..ColumnDef::new("Id", SqlType::INT64) },
//!     ColumnDef { nullable: true, ..ColumnDef::new("Note", SqlType::text(100)) },
//! ];
//! let events = TableDef {
//!     key: &[KeyPart::new(0), KeyPart::new(1), KeyPart::new(2)],
//!     indexes: &[IndexDef { unique: true, ..IndexDef::new("EventsByNote", &[IndexColumn { column: 3, descending: false }]) }],
//!     checks: &[CheckDef { name: None, sql: SqlText::both("{Note} != ''") }],
//!     ttl: Some(Ttl { column: 1, days: 30 }),
//!     ..TableDef::new("Events", &columns)
//! };
//! assert!(rules::lint(&events).is_empty());
//! assert_eq!(Schema::new().add(events).ddl(Dialect::PostgreSql)?.len(), 2);
//! # Ok::<(), spanner_keys::SchemaError>(())
//! ```

mod column;
#[doc(hidden)]
pub(crate) mod draft;
pub(crate) mod facts;
pub(crate) mod limits;
pub(crate) mod spec;
pub(crate) mod sql_text;

use crate::dialect::Dialect;
pub use column::{
    Arrival, ColumnDef, ColumnExtra, CounterOptions, Fill, Scalar, SequenceDef, ShardBy, ShardDef,
    SqlType, StoredValue, UuidHalf, VariantDef,
};

/// One table: its columns, its key and everything that depends on them.
///
/// ```
/// use spanner_keys::schema::{ColumnDef, KeyPart, Scalar, SqlType, TableDef};
///
/// const TABLE: TableDef<'static> = TableDef {
///     key: &[KeyPart::new(0)],
///     ..TableDef::new("Singers", &[ColumnDef::new("SingerId", SqlType::text(36))])
/// };
/// assert_eq!(TABLE.columns[0].ty.scalar, Scalar::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableDef<'a> {
    /// The table's name in SQL, without its schema.
    pub name: &'a str,
    /// The named schema that holds the table; `None` is the default schema.
    pub schema: Option<&'a str>,
    /// The name that the table had before, in the same schema.
    pub renamed_from: Option<&'a str>,
    /// Every column, in the order of the struct's fields.
    pub columns: &'a [ColumnDef<'a>],
    /// The whole primary key, inherited parts first.
    pub key: &'a [KeyPart<'a>],
    /// The table that this one is interleaved in.
    pub parent: Option<ParentDef<'a>>,
    /// The secondary indexes.
    pub indexes: &'a [IndexDef<'a>],
    /// The foreign keys.
    pub foreign_keys: &'a [ForeignKeyDef<'a>],
    /// The CHECK constraints that the struct declares.
    pub checks: &'a [CheckDef<'a>],
    /// When rows expire.
    pub ttl: Option<Ttl>,
    /// What a table without key parts is.
    pub keyless: Keyless,
    /// Options of the table, such as its locality group.
    pub options: &'a [OptionDef<'a>],
    /// The dialect of the databases that hold the table, if it is stated. The tables that are
    /// interleaved in it have the same.
    pub dialect: Option<Dialect>,
    /// Whether the table replaces a struct whose attributes have errors. The rules skip it, because
    /// those errors are already reported.
    #[doc(hidden)]
    pub stand_in: bool,
    /// The fields of the struct that are not columns.
    #[doc(hidden)]
    pub skipped: &'a [&'a str],
}

impl<'a> TableDef<'a> {
    /// A table in the default schema with these columns and nothing else; set the rest with struct
    /// update syntax.
    #[must_use]
    pub const fn new(name: &'a str, columns: &'a [ColumnDef<'a>]) -> Self {
        Self {
            name,
            schema: None,
            renamed_from: None,
            columns,
            key: &[],
            parent: None,
            indexes: &[],
            foreign_keys: &[],
            checks: &[],
            ttl: None,
            keyless: Keyless::Forbidden,
            options: &[],
            dialect: None,
            stand_in: false,
            skipped: &[],
        }
    }
}

/// Whether a table may have no key parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keyless {
    /// The table needs a key.
    #[default]
    Forbidden,
    /// The key is empty, so the table holds at most one row. GoogleSQL only.
    OneRow,
    /// The table has no primary key; the database adds a hidden column with spread numbers.
    HiddenRowId,
}

/// An option of a table, a column or an index: `name = value`. PostgreSQL has `locality_group` and
/// `columnar_policy` only, and writes them as clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionDef<'a> {
    /// The option's name.
    pub name: &'a str,
    /// Its value as SQL, such as `'ssd_only'`.
    pub value: &'a str,
}

/// The table that another one is interleaved in.
#[derive(Clone, Copy, Debug)]
pub struct ParentDef<'a> {
    /// The parent's definition.
    pub table: &'a TableDef<'a>,
    /// What happens to the children when the parent row is deleted.
    pub on_delete: OnDelete,
}

/// What happens to dependent rows when a row is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDelete {
    /// The delete fails while such rows exist. Spanner's default, and ours.
    #[default]
    NoAction,
    /// The dependent rows are deleted too.
    Cascade,
    /// The dependent rows remain: Spanner does not check that the other row exists. A table is then
    /// `INTERLEAVE IN` without `PARENT`, a foreign key `NOT ENFORCED`.
    Unchecked,
}

/// A part of the primary key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPart<'a> {
    /// The column, by position.
    pub column: usize,
    /// Whether the part sorts in descending order.
    pub descending: bool,
    /// Whether the part is inherited from the interleave parent.
    pub inherited: bool,
    /// The reason that lets the part pass a hotspot rule.
    pub waiver: Option<Waiver<'a>>,
}

impl KeyPart<'_> {
    /// An ascending key part that is not inherited.
    #[must_use]
    pub const fn new(column: usize) -> Self {
        Self { column, descending: false, inherited: false, waiver: None }
    }
}

/// A reason that the author of a table gave for a key or an index that a rule would refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiver<'a> {
    /// `spread = "why"`: the values are many and do not follow time, though their type suggests it.
    Spread(&'a str),
    /// `allow_hotspot = "why"`: the hotspot is known and accepted.
    AllowHotspot(&'a str),
}

/// A secondary index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexDef<'a> {
    /// The index's name in SQL; it lives in the schema of its table.
    pub name: &'a str,
    /// The indexed columns, in order.
    pub columns: &'a [IndexColumn],
    /// The columns that the index stores in addition, by position.
    pub storing: &'a [usize],
    /// Whether two rows may not share the indexed values. Rows with a NULL among them never
    /// conflict, in either dialect: the index does not contain them.
    pub unique: bool,
    /// Whether the index omits rows with a NULL among the indexed values.
    pub null_filtered: bool,
    /// Whether a unique index keeps rows with a NULL among the indexed values, which GoogleSQL
    /// treats as equal and PostgreSQL does not.
    pub keeps_nulls: bool,
    /// The columns that must not be NULL for the index to hold the row, by position: indexed or
    /// stored ones.
    pub not_null: &'a [usize],
    /// Options of the index, such as its locality group.
    pub options: &'a [OptionDef<'a>],
    /// The table whose rows the index entries are stored with.
    pub interleave: Option<IndexParent<'a>>,
    /// The reason that lets the index pass a hotspot rule.
    pub waiver: Option<Waiver<'a>>,
}

impl<'a> IndexDef<'a> {
    /// A plain index over these columns.
    #[must_use]
    pub const fn new(name: &'a str, columns: &'a [IndexColumn]) -> Self {
        Self {
            name,
            columns,
            storing: &[],
            unique: false,
            null_filtered: false,
            keeps_nulls: false,
            not_null: &[],
            options: &[],
            interleave: None,
            waiver: None,
        }
    }
}

/// The table that an index is interleaved in.
#[derive(Clone, Copy, Debug)]
pub enum IndexParent<'a> {
    /// An ancestor of the indexed table.
    Ancestor(&'a TableDef<'a>),
    /// The indexed table itself.
    OwnTable,
}

/// A column of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexColumn {
    /// The column, by position.
    pub column: usize,
    /// Whether it sorts in descending order.
    pub descending: bool,
}

/// A foreign key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForeignKeyDef<'a> {
    /// The constraint's name; `None` derives one from the table and the columns.
    pub name: Option<&'a str>,
    /// The referencing columns, by position.
    pub columns: &'a [usize],
    /// What they reference.
    pub references: ReferenceDef<'a>,
    /// What happens when the referenced row is deleted.
    pub on_delete: OnDelete,
    /// The reason that lets the indexes that Spanner creates for the foreign key pass a hotspot
    /// rule.
    pub waiver: Option<Waiver<'a>>,
}

impl<'a> ForeignKeyDef<'a> {
    /// A foreign key without a cascade, named after its table and columns.
    #[must_use]
    pub const fn new(columns: &'a [usize], references: ReferenceDef<'a>) -> Self {
        Self { name: None, columns, references, on_delete: OnDelete::NoAction, waiver: None }
    }
}

/// The other end of a foreign key.
#[derive(Clone, Copy, Debug)]
pub enum ReferenceDef<'a> {
    /// A derived table. A function instead of a reference, so that two tables can reference each
    /// other.
    Table {
        /// Returns the referenced table.
        table: fn() -> &'static TableDef<'static>,
        /// The referenced columns, named as the fields of that table's struct.
        fields: &'a [&'a str],
    },
    /// A table known by name only.
    Named {
        /// Its schema; `None` is the default schema.
        schema: Option<&'a str>,
        /// Its name.
        table: &'a str,
        /// The referenced columns, by their names in SQL.
        columns: &'a [&'a str],
    },
}

/// A CHECK constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckDef<'a> {
    /// The constraint's name; `None` derives one from the table and the columns that the condition
    /// names.
    pub name: Option<&'a str>,
    /// The condition.
    pub sql: SqlText<'a>,
}

/// SQL that the author wrote, for one dialect or for both. `{field}` is replaced with the column,
/// `{{` and `}}` with a brace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqlText<'a> {
    /// The text for GoogleSQL databases.
    pub googlesql: Option<&'a str>,
    /// The text for PostgreSQL databases.
    pub postgresql: Option<&'a str>,
}

impl<'a> SqlText<'a> {
    /// The same text for both dialects.
    #[must_use]
    pub const fn both(sql: &'a str) -> Self {
        Self { googlesql: Some(sql), postgresql: Some(sql) }
    }
}

/// A row deletion policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ttl {
    /// The timestamp column, by position.
    pub column: usize,
    /// Rows are deleted this many days after that time.
    pub days: u32,
}
