//! Shards whose hash keeps its sign.

use super::Audit;
use super::formula::{divides, expression, formula, without_arguments};
use crate::audit::Level;

/// What removes the sign: a mask, a shift, a second remainder of a sum, a case.
const POSITIVE: &[&str] = &["abs(", "&", ">>", "+", "case", "if("];

impl Audit<'_, '_, '_> {
    pub(super) fn negative_shard(&mut self) {
        let table = self.table;
        for column in &table.columns {
            let Some(sql) = expression(column) else { continue };
            let text = without_arguments(&formula(sql), "farm_fingerprint");
            if !text.contains("farm_fingerprint(")
                || !divides(&text)
                || POSITIVE.iter().any(|part| text.contains(part))
            {
                continue;
            }
            let name = column.name.as_str();
            self.report(
                "negative-shard",
                Level::Advice,
                (None, Some(name)),
                format!("`{name}` of `{}` can be negative", table.name),
                "FARM_FINGERPRINT is signed, and MOD keeps the sign: MOD(FARM_FINGERPRINT(x), 16) has 31 values, and a scan over 0 to 15 misses half of the rows",
                "mask the sign, as in `FARM_FINGERPRINT(x) & 15`, or in Rust `#[key(shard = 16)]`".to_owned(),
            );
        }
    }
}
