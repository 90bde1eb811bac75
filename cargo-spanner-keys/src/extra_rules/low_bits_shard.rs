//! Shards by the low bits of a bit-reversed number.

use spanner_keys::catalog::KeyColumn;
use spanner_keys::schema::Fill;

use super::Audit;
use super::formula::{divides, expression, formula};
use crate::audit::Level;

/// What mixes the bits.
const MIXED: &[&str] = &["farm_fingerprint(", "bit_reverse(", ">>", "div(", "/", "sha", "md5("];

impl Audit<'_, '_, '_> {
    pub(super) fn low_bits_shard(&mut self) {
        let (definition, table) = (self.definition, self.table);
        for column in &table.columns {
            let Some(sql) = expression(column) else { continue };
            let name = column.name.as_str();
            let leads = |parts: &[KeyColumn]| parts.iter().any(|part| part.name == name);
            let used = table.key.as_deref().is_some_and(leads)
                || table.indexes.iter().any(|index| leads(&index.columns));
            let text = formula(sql);
            if !used
                || !(divides(&text) || text.contains('&'))
                || MIXED.iter().any(|part| text.contains(part))
            {
                continue;
            }
            let reversed = definition.columns.iter().find(|input| {
                matches!(input.fill, Fill::Sequence(_) | Fill::Identity(_))
                    && sql.contains(&format!("{{{}}}", input.name))
            });
            let Some(input) = reversed.map(|input| input.name) else { continue };
            self.report(
                "low-bits-shard",
                Level::Likely,
                (None, Some(name)),
                format!("`{name}` of `{}` uses the low bits of the bit-reversed `{input}`", table.name),
                "the low bits of a bit-reversed number are the high bits of the counter, so they stay the same for billions of rows",
                format!("hash the number: `FARM_FINGERPRINT(CAST({input} AS STRING)) & 15`, or in Rust `#[column(shard = 16, of({input}))]`; a bit-reversed key needs no shard at all"),
            );
        }
    }
}
