//! Which tables a schema holds, and in what order they are made.

use std::collections::HashMap;

use super::SchemaError;
use super::view::Path;
use crate::schema::{ForeignKeyDef, IndexDef, IndexParent, ParentDef, ReferenceDef, TableDef};

/// The longest chain of interleaved tables, the root included.
const DEEPEST: usize = 7;

/// Every table of the schema once, parents before children.
pub(super) struct Tables<'a> {
    pub(super) list: Vec<TableDef<'a>>,
    places: HashMap<Path<'a>, usize>,
}

impl<'a> Tables<'a> {
    /// The tables that were added, then those that they need.
    pub(super) fn gather(added: &[TableDef<'a>]) -> Result<Self, SchemaError> {
        let mut tables = Self { list: Vec::new(), places: HashMap::new() };
        for table in added {
            tables.take_in(table)?;
        }
        // The list grows while it is read: a table that a foreign key brings in may bring in
        // others.
        let mut at = 0;
        while let Some(&table) = tables.list.get(at) {
            for key in table.foreign_keys {
                if let ReferenceDef::Table { table, .. } = key.references {
                    tables.take_in(table())?;
                }
            }
            at += 1;
        }
        Ok(tables)
    }

    /// The table with exactly this name; Spanner's DDL tells upper from lower case.
    pub(super) fn find(&self, path: Path<'_>) -> Option<&TableDef<'a>> {
        self.places.get(&path).and_then(|&at| self.list.get(at))
    }

    /// Takes in a table after its ancestors.
    fn take_in(&mut self, table: &TableDef<'a>) -> Result<(), SchemaError> {
        let mut line = vec![*table];
        let mut next = table.parent;
        while let Some(parent) = next {
            if line.len() == DEEPEST {
                return Err(SchemaError::InvalidInterleave {
                    table: Path::of(table).label(),
                    parent: table
                        .parent
                        .map_or_else(String::new, |parent| Path::of(parent.table).label()),
                    problem: format!(
                        "the chain of parents has more than {DEEPEST} tables, or a table is its own ancestor; make a table near the end a root and reference its parent by a foreign key"
                    ),
                });
            }
            line.push(*parent.table);
            next = parent.table.parent;
        }
        for table in line.into_iter().rev() {
            let path = Path::of(&table);
            if let Some(first) = self.find(path) {
                if !same_table(first, &table) {
                    let label = path.label();
                    return Err(SchemaError::DuplicateName {
                        first: format!("table `{label}`"),
                        second: format!("another definition of table `{label}`"),
                        name: label,
                    });
                }
                continue;
            }
            self.places.insert(path, self.list.len());
            self.list.push(table);
        }
        Ok(())
    }
}

/// Whether two definitions say the same. Never by address: a constant may have many. Other tables
/// count by name, because they are in the list themselves and are compared there.
fn same_table(one: &TableDef<'_>, two: &TableDef<'_>) -> bool {
    one.columns == two.columns
        && one.key == two.key
        && same_parent(one.parent, two.parent)
        && same_all(one.indexes, two.indexes, same_index)
        && same_all(one.foreign_keys, two.foreign_keys, same_foreign_key)
        && one.checks == two.checks
        && one.ttl == two.ttl
}

fn same_all<T>(one: &[T], two: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    one.len() == two.len() && one.iter().zip(two).all(|(one, two)| same(one, two))
}

fn same_parent(one: Option<ParentDef<'_>>, two: Option<ParentDef<'_>>) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => {
            Path::of(one.table) == Path::of(two.table) && one.on_delete == two.on_delete
        }
        _ => false,
    }
}

fn same_index(one: &IndexDef<'_>, two: &IndexDef<'_>) -> bool {
    let same_place = match (one.interleave, two.interleave) {
        (Some(IndexParent::Ancestor(one)), Some(IndexParent::Ancestor(two))) => {
            Path::of(one) == Path::of(two)
        }
        (Some(IndexParent::OwnTable), Some(IndexParent::OwnTable)) | (None, None) => true,
        _ => false,
    };
    same_place
        && (one.name, one.columns, one.storing, one.unique, one.null_filtered, one.allow_hotspot)
            == (
                two.name,
                two.columns,
                two.storing,
                two.unique,
                two.null_filtered,
                two.allow_hotspot,
            )
}

fn same_foreign_key(one: &ForeignKeyDef<'_>, two: &ForeignKeyDef<'_>) -> bool {
    let same_end = match (one.references, two.references) {
        (
            ReferenceDef::Table { table: one, fields: own },
            ReferenceDef::Table { table: two, fields: other },
        ) => Path::of(one()) == Path::of(two()) && own == other,
        (
            ReferenceDef::Named { schema: schema_one, table: one, columns: own },
            ReferenceDef::Named { schema: schema_two, table: two, columns: other },
        ) => schema_one == schema_two && one == two && own == other,
        _ => false,
    };
    same_end && (one.name, one.columns, one.on_delete) == (two.name, two.columns, two.on_delete)
}
