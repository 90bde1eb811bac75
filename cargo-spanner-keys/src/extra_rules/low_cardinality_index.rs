//! Indexes with few different values.

use spanner_keys::schema::{Arrival, ColumnDef};

use super::Audit;
use super::names::is_few_by_name;
use crate::audit::Level;

impl Audit<'_, '_, '_> {
    pub(super) fn low_cardinality_index(&mut self) {
        let (definition, table) = (self.definition, self.table);
        for (index, owned) in definition.indexes.iter().zip(&table.indexes) {
            let columns = || index.columns.iter().map(|part| &definition.columns[part.column]);
            let few = |column: &ColumnDef<'_>| {
                column.arrival == Arrival::FewValues || is_few_by_name(column)
            };
            if !columns().all(few)
                || index.unique
                || index.interleave.is_some()
                || owned.null_filtered
                || !owned.not_null.is_empty()
            {
                continue;
            }
            let name = columns().next().map_or("", |column| column.name);
            let has = if columns().any(is_few_by_name) { "probably has" } else { "has" };
            self.report(
                "low-cardinality-index",
                Level::Advice,
                (Some(index.name), Some(name)),
                format!(
                    "the index `{}` of `{}` {has} only few different values",
                    index.name, table.name
                ),
                "a query by such a value reads a large part of the table, and rows that change their state move in the index",
                "put a selective column first, or index only the rows that are looked for: `WHERE column IS NOT NULL`".to_owned(),
            );
        }
    }
}
