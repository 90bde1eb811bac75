//! Constraints without a name.

use super::Audit;
use crate::audit::Level;

impl Audit<'_, '_, '_> {
    pub(super) fn anonymous_constraint(&mut self) {
        let table = self.table;
        let keys = table.foreign_keys.iter().map(|key| (&key.name, key.span, "foreign key"));
        let checks = table.checks.iter().map(|check| (&check.name, check.span, "check"));
        let anonymous: Vec<_> = keys.chain(checks).filter(|(name, ..)| name.is_none()).collect();
        if let Some((_, span, what)) = anonymous.first() {
            let count = anonymous.len();
            let s = if count == 1 { "" } else { "s" };
            let finding = self.report(
                "anonymous-constraint",
                Level::Advice,
                (None, None),
                format!("`{}` has {count} constraint{s} without a name, first a {what}", table.name),
                "Spanner invents a name that differs in each database, so no migration can drop the constraint by its name",
                "write `CONSTRAINT name` before it".to_owned(),
            );
            finding.span = *span;
        }
    }
}
