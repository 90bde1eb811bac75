//! Sequences that start to count in a table that has rows.

use std::collections::HashSet;

use spanner_keys::schema::Fill;

use super::Audit;
use crate::audit::Level;

impl Audit<'_, '_, '_> {
    pub(super) fn sequence_meets_ids(&mut self) {
        let (definition, table) = (self.definition, self.table);
        let later: HashSet<&str> = self.catalog.filled_later(&table.name).collect();
        for column in definition.columns {
            let options = match column.fill {
                Fill::Sequence(sequence) => sequence.options,
                Fill::Identity(options) => options,
                _ => continue,
            };
            if options.skip_range.is_none()
                && options.start_counter.is_none()
                && later.contains(column.name)
            {
                let name = column.name;
                self.report(
                    "sequence-meets-ids",
                    Level::Advice,
                    (None, Some(name)),
                    format!("the sequence of `{name}` of `{}` can produce ids that exist already", table.name),
                    "it was added to a table that may have rows, and skips no range",
                    "skip the old ids: `SKIP RANGE 1, 1000000` with the largest id and some room, or in Rust `skip_range(1, 1_000_000)`".to_owned(),
                );
            }
        }
    }
}
