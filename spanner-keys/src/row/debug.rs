//! `Debug` for generated types.

use std::fmt::{Debug, Formatter, Result};

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
