//! Key columns that allow commit timestamps in one table of a hierarchy only.

use super::Audit;
use crate::audit::Level;

impl Audit<'_, '_, '_> {
    pub(super) fn commit_timestamp_differs(&mut self) {
        let (definition, table) = (self.definition, self.table);
        let Some(parent) = definition.parent else { return };
        let parts = definition.key.iter().zip(parent.table.key);
        let different = parts.map(|(part, above)| {
            (&definition.columns[part.column], &parent.table.columns[above.column])
        });
        let mut different = different.filter(|(column, above)| {
            column.name == above.name && column.commit_timestamp != above.commit_timestamp
        });
        let Some((column, _)) = different.next() else { return };
        let path = definition.path();
        // Nothing else is wrong with the key: the database accepted it.
        self.findings.retain(|finding| finding.rule != "parent-key" || finding.table != path);
        let (with, without) = if column.commit_timestamp {
            (definition.name, parent.table.name)
        } else {
            (parent.table.name, definition.name)
        };
        self.report(
            "commit-timestamp-differs",
            Level::Advice,
            (None, Some(column.name)),
            format!("`{}` allows commit timestamps in `{with}`, but not in `{without}`", column.name),
            "a row of the child needs the same value as its parent row, and one of the two cannot get it from the commit",
            format!("set `allow_commit_timestamp` alike in `{}` and all tables above it", table.name),
        );
    }
}
