//! Waivers above a table whose key needs none.

use spanner_keys::schema::{Fill, Scalar};

use super::Audit;
use crate::audit::Level;

impl Audit<'_, '_, '_> {
    pub(super) fn unused_waiver(&mut self) {
        let (definition, table) = (self.definition, self.table);
        let used = definition.key.iter().any(|part| part.waiver.is_some())
            || definition.foreign_keys.iter().any(|key| key.waiver.is_some());
        let Some(waiver) = table.waivers.iter().find(|waiver| waiver.on.is_none() && !used) else {
            return;
        };
        let parts: Vec<usize> = definition.key.iter().map(|part| part.column).collect();
        // Only the values decide whether a text or an id is in the order of time.
        let is_open = parts.first().is_some_and(|part| {
            let column = &definition.columns[*part];
            matches!(column.ty.scalar, Scalar::Text | Scalar::Binary | Scalar::NativeUuid)
                && matches!(column.fill, Fill::Supplied | Fill::Default(_))
        });
        let why = match definition.parent {
            Some(parent) => {
                format!("the key of `{}` decides where the rows are stored", parent.table.name)
            }
            None if is_open || self.suspect(&parts).is_some() => return,
            None => "the primary key already spreads the writes".to_owned(),
        };
        let word = if waiver.spread { "spread" } else { "allow_hotspot" };
        self.report(
            "unused-waiver",
            Level::Advice,
            (None, None),
            format!("`{word}` above `{}` waives nothing", table.name),
            &why,
            "remove the comment".to_owned(),
        );
    }
}
