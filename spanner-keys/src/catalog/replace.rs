//! A schema in which a column has another name and definition.

use super::{Catalog, CatalogForeignKey, ObjectName};

impl Catalog {
    /// The table gets the column that another schema has instead of one of its own, under another
    /// name, and what names it in that schema.
    pub(crate) fn column_becomes(&mut self, table: &ObjectName, old: &str, to: &Self, new: &str) {
        let Some(wanted) = to.table(table) else { return };
        let Some(column) = wanted.column(old) else { return };
        let field = (format!("{{{old}}}"), format!("{{{new}}}"));
        let text = |sql: &String| sql.replace(&field.0, &field.1);
        let rename = |name: &mut String| {
            if name == old {
                new.clone_into(name);
            }
        };
        for other in self.tables_mut() {
            let is_this = other.name == *table;
            let keys = to.table(&other.name).map(|one| &one.foreign_keys);
            other.foreign_keys.retain_mut(|key| {
                let uses = |key: &CatalogForeignKey| {
                    (is_this && key.columns.iter().any(|one| one == old))
                        || (key.other == *table && key.other_columns.iter().any(|one| one == old))
                };
                if uses(key) {
                    let same = |one: &&CatalogForeignKey| one.name == key.name;
                    let Some(next) = keys.into_iter().flatten().find(same) else { return false };
                    *key = next.clone();
                }
                if is_this {
                    key.columns.iter_mut().for_each(rename);
                }
                if key.other == *table {
                    key.other_columns.iter_mut().for_each(rename);
                }
                true
            });
            if !is_this {
                continue;
            }
            let mut next = column.clone();
            new.clone_into(&mut next.name);
            other.columns.retain(|one| one.name != old);
            other.columns.push(next);
            other.checks.retain_mut(|check| {
                let uses = check.sql.contains(&field.0);
                match wanted.checks.iter().find(|one| one.name == check.name) {
                    Some(one) if uses => check.sql = text(&one.sql),
                    _ if uses => return false,
                    _ => {}
                }
                true
            });
            for index in &mut other.indexes {
                index.columns.iter_mut().map(|part| &mut part.name).for_each(rename);
                index.storing.iter_mut().chain(&mut index.not_null).for_each(rename);
            }
            if let Some((column, _)) = &mut other.ttl {
                rename(column);
            }
        }
    }
}
