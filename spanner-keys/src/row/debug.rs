//! `Debug` for generated types.

use std::fmt::{Debug, Formatter, Result};

use crate::schema::TableDef;
use crate::value::WireValue;

/// The key of a row that is written: only the key, because the other values may be secrets.
pub(super) fn key_values<'a>(
    table: &TableDef<'_>,
    row: impl Iterator<Item = (&'static str, Option<&'a WireValue>)>,
) -> Vec<(&'static str, &'a WireValue)> {
    let in_key = |name: &str| table.key.iter().any(|part| table.columns[part.column].name == name);
    row.filter(|(name, _)| in_key(name)).filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Shows a key as `derive(Debug)` would.
pub fn debug_key(out: &mut Formatter<'_>, name: &str, parts: &[(&str, &dyn Debug)]) -> Result {
    let mut shown = out.debug_struct(name);
    for (label, value) in parts {
        shown.field(label, value);
    }
    shown.finish()
}

/// Shows that there is a row.
pub fn debug(out: &mut Formatter<'_>, name: &str) -> Result {
    out.debug_struct(name).finish_non_exhaustive()
}
