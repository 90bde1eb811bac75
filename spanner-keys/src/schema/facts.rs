//! Facts about a table that several modules need: who fills a part, what an index stores, what a
//! column becomes in the database.

use std::borrow::Cow;
use std::fmt;

/// The first number below a limit for which a condition holds: `Iterator::position` for a `const
/// fn`. The condition may use the number.
macro_rules! find {
    ($at:ident < $limit:expr, $holds:expr) => { find!($at < $limit, $holds; Some($at), None) };
    ($at:ident < $limit:expr, $holds:expr; $found:expr, $otherwise:expr) => {{
        let mut $at = 0;
        // Once: each call costs time when the compiler evaluates it.
        let limit = $limit;
        loop {
            if $at >= limit {
                break $otherwise;
            }
            if $holds {
                break $found;
            }
            $at += 1;
        }
    }};
}

/// Whether a condition holds for a number below a limit. Not `find!(…).is_some()`, which is a call.
macro_rules! any {
    ($at:ident < $limit:expr, $holds:expr) => {
        $crate::schema::facts::find!($at < $limit, $holds; true, false)
    };
}

pub(crate) use {any, find};

use crate::dialect::Dialect;

use super::{
    Fill, ForeignKeyDef, IndexColumn, IndexDef, IndexParent, ParentDef, ReferenceDef, Scalar,
    ShardBy, SqlType, TableDef,
};

/// The name of a table, an index or a sequence, and the schema that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Path<'a> {
    pub(crate) schema: Option<&'a str>,
    pub(crate) name: &'a str,
}

impl<'a> Path<'a> {
    pub(crate) const fn of(table: &TableDef<'a>) -> Self {
        Self { schema: table.schema, name: table.name }
    }

    /// `==` for a `const fn`.
    pub(crate) const fn same(self, other: Self) -> bool {
        same_text(self.name, other.name)
            && match (self.schema, other.schema) {
                (None, None) => true,
                (Some(one), Some(two)) => same_text(one, two),
                _ => false,
            }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(schema) = self.schema {
            write!(out, "{schema}.")?;
        }
        out.write_str(self.name)
    }
}

impl<'a> TableDef<'a> {
    /// The dialect that the table, or its root, states.
    ///
    /// ```
    /// use spanner_keys::{Dialect, SpannerTable};
    ///
    /// #[derive(SpannerTable)]
    /// #[table(dialect = postgresql)]
    /// struct Project {
    ///     #[key]
    ///     name: String,
    /// }
    ///
    /// #[derive(SpannerTable)]
    /// #[interleave(Project)]
    /// struct Task {
    ///     #[key(parent)]
    ///     name: String,
    ///     #[key]
    ///     line: i64,
    ///     done: bool,
    /// }
    ///
    /// assert_eq!(Task::TABLE.stated_dialect(), Some(Dialect::PostgreSql));
    /// let key = TaskKey { project: ProjectKey { name: "house".into() }, line: 1 };
    /// let sql = spanner_keys::update!(Task, key, done = true)?.sql()?;
    /// assert!(sql.text.starts_with(r#"UPDATE "Task" SET "done" = $1"#));
    /// // DDL for a database of the other dialect is an error.
    /// assert!(spanner_keys::tables![Task].ddl(Dialect::GoogleSql).is_err());
    /// # Ok::<(), spanner_keys::value::RowError>(())
    /// ```
    #[must_use]
    pub const fn stated_dialect(&self) -> Option<Dialect> {
        match (self.dialect, self.parent) {
            (None, Some(parent)) => parent.table.stated_dialect(),
            (dialect, _) => dialect,
        }
    }

    /// The stated dialect, or GoogleSQL.
    pub(crate) const fn usual_dialect(&self) -> Dialect {
        match self.stated_dialect() {
            Some(dialect) => dialect,
            None => Dialect::GoogleSql,
        }
    }

    /// The name that a statement gives the table, where it needs one: in GoogleSQL the name of a
    /// table hides a column of the same name, ignoring case.
    pub(crate) fn alias(&self) -> Option<String> {
        let is_column =
            |name: &str| self.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
        let mut alias = self.name.to_owned();
        while is_column(&alias) {
            alias.push('_');
        }
        (alias != self.name).then_some(alias)
    }

    /// The name that clients know the table by: with its schema, if it has one.
    ///
    /// ```
    /// use spanner_keys::schema::TableDef;
    ///
    /// let orders = TableDef { schema: Some("sales"), ..TableDef::new("Orders", &[]) };
    /// assert_eq!(orders.path(), "sales.Orders");
    /// ```
    #[must_use]
    pub fn path(&self) -> Cow<'a, str> {
        match self.schema {
            None => Cow::Borrowed(self.name),
            Some(_) => Cow::Owned(Path::of(self).to_string()),
        }
    }

    /// The position of the column that belongs to this Rust field.
    ///
    /// ```
    /// use spanner_keys::schema::{ColumnDef, SqlType, TableDef};
    ///
    /// const ID: ColumnDef<'static> = ColumnDef::new("SingerId", SqlType::INT64);
    /// const COLUMNS: &[ColumnDef<'static>] = &[ColumnDef { field: "singer_id", ..ID }];
    /// assert_eq!(TableDef::new("Singers", COLUMNS).column_of_field("singer_id"), Some(0));
    /// ```
    #[must_use]
    pub const fn column_of_field(&self, field: &str) -> Option<usize> {
        find!(at < self.columns.len(), same_text(self.columns[at].field, field))
    }

    /// The position in the key of this column, if the key holds it.
    #[must_use]
    pub const fn key_position(&self, column: usize) -> Option<usize> {
        find!(at < self.key.len(), self.key[at].column == column)
    }

    /// Whether the column is a key part that is inherited from the parent.
    pub(crate) const fn is_inherited(&self, column: usize) -> bool {
        match self.key_position(column) {
            Some(part) => self.key[part].inherited,
            None => false,
        }
    }

    /// The table that declares a key part, and the part's column there: this table, or for an
    /// inherited part the ancestor that it comes from.
    pub(crate) const fn declared(&self, part: usize) -> Option<(&Self, usize)> {
        let mut table = self;
        loop {
            if part >= table.key.len() {
                return None;
            }
            match table.parent {
                Some(parent) if table.key[part].inherited => table = parent.table,
                _ => return Some((table, table.key[part].column)),
            }
        }
    }

    /// Who writes the column in this table. An inherited key part is a plain column, whatever fills
    /// it in the parent.
    pub(crate) const fn fill(&self, column: usize) -> Fill<'a> {
        if self.is_inherited(column) { Fill::Supplied } else { self.columns[column].fill }
    }

    /// Whether the database computes the column.
    pub(crate) const fn is_generated(&self, column: usize) -> bool {
        match self.fill(column) {
            Fill::Generated { .. } => true,
            Fill::Shard(shard) => matches!(shard.by, ShardBy::Database),
            _ => false,
        }
    }

    /// Whether the column is computed when it is read.
    const fn is_virtual(&self, column: usize) -> bool {
        matches!(self.fill(column), Fill::Generated { stored: false, .. })
    }

    /// Whether the column holds NULL in the database. A virtual column always can.
    pub(crate) const fn is_nullable(&self, column: usize) -> bool {
        self.columns[column].nullable || self.is_virtual(column)
    }

    /// The column's type in the database. A virtual column has no length.
    pub(crate) const fn database_type(&self, column: usize) -> SqlType {
        let ty = self.columns[column].ty;
        if self.is_virtual(column) { SqlType { length: None, ..ty } } else { ty }
    }

    /// All indexes: those that the table declares, then those of its foreign keys.
    pub(crate) const fn index_at(&self, at: usize) -> Option<Indexed<'a>> {
        if at < self.indexes.len() {
            return Some(Indexed::Declared(self.indexes[at].columns));
        }
        let at = at - self.indexes.len();
        if at < self.foreign_keys.len() {
            return Some(Indexed::ForeignKey(self.foreign_keys[at].columns));
        }
        None
    }

    /// The variants that a CHECK constraint of the column allows; none without one.
    pub(crate) fn checked_values(&self, at: usize) -> &'a [super::VariantDef<'a>] {
        let column = &self.columns[at];
        if column.extra.is_some_and(|extra| extra.check_values) { column.variants } else { &[] }
    }

    /// The column that a retried insert finds its row by: a random id outside the key, with a unique
    /// index over it.
    #[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
    pub(crate) fn retry_id(&self) -> Option<&'a super::ColumnDef<'a>> {
        let is_unique = |at: usize| {
            self.indexes
                .iter()
                .any(|index| index.unique && matches!(index.columns, [only] if only.column == at))
        };
        let is_id = |(at, column): &(usize, &super::ColumnDef<'_>)| {
            column.fill == Fill::UuidV4 && self.key_position(*at).is_none() && is_unique(*at)
        };
        self.columns.iter().enumerate().find(is_id).map(|(_, column)| column)
    }

    /// The column at this place of an index: first the index's own columns, then the key columns of
    /// the table that it does not name, because Spanner stores those too.
    pub(crate) const fn index_part(&self, index: Indexed<'_>, place: usize) -> Option<usize> {
        if place < index.len() {
            return Some(index.column(place));
        }
        let mut left = place - index.len();
        let mut at = 0;
        while at < self.key.len() {
            if !index.names(self.key[at].column) {
                if left == 0 {
                    return Some(self.key[at].column);
                }
                left -= 1;
            }
            at += 1;
        }
        None
    }

    /// How many columns an index holds, with the key columns that it does not name.
    pub(crate) const fn index_width(&self, index: Indexed<'_>) -> usize {
        let (mut width, mut at, parts) = (index.len(), 0, self.key.len());
        while at < parts {
            if !index.names(self.key[at].column) {
                width += 1;
            }
            at += 1;
        }
        width
    }

    /// The table that an index is interleaved in.
    pub(crate) const fn index_host<'t>(&'t self, index: &IndexDef<'a>) -> Option<&'t Self> {
        match index.interleave {
            None => None,
            Some(IndexParent::OwnTable) => Some(self),
            Some(IndexParent::Ancestor(ancestor)) => Some(ancestor),
        }
    }

    /// Whether the index omits rows with a NULL in its columns.
    ///
    /// GoogleSQL treats two NULLs as equal in a unique index and PostgreSQL does not; without these
    /// rows, both dialects behave the same.
    pub(crate) fn leaves_nulls_out(&self, index: &IndexDef<'_>) -> bool {
        index.null_filtered
            || (index.unique
                && !index.keeps_nulls
                && index.columns.iter().any(|part| self.is_nullable(part.column)))
    }
}

/// The columns of an index: one that the table declares, or one that Spanner creates for a foreign
/// key.
#[derive(Clone, Copy)]
pub(crate) enum Indexed<'a> {
    Declared(&'a [IndexColumn]),
    ForeignKey(&'a [usize]),
}

impl Indexed<'_> {
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Declared(columns) => columns.len(),
            Self::ForeignKey(columns) => columns.len(),
        }
    }

    pub(crate) const fn column(self, place: usize) -> usize {
        match self {
            Self::Declared(columns) => columns[place].column,
            Self::ForeignKey(columns) => columns[place],
        }
    }

    /// Whether the column is one of the index's own.
    pub(crate) const fn names(self, column: usize) -> bool {
        match self {
            Self::Declared(columns) => any!(at < columns.len(), columns[at].column == column),
            Self::ForeignKey(columns) => contains(columns, column),
        }
    }
}

impl ForeignKeyDef<'_> {
    /// How many columns of the other table it names.
    pub(crate) const fn referenced_count(&self) -> usize {
        match self.references {
            ReferenceDef::Table { fields, .. } => fields.len(),
            ReferenceDef::Named { columns, .. } => columns.len(),
        }
    }

    /// A column of the other table as this foreign key names it, and its position there.
    pub(crate) const fn referenced(
        &self,
        other: &TableDef<'_>,
        place: usize,
    ) -> (&str, Option<usize>) {
        match self.references {
            ReferenceDef::Table { fields, .. } => {
                (fields[place], other.column_of_field(fields[place]))
            }
            ReferenceDef::Named { columns, .. } => {
                let name = columns[place];
                (name, find!(at < other.columns.len(), same_text(other.columns[at].name, name)))
            }
        }
    }
}

// Other tables are compared by name only: the address of a constant is meaningless, and a schema
// compares every table anyway.

impl PartialEq for ParentDef<'_> {
    fn eq(&self, other: &Self) -> bool {
        Path::of(self.table) == Path::of(other.table) && self.on_delete == other.on_delete
    }
}

impl PartialEq for IndexParent<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Ancestor(one), Self::Ancestor(two)) => Path::of(one) == Path::of(two),
            (Self::OwnTable, Self::OwnTable) => true,
            _ => false,
        }
    }
}

impl PartialEq for ReferenceDef<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Table { table: one, fields: own },
                Self::Table { table: two, fields: others },
            ) => Path::of(one()) == Path::of(two()) && own == others,
            (
                Self::Named { schema, table, columns },
                Self::Named { schema: other_schema, table: other, columns: others },
            ) => (schema, table, columns) == (other_schema, other, others),
            _ => false,
        }
    }
}

/// How long the id is that fills a column of text or bytes.
pub(crate) const fn id_length(fill: Fill<'_>, scalar: Scalar) -> Option<u32> {
    match (fill, scalar) {
        (Fill::UuidV4 | Fill::UuidV7, Scalar::Text) => Some(36),
        (Fill::UlidKey, Scalar::Text) => Some(26),
        (Fill::UuidV4 | Fill::UuidV7 | Fill::UlidKey, Scalar::Binary) => Some(16),
        _ => None,
    }
}

/// String equality for a `const fn`. Four bytes in each step, because each step costs time when the
/// compiler evaluates it.
pub(crate) const fn same_text(one: &str, two: &str) -> bool {
    let (mut one, mut two) = (one.as_bytes(), two.as_bytes());
    while let (&[a1, a2, a3, a4, ref after_one @ ..], &[b1, b2, b3, b4, ref after_two @ ..]) =
        (one, two)
    {
        if a1 != b1 || a2 != b2 || a3 != b3 || a4 != b4 {
            return false;
        }
        (one, two) = (after_one, after_two);
    }
    match (one, two) {
        ([], []) => true,
        ([a1], [b1]) => *a1 == *b1,
        ([a1, a2], [b1, b2]) => *a1 == *b1 && *a2 == *b2,
        ([a1, a2, a3], [b1, b2, b3]) => *a1 == *b1 && *a2 == *b2 && *a3 == *b3,
        _ => false,
    }
}

/// Whether the list holds the number, for a `const fn`.
pub(crate) const fn contains(list: &[usize], wanted: usize) -> bool {
    any!(at < list.len(), list[at] == wanted)
}
