//! Indexes that another index, or the table itself, makes superfluous.

use spanner_keys::catalog::CatalogIndex;

use super::Audit;
use crate::audit::Level;
use crate::fixes::quoted;

impl Audit<'_, '_, '_> {
    pub(super) fn redundant_index(&mut self) {
        let (table, dialect) = (self.table, self.catalog.dialect());
        let is_null = |name: &str| table.column(name).is_some_and(|column| column.nullable);
        // The index leaves out rows.
        let filters = |index: &CatalogIndex| {
            let nulls = index.columns.iter().any(|part| is_null(&part.name));
            (index.null_filtered && nulls) || index.not_null.iter().any(|name| is_null(name))
        };
        let covers = |wide: &CatalogIndex, narrow: &CatalogIndex| {
            wide.columns.starts_with(&narrow.columns)
                && narrow.storing.iter().all(|name| {
                    wide.storing.contains(name)
                        || wide.columns.iter().any(|part| part.name == *name)
                })
                && ((wide.null_filtered, &wide.not_null)
                    == (narrow.null_filtered, &narrow.not_null)
                    || !(filters(wide) || filters(narrow)))
                && wide.interleave == narrow.interleave
        };
        for (at, index) in table.indexes.iter().enumerate() {
            let name = index.name.name.as_str();
            let drop = || format!("drop it:\nDROP INDEX {};", quoted(dialect, &index.name));
            if index.unique && index.columns != table.key.clone().unwrap_or_default() {
                continue;
            }
            let key = table.key.as_deref().unwrap_or_default();
            if key.starts_with(&index.columns) && !filters(index) {
                self.report(
                    "redundant-index",
                    Level::Advice,
                    (Some(name), None),
                    format!(
                        "the index `{name}` of `{}` repeats the start of the primary key",
                        table.name
                    ),
                    "the table itself is sorted that way, and every write also writes the index",
                    drop(),
                );
                continue;
            }
            let others = table.indexes.iter().enumerate();
            let other = others.into_iter().find(|(other_at, other)| {
                *other_at != at && covers(other, index) && (!covers(index, other) || *other_at < at)
            });
            if let Some((_, other)) = other {
                self.report(
                    "redundant-index",
                    Level::Advice,
                    (Some(name), None),
                    format!(
                        "the index `{name}` of `{}` is contained in the index `{}`",
                        table.name, other.name
                    ),
                    "every write writes both, and queries can use the wider one",
                    drop(),
                );
            }
        }
    }
}
