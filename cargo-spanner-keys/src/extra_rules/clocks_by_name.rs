//! Keys and indexes that are hot if the names of their columns are right.

use spanner_keys::catalog::WaiverComment;
use spanner_keys::schema::Arrival;

use super::Audit;
use super::names::{
    is_few_by_name, is_open, is_time, is_time_ordered_id, is_ulid_long, reads_clock,
};
use crate::audit::Level;
use crate::fixes::fixes;

/// What leads a key or an index and is hot, if its name is right.
pub(super) struct Suspect {
    /// The column with few values before it.
    few: Option<usize>,
    column: usize,
    is_id: bool,
}

impl Audit<'_, '_, '_> {
    pub(super) fn clocks_by_name(&mut self) {
        let (definition, table) = (self.definition, self.table);
        let waived = |waivers: &[WaiverComment]| !waivers.is_empty();
        let mut walks: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
        if definition.parent.is_none() && !waived(&table.waivers) {
            walks.push((None, definition.key.iter().map(|part| part.column).collect()));
        }
        for (index, owned) in definition.indexes.iter().zip(&table.indexes) {
            if index.interleave.is_none() && !waived(&owned.waivers) {
                walks.push((
                    Some(index.name),
                    index.columns.iter().map(|part| part.column).collect(),
                ));
            }
        }
        for (index, parts) in walks {
            let Some(suspect) = self.suspect(&parts) else { continue };
            if self.hot.contains(&(definition.path().into_owned(), index.map(str::to_owned))) {
                continue;
            }
            let leads = definition.columns[suspect.column].name;
            let what = index.map_or_else(
                || format!("the primary key of `{}`", definition.name),
                |index| format!("the index `{index}` of `{}`", definition.name),
            );
            let kind = if suspect.is_id { "a time-ordered id" } else { "a time" };
            let (rule, name, message, note, help) = match suspect.few {
                Some(few) => {
                    let few = definition.columns[few].name;
                    (
                        "state-before-clock",
                        few,
                        format!(
                            "{what} starts with `{few}`, which looks like it has few values, and continues with the clock `{leads}`"
                        ),
                        "all new rows with the same value go to one split, so the writes are spread over as many splits as there are values",
                        "if the values are many, nothing is wrong; otherwise put a shard first",
                    )
                }
                None => (
                    if suspect.is_id { "time-ordered-id-leads" } else { "clock-leads" },
                    leads,
                    format!("{what} starts with `{leads}`, which looks like {kind}"),
                    "new values are larger than all others, so all new rows go to the last split",
                    "if the values do not follow the time of the insert, nothing is wrong; otherwise put a shard first",
                ),
            };
            let fixes = fixes(self.catalog, definition, index, Some(name));
            let place = (index, Some(name));
            let finding = self.report(rule, Level::Likely, place, message, note, help.to_owned());
            finding.helps.extend(fixes);
        }
    }

    /// The clock, or what is named like one, after the parts with few values. A clock by its type that
    /// comes first is for the compiler's rules.
    pub(super) fn suspect(&self, parts: &[usize]) -> Option<Suspect> {
        let mut few = None;
        for &part in parts {
            let column = &self.definition.columns[part];
            let is_id =
                is_open(column) && (is_time_ordered_id(column.name) || is_ulid_long(column));
            if column.arrival == Arrival::Clock || column.commit_timestamp {
                return few.map(|few| Suspect { few: Some(few), column: part, is_id });
            } else if is_id || (is_open(column) && (is_time(column.name) || reads_clock(column))) {
                return Some(Suspect { few, column: part, is_id });
            } else if is_few_by_name(column) {
                few = few.or(Some(part));
            } else if column.arrival != Arrival::FewValues {
                return None;
            }
        }
        None
    }
}
