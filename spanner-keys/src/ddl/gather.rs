//! Which tables a schema holds, and in what order they are created.

use std::collections::HashMap;

use crate::rules::names::duplicate;
use crate::rules::{Finding, Named, interleave};
use crate::schema::facts::Path;
use crate::schema::{ReferenceDef, TableDef};

/// Every table of the schema once, parents before children.
#[derive(Default)]
pub(super) struct Tables<'a> {
    pub(super) list: Vec<TableDef<'a>>,
    places: HashMap<Path<'a>, usize>,
    /// Tables that cannot be gathered.
    pub(super) findings: Vec<Finding>,
}

impl<'a> Tables<'a> {
    /// The tables that were added, then those that they need.
    pub(super) fn gather(added: &[TableDef<'a>]) -> Self {
        let mut tables = Self::default();
        for table in added {
            tables.add(table);
        }
        // The list grows during the loop: a referenced table may reference others.
        let mut at = 0;
        while let Some(&table) = tables.list.get(at) {
            for key in table.foreign_keys {
                if let ReferenceDef::Table { table, .. } = key.references {
                    tables.add(table());
                }
            }
            at += 1;
        }
        tables
    }

    /// The table with exactly this name. Spanner's DDL is case sensitive.
    pub(super) fn find(&self, path: Path<'_>) -> Option<&TableDef<'a>> {
        self.places.get(&path).and_then(|&at| self.list.get(at))
    }

    /// Adds a table after its ancestors.
    fn add(&mut self, table: &TableDef<'a>) {
        let path = Path::of(table);
        if let Some(first) = self.find(path) {
            if first != table {
                let (first, second) =
                    (format!("table `{path}`"), format!("another definition of table `{path}`"));
                self.findings.push(duplicate(path, Named::Table, path.name, &first, &second));
            }
            return;
        }
        // A table that is its own ancestor has no first ancestor. The rules report it.
        if interleave::circle_fault(table).is_none()
            && let Some(parent) = table.parent
        {
            self.add(parent.table);
        }
        self.places.insert(path, self.list.len());
        self.list.push(*table);
    }
}
