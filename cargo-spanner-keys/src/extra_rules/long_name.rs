//! Names that PostgreSQL databases cut off.

use spanner_keys::Dialect;

use super::Audit;
use crate::audit::Level;

impl Audit<'_, '_, '_> {
    pub(super) fn long_name(&mut self) {
        const MOST: usize = 63;
        if self.catalog.dialect() != Dialect::PostgreSql {
            return;
        }
        let table = self.table;
        let columns = table.columns.iter().map(|column| ("column", &column.name, column.span));
        let indexes = table.indexes.iter().map(|index| ("index", &index.name.name, index.span));
        let keys = table.foreign_keys.iter().map(|key| (&key.name, key.span));
        let checks = table.checks.iter().map(|check| (&check.name, check.span));
        let constraints = keys.chain(checks);
        let constraints =
            constraints.filter_map(|(name, span)| Some(("constraint", name.as_ref()?, span)));
        let names = std::iter::once(("table", &table.name.name, table.span));
        let long: Vec<_> = names
            .chain(columns)
            .chain(indexes)
            .chain(constraints)
            .filter(|(_, name, _)| name.len() > MOST)
            .collect();
        for (what, name, span) in long {
            let column = (what == "column").then_some(name.as_str());
            let index = (what == "index").then_some(name.as_str());
            let finding = self.report(
                "long-name",
                Level::Advice,
                (index, column),
                format!("the name of the {what} `{name}` has {} bytes", name.len()),
                "PostgreSQL databases cut names off after 63 bytes, so two long names can become one",
                format!("shorten it to at most {MOST} bytes"),
            );
            finding.span = span;
        }
    }
}
