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

/// Shows fields as `derive(Debug)` would: the name of the struct, then those of its fields, with a
/// space between them; and the values. Pairs in generated code would cost more compile time.
pub fn debug_fields(out: &mut Formatter<'_>, names: &str, values: &[&dyn Debug]) -> Result {
    let mut names = names.split(' ');
    let mut shown = out.debug_struct(names.next().unwrap_or_default());
    for (label, value) in names.zip(values) {
        shown.field(label, value);
    }
    shown.finish()
}

/// A value that is shown if its type implements `Debug`: its own method hides the one of
/// [`NotDebug`] then.
#[derive(Debug)]
pub struct Shown<'a, V>(pub &'a V);

impl<'a, V: Debug> Shown<'a, V> {
    /// The value.
    #[must_use]
    pub fn shown(self) -> &'a dyn Debug {
        self.0
    }
}

/// The values of all other types.
pub trait NotDebug: Sized {
    /// In the place of the value.
    fn shown(self) -> &'static dyn Debug {
        &NotShown
    }
}

impl<V> NotDebug for Shown<'_, V> {}

/// In the place of a value.
pub struct NotShown;

impl Debug for NotShown {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str("_")
    }
}
