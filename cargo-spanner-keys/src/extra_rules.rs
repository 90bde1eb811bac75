//! Rules beyond the compiler's: they judge what a schema has become, not what a new table should be.

mod anonymous_constraint;
mod clocks_by_name;
mod commit_timestamp_differs;
mod doubled_relation;
mod formula;
mod long_name;
mod low_bits_shard;
mod low_cardinality_index;
pub(crate) mod names;
mod negative_shard;
mod redundant_index;
mod sequence_meets_ids;
mod unique_null;
mod unused_waiver;

use std::collections::HashSet;

use spanner_keys::catalog::{Catalog, CatalogTable};
use spanner_keys::schema::TableDef;

use crate::audit::{Finding, Level, find, place};

/// Adds what these rules find.
pub(crate) fn add(catalog: &Catalog, tables: &[TableDef<'_>], findings: &mut Vec<Finding>) {
    let hot = findings.iter().filter(|finding| finding.level >= Level::Likely);
    let hot: HashSet<Place> =
        hot.map(|finding| (finding.table.clone(), finding.index.clone())).collect();
    for definition in tables {
        let Some(table) = find(catalog, &definition.path()) else { continue };
        let mut audit = Audit { catalog, definition, table, hot: &hot, findings };
        audit.commit_timestamp_differs();
        audit.clocks_by_name();
        audit.redundant_index();
        audit.negative_shard();
        audit.low_bits_shard();
        audit.low_cardinality_index();
        audit.unique_null();
        audit.doubled_relation();
        audit.anonymous_constraint();
        audit.sequence_meets_ids();
        audit.long_name();
        audit.unused_waiver();
    }
}

/// The paths of a table, and the name of an index of it.
type Place = (String, Option<String>);

struct Audit<'f, 'c, 't> {
    catalog: &'c Catalog,
    definition: &'t TableDef<'t>,
    table: &'c CatalogTable,
    /// The keys and indexes that the compiler's rules found hot.
    hot: &'f HashSet<Place>,
    findings: &'f mut Vec<Finding>,
}

impl Audit<'_, '_, '_> {
    fn report(
        &mut self,
        rule: &'static str,
        level: Level,
        (index, column): (Option<&str>, Option<&str>),
        message: String,
        note: &str,
        help: String,
    ) -> &mut Finding {
        let table = self.definition.path().into_owned();
        let span = place(self.catalog, &table, index, column);
        self.findings.push(Finding {
            rule,
            level,
            table,
            index: index.map(str::to_owned),
            column: column.map(str::to_owned),
            message,
            notes: vec![note.to_owned()],
            helps: vec![help],
            span,
        });
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }
}
