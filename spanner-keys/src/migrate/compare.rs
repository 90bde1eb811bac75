//! What differs between two schemas. Spelling does not: types, intervals, options in another order,
//! printed casts.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::catalog::normal::{self, Likeness};
use crate::catalog::{
    Catalog, CatalogCheck, CatalogColumn, CatalogForeignKey, CatalogIndex, CatalogTable,
    ColumnValue, KeptStatement, ObjectName, same_streams,
};
use crate::ddl::alter::{foreign_key, later_start, on_delete};
use crate::dialect::Dialect;
use crate::schema::limits::{BYTES_LENGTH, TEXT_LENGTH};
use crate::schema::{CounterOptions, Scalar, SqlType, TableDef};

/// How an object differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the new schema has it.
    Added,
    /// Only the old schema has it.
    Dropped,
    /// Both have it, and it is not the same.
    Changed,
    /// Both have it, and only a database can compare the two texts.
    Unclear,
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Added => "added",
            Self::Dropped => "dropped",
            Self::Changed => "changed",
            Self::Unclear => "undetermined",
        })
    }
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum ObjectKind {
    Schema,
    Sequence,
    Table,
    Column,
    PrimaryKey,
    Interleave,
    Index,
    Check,
    ForeignKey,
    RowDeletionPolicy,
    Options,
    Synonym,
    Database,
    /// A statement that is kept as it is: a view, a change stream, a role.
    Other,
}

impl fmt::Display for ObjectKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Schema => "schema",
            Self::Sequence => "sequence",
            Self::Table => "table",
            Self::Column => "column",
            Self::PrimaryKey => "primary key of",
            Self::Interleave => "interleaving of",
            Self::Index => "index",
            Self::Check => "check",
            Self::ForeignKey => "foreign key",
            Self::RowDeletionPolicy => "row deletion policy of",
            Self::Options => "options of",
            Self::Synonym => "synonym",
            Self::Database => "database option",
            Self::Other => "object",
        })
    }
}

/// One difference between two schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How it differs.
    pub change: Change,
    /// What differs.
    pub kind: ObjectKind,
    /// The table, if it is part of one.
    pub table: Option<ObjectName>,
    /// The name: of the column, the index, or the object itself.
    pub name: String,
    /// The definition in the old schema.
    pub before: Option<String>,
    /// The definition in the new schema.
    pub after: Option<String>,
}

impl Difference {
    /// The name with the table's.
    #[must_use]
    pub fn path(&self) -> String {
        match (&self.table, self.kind) {
            (Some(table), ObjectKind::Column | ObjectKind::Check | ObjectKind::ForeignKey)
                if !self.name.is_empty() =>
            {
                format!("{table}.{}", self.name)
            }
            _ => self.name.clone(),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} `{}`", self.change, self.kind, self.path())?;
        match (&self.before, &self.after) {
            (Some(one), Some(two)) => write!(out, ": {one} → {two}"),
            (Some(one), None) | (None, Some(one)) => write!(out, ": {one}"),
            (None, None) => Ok(()),
        }
    }
}

/// What differs between two schemas of one dialect.
///
/// ```
/// use spanner_keys::Dialect;
/// use spanner_keys::catalog::Catalog;
/// use spanner_keys::migrate::differences;
///
/// let [mut one, mut two] = [Dialect::PostgreSql; 2].map(Catalog::new);
/// one.read("live", "CREATE TABLE t (id character varying(36) NOT NULL, n bigint DEFAULT '5'::bigint, PRIMARY KEY(id))");
/// two.read("own", "create table t (id varchar(36) primary key, n int8 default 5)");
/// assert!(differences(&one, &two).is_empty());
/// ```
#[must_use]
pub fn differences(from: &Catalog, to: &Catalog) -> Vec<Difference> {
    from.with_tables(|old| to.with_tables(|new| compare(from, old, to, new)))
}

fn compare(
    from: &Catalog,
    old: &[TableDef<'_>],
    to: &Catalog,
    new: &[TableDef<'_>],
) -> Vec<Difference> {
    let dialect = to.dialect();
    let mut found = Found { list: Vec::new(), table: None, dialect };
    for (list, others, change) in [
        (to.schemas(), from.schemas(), Change::Added),
        (from.schemas(), to.schemas(), Change::Dropped),
    ] {
        let others: HashSet<&String> = others.iter().collect();
        for name in list.iter().filter(|name| !others.contains(name)) {
            found.push(change, ObjectKind::Schema, name, None, None);
        }
    }
    sequences(from, to, &mut found);
    let definitions = |tables: &'_ [TableDef<'_>]| -> HashMap<ObjectName, usize> {
        let name = |table: &TableDef<'_>| ObjectName {
            schema: table.schema.map(str::to_owned),
            name: table.name.to_owned(),
        };
        tables.iter().enumerate().map(|(at, table)| (name(table), at)).collect()
    };
    let (olds, news) = (definitions(old), definitions(new));
    for table in to.tables() {
        let (Some(before), Some(one), Some(two)) =
            (from.table(&table.name), olds.get(&table.name), news.get(&table.name))
        else {
            found.table = Some(table.name.clone());
            found.push(Change::Added, ObjectKind::Table, &table.name.to_string(), None, None);
            continue;
        };
        found.table = Some(table.name.clone());
        tables(before, &old[*one], table, &new[*two], &mut found);
    }
    for table in from.tables().filter(|table| to.table(&table.name).is_none()) {
        found.table = Some(table.name.clone());
        found.push(Change::Dropped, ObjectKind::Table, &table.name.to_string(), None, None);
    }
    found.table = None;
    for name in option_names(from.database_options(), to.database_options(), dialect) {
        let value = |catalog: &Catalog| {
            let mut options = catalog.database_options().iter();
            options.find(|(known, _)| *known == name).map(|(_, value)| value.clone())
        };
        found.either(ObjectKind::Database, &name, value(from), value(to), Likeness::Different);
    }
    kept(from, to, &mut found);
    found.list
}

struct Found {
    list: Vec<Difference>,
    table: Option<ObjectName>,
    dialect: Dialect,
}

impl Found {
    fn push(
        &mut self,
        change: Change,
        kind: ObjectKind,
        name: &str,
        before: Option<String>,
        after: Option<String>,
    ) {
        let table = self.table.clone();
        self.list.push(Difference { change, kind, table, name: name.to_owned(), before, after });
    }

    /// Reports what one side has, or both have differently.
    fn either(
        &mut self,
        kind: ObjectKind,
        name: &str,
        before: Option<String>,
        after: Option<String>,
        likeness: Likeness,
    ) {
        let change = match (&before, &after, likeness) {
            (None, None, _) | (Some(_), Some(_), Likeness::Same) => return,
            (None, Some(_), _) => Change::Added,
            (Some(_), None, _) => Change::Dropped,
            (Some(_), Some(_), Likeness::Different) => Change::Changed,
            (Some(_), Some(_), Likeness::Unclear) => Change::Unclear,
        };
        self.push(change, kind, name, before, after);
    }
}

fn sequences(from: &Catalog, to: &Catalog, found: &mut Found) {
    let old: HashMap<_, _> = from.sequences().iter().map(|one| (&one.name, one.options)).collect();
    let new: HashSet<_> = to.sequences().iter().map(|one| &one.name).collect();
    let text = |options: CounterOptions| {
        format!("skip range {:?}, start {}", options.skip_range, options.start_counter.unwrap_or(1))
    };
    for sequence in to.sequences() {
        let before = old.get(&sequence.name);
        let same = before.is_some_and(|before| same_counter(*before, sequence.options));
        let likeness = if same { Likeness::Same } else { Likeness::Different };
        let (before, after) = (before.map(|options| text(*options)), text(sequence.options));
        let name = sequence.name.to_string();
        found.either(ObjectKind::Sequence, &name, before, Some(after), likeness);
    }
    for sequence in from.sequences().iter().filter(|one| !new.contains(&one.name)) {
        found.push(Change::Dropped, ObjectKind::Sequence, &sequence.name.to_string(), None, None);
    }
}

/// A counter that has moved on since it was created is the same.
fn same_counter(old: CounterOptions, new: CounterOptions) -> bool {
    old.skip_range == new.skip_range && later_start(old, new).is_none()
}

fn tables(
    old: &CatalogTable,
    old_def: &TableDef<'_>,
    new: &CatalogTable,
    new_def: &TableDef<'_>,
    found: &mut Found,
) {
    let dialect = found.dialect;
    let path = new.name.to_string();
    let is = |same: bool| if same { Likeness::Same } else { Likeness::Different };
    let key = |table: &CatalogTable| {
        let part =
            |name: &str, descending| format!("{name}{}", if descending { " DESC" } else { "" });
        let parts = table.key.as_ref()?;
        let parts: Vec<_> = parts.iter().map(|key| part(&key.name, key.descending)).collect();
        Some(format!("({})", parts.join(", ")))
    };
    found.either(ObjectKind::PrimaryKey, &path, key(old), key(new), is(old.key == new.key));
    let parent = |table: &CatalogTable| {
        let link = table.interleave.as_ref()?;
        Some(match on_delete(link.on_delete) {
            None => format!("in `{}`", link.parent),
            Some(action) => format!("in parent `{}`, {action}", link.parent),
        })
    };
    found.either(
        ObjectKind::Interleave,
        &path,
        parent(old),
        parent(new),
        is(parent(old) == parent(new)),
    );

    let places: HashMap<&str, usize> =
        old.columns.iter().enumerate().map(|(at, column)| (column.name.as_str(), at)).collect();
    let mut kept = HashSet::new();
    for (at, column) in new.columns.iter().enumerate() {
        let after = Some(crate::ddl::column(new_def, at, dialect));
        let Some(&place) = places.get(column.name.as_str()) else {
            found.push(Change::Added, ObjectKind::Column, &column.name, None, after);
            continue;
        };
        kept.insert(column.name.as_str());
        let before = Some(crate::ddl::column(old_def, place, dialect));
        let likeness = ColumnDifference::of(&old.columns[place], column, dialect).likeness();
        found.either(ObjectKind::Column, &column.name, before, after, likeness);
    }
    for (at, column) in old.columns.iter().enumerate() {
        if !kept.contains(column.name.as_str()) {
            let before = Some(crate::ddl::column(old_def, at, dialect));
            found.push(Change::Dropped, ObjectKind::Column, &column.name, before, None);
        }
    }
    indexes_and_constraints((old, old_def), (new, new_def), found);
}

fn indexes_and_constraints(
    (old, old_def): (&CatalogTable, &TableDef<'_>),
    (new, new_def): (&CatalogTable, &TableDef<'_>),
    found: &mut Found,
) {
    let dialect = found.dialect;
    let path = new.name.to_string();
    let is = |same: bool| if same { Likeness::Same } else { Likeness::Different };
    let index_text = |table: &CatalogTable, def: &TableDef<'_>, name: &ObjectName| {
        let at = table.indexes.iter().position(|index| index.name == *name)?;
        Some(dialect.create_index(def, &def.indexes[at]))
    };
    for index in &new.indexes {
        let before = old.indexes.iter().find(|one| one.name == index.name);
        let same = before.is_some_and(|before| same_index((old, before), (new, index), dialect));
        let texts =
            [(old, old_def), (new, new_def)].map(|(t, def)| index_text(t, def, &index.name));
        let [before, after] = texts;
        found.either(ObjectKind::Index, &index.name.to_string(), before, after, is(same));
    }
    for index in &old.indexes {
        if !new.indexes.iter().any(|one| one.name == index.name) {
            let before = index_text(old, old_def, &index.name);
            found.push(Change::Dropped, ObjectKind::Index, &index.name.to_string(), before, None);
        }
    }

    let same =
        |one: &CatalogCheck, two: &CatalogCheck| normal::compare(&one.sql, &two.sql, dialect);
    let text = |check: &CatalogCheck| check.sql.replace(['{', '}'], "");
    constraints(ObjectKind::Check, &old.checks, &new.checks, |one| &one.name, same, text, found);
    let same = |one: &CatalogForeignKey, two: &CatalogForeignKey| {
        let key = |key: &CatalogForeignKey| {
            (key.columns.clone(), key.other.clone(), key.other_columns.clone(), key.on_delete)
        };
        is(key(one) == key(two))
    };
    let text = |key: &CatalogForeignKey| {
        let other = (key.other.path(), key.other_columns.as_slice());
        foreign_key(&key.columns, other, key.on_delete, dialect)
    };
    constraints(
        ObjectKind::ForeignKey,
        &old.foreign_keys,
        &new.foreign_keys,
        |one| &one.name,
        same,
        text,
        found,
    );

    let ttl = |table: &CatalogTable| {
        table.ttl.as_ref().map(|(column, days)| format!("{days} days after {column}"))
    };
    found.either(
        ObjectKind::RowDeletionPolicy,
        &path,
        ttl(old),
        ttl(new),
        is(ttl(old) == ttl(new)),
    );
    if !option_names(&old.options, &new.options, dialect).is_empty() {
        let text = |options: &[(String, String)]| Some(format!("{options:?}"));
        let (before, after) = (text(&old.options), text(&new.options));
        found.push(Change::Changed, ObjectKind::Options, &path, before, after);
    }
    for (one, two, change) in [
        (&new.synonyms, &old.synonyms, Change::Added),
        (&old.synonyms, &new.synonyms, Change::Dropped),
    ] {
        for name in one.iter().filter(|name| !two.contains(name)) {
            found.push(change, ObjectKind::Synonym, &name.to_string(), None, None);
        }
    }
}

/// Constraints are found by their names; one without a name, by its content.
fn constraints<T>(
    kind: ObjectKind,
    old: &[T],
    new: &[T],
    name: impl Fn(&T) -> &Option<String>,
    same: impl Fn(&T, &T) -> Likeness,
    text: impl Fn(&T) -> String,
    found: &mut Found,
) {
    let mut left: Vec<&T> = old.iter().collect();
    let mut unmatched = Vec::new();
    for constraint in new {
        let named = |one: &&T| name(one).is_some() && name(one) == name(constraint);
        match left.iter().position(named) {
            Some(at) => {
                let before = left.remove(at);
                let likeness = same(before, constraint);
                let label = name(constraint).clone().unwrap_or_default();
                let (before, after) = (Some(text(before)), Some(text(constraint)));
                found.either(kind, &label, before, after, likeness);
            }
            None => unmatched.push(constraint),
        }
    }
    // The same text first, so that it is not taken by one that may be the same.
    for likeness in [Likeness::Same, Likeness::Unclear] {
        unmatched.retain(|constraint| {
            let equal = |one: &&T| {
                (name(one).is_none() || name(constraint).is_none())
                    && same(one, constraint) == likeness
            };
            let Some(at) = left.iter().position(equal) else { return true };
            let before = left.remove(at);
            let label = name(before).as_ref().or(name(constraint).as_ref()).cloned();
            let (before, after) = (Some(text(before)), Some(text(constraint)));
            found.either(kind, &label.unwrap_or_default(), before, after, likeness);
            false
        });
    }
    for constraint in unmatched {
        let label = name(constraint).clone().unwrap_or_default();
        found.push(Change::Added, kind, &label, None, Some(text(constraint)));
    }
    for constraint in left {
        let label = name(constraint).clone().unwrap_or_default();
        found.push(Change::Dropped, kind, &label, Some(text(constraint)), None);
    }
}

/// The options that differ.
pub(super) fn option_names(
    old: &[(String, String)],
    new: &[(String, String)],
    dialect: Dialect,
) -> Vec<String> {
    let value = |list: &[(String, String)], name: &String| {
        list.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    let mut names: Vec<String> = Vec::new();
    for (name, _) in old.iter().chain(new) {
        let same = match (value(old, name), value(new, name)) {
            (Some(one), Some(two)) => normal::compare(&one, &two, dialect) == Likeness::Same,
            (one, two) => one == two,
        };
        if !same && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// How a column differs.
#[allow(clippy::struct_excessive_bools, reason = "each is a property of a column")]
pub(super) struct ColumnDifference {
    pub(super) ty: bool,
    pub(super) nullable: bool,
    pub(super) value: Likeness,
    pub(super) on_update: Likeness,
    pub(super) commit_timestamp: bool,
    /// What no statement changes.
    pub(super) fixed: bool,
    pub(super) options: Vec<String>,
}

impl ColumnDifference {
    pub(super) fn of(old: &CatalogColumn, new: &CatalogColumn, dialect: Dialect) -> Self {
        let text = |one: &str, two: &str| normal::compare(one, two, dialect);
        let value = match (&old.value, &new.value) {
            (ColumnValue::Default(one), ColumnValue::Default(two)) => text(one, two),
            (
                ColumnValue::Generated { sql: one, stored: first },
                ColumnValue::Generated { sql: two, stored: second },
            ) if first == second => text(one, two),
            (ColumnValue::Identity(one), ColumnValue::Identity(two))
                if same_counter(*one, *two) =>
            {
                Likeness::Same
            }
            (one, two) if one == two => Likeness::Same,
            _ => Likeness::Different,
        };
        let on_update = match (&old.on_update, &new.on_update) {
            (Some(one), Some(two)) => text(one, two),
            (None, None) => Likeness::Same,
            _ => Likeness::Different,
        };
        Self {
            ty: old.type_name != new.type_name
                || (old.type_name.is_none() && whole(old.ty) != whole(new.ty))
                || old.ty.array != new.ty.array,
            nullable: old.nullable != new.nullable,
            value,
            on_update,
            commit_timestamp: old.commit_timestamp != new.commit_timestamp,
            fixed: old.vector_length != new.vector_length
                || old.hidden != new.hidden
                || old.placement_key != new.placement_key,
            options: option_names(&old.options, &new.options, dialect),
        }
    }

    fn likeness(&self) -> Likeness {
        let differs = self.ty
            || self.nullable
            || self.commit_timestamp
            || self.fixed
            || !self.options.is_empty()
            || self.value == Likeness::Different
            || self.on_update == Likeness::Different;
        if differs {
            Likeness::Different
        } else if self.value == Likeness::Unclear || self.on_update == Likeness::Unclear {
            Likeness::Unclear
        } else {
            Likeness::Same
        }
    }
}

/// A type whose length is the largest is one without a length.
fn whole(mut ty: SqlType) -> SqlType {
    let largest = match ty.scalar {
        Scalar::Text => TEXT_LENGTH,
        _ => BYTES_LENGTH,
    };
    ty.length = ty.length.filter(|length| *length < largest);
    ty
}

/// Whether two indexes are the same, but for their names, STORING and options.
pub(super) fn same_index_key(
    (old_table, old): (&CatalogTable, &CatalogIndex),
    (new_table, new): (&CatalogTable, &CatalogIndex),
    dialect: Dialect,
) -> bool {
    let filter = |table: &CatalogTable, index: &CatalogIndex| {
        let mut columns: Vec<String> = index.not_null.clone();
        // PostgreSQL has one way to omit rows with a NULL, and it names the columns.
        if dialect == Dialect::PostgreSql && index.null_filtered {
            let parts = index.columns.iter().map(|part| &part.name);
            let nullable = |name: &&String| table.column(name).is_none_or(|one| one.nullable);
            columns.extend(parts.filter(nullable).cloned());
        }
        columns.sort();
        columns.dedup();
        (columns, dialect == Dialect::GoogleSql && index.null_filtered)
    };
    old.columns == new.columns
        && old.unique == new.unique
        && old.interleave == new.interleave
        && filter(old_table, old) == filter(new_table, new)
}

pub(super) fn same_storing(old: &CatalogIndex, new: &CatalogIndex) -> bool {
    let sorted = |index: &CatalogIndex| {
        let mut names = index.storing.clone();
        names.sort();
        names
    };
    sorted(old) == sorted(new)
}

fn same_index(
    old: (&CatalogTable, &CatalogIndex),
    new: (&CatalogTable, &CatalogIndex),
    dialect: Dialect,
) -> bool {
    same_index_key(old, new, dialect)
        && same_storing(old.1, new.1)
        && option_names(&old.1.options, &new.1.options, dialect).is_empty()
}

/// The object of a kept statement: its kind and name, or the text of one without a name.
pub(super) fn kept_key(kept: &KeptStatement) -> String {
    match &kept.name {
        Some(name) => format!("{} {name}", kept.kind),
        None => kept.sql.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// The differences of kept statements only.
pub(super) fn kept_differences(from: &Catalog, to: &Catalog) -> Vec<Difference> {
    let mut found = Found { list: Vec::new(), table: None, dialect: to.dialect() };
    kept(from, to, &mut found);
    found.list
}

fn kept(from: &Catalog, to: &Catalog, found: &mut Found) {
    let gather = |catalog: &'_ Catalog| -> (Vec<String>, HashMap<String, Vec<String>>) {
        let (mut order, mut texts) = (Vec::new(), HashMap::<String, Vec<String>>::new());
        for kept in catalog.kept().filter(|kept| kept.is_ddl()) {
            let list = texts.entry(kept_key(kept)).or_default();
            if list.is_empty() {
                order.push(kept_key(kept));
            }
            list.push(kept.sql.clone());
        }
        (order, texts)
    };
    let ((old_order, old), (new_order, new)) = (gather(from), gather(to));
    for name in &new_order {
        let before = old.get(name).map(|texts| texts.join("; "));
        let after = new.get(name).map(|texts| texts.join("; "));
        let likeness = match (&before, &after) {
            (Some(one), Some(two)) if same_streams(one, two, found.dialect) == Some(true) => {
                Likeness::Same
            }
            (Some(one), Some(two)) => normal::compare_statements(one, two, found.dialect),
            _ => Likeness::Different,
        };
        found.either(ObjectKind::Other, name, before, after, likeness);
    }
    for name in old_order.iter().filter(|name| !new.contains_key(*name)) {
        let before = old.get(name).map(|texts| texts.join("; "));
        found.push(Change::Dropped, ObjectKind::Other, name, before, None);
    }
}
