//! Unique indexes over columns without NOT NULL, in GoogleSQL.

use spanner_keys::Dialect;

use super::Audit;
use crate::audit::Level;

impl Audit<'_, '_, '_> {
    pub(super) fn unique_null(&mut self) {
        if self.catalog.dialect() != Dialect::GoogleSql {
            return;
        }
        let (definition, table) = (self.definition, self.table);
        for index in definition.indexes {
            let mut columns = index.columns.iter().map(|part| &definition.columns[part.column]);
            if !index.unique || !index.keeps_nulls || !index.not_null.is_empty() {
                continue;
            }
            let Some(column) = columns.find(|column| column.nullable) else { continue };
            let name = column.name;
            self.report(
                "unique-null",
                Level::Advice,
                (Some(index.name), Some(name)),
                format!(
                    "the unique index `{}` of `{}` allows one NULL in `{name}`",
                    index.name, table.name
                ),
                "GoogleSQL treats two NULLs as equal in a unique index",
                "if rows without a value are fine, create it as `UNIQUE NULL_FILTERED INDEX`"
                    .to_owned(),
            );
        }
    }
}
