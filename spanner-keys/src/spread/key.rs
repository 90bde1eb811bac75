//! The whole key of a row as Spanner would store it, as bytes that sort in Spanner's order.

use std::time::SystemTime;

use crate::column::Column;
use crate::keys::bit_reverse;
use crate::keys::order::{decode, encode, width};
use crate::row::key::{InsertKey, computes_shard};
use crate::row::key_visitor::KeyWriter;
use crate::row::read::{RowValues, by_name};
use crate::row::{SpannerTable, TableKey};
use crate::schema::facts::any;
use crate::schema::{CounterOptions, Fill, KeyPart, SqlType, TableDef};
use crate::value::{RowError, WireValue};

/// Whether the database completes the key.
const fn is_late(table: &TableDef<'_>) -> bool {
    any!(at < table.key.len(), is_late_part(table, table.key[at]))
}

const fn is_late_part(table: &TableDef<'_>, part: KeyPart<'_>) -> bool {
    let column = &table.columns[part.column];
    !part.inherited
        && (column.commit_timestamp || matches!(column.fill, Fill::Sequence(_) | Fill::Identity(_)))
}

/// Builds whole keys, and reuses its buffers.
pub(super) struct KeyMaker {
    values: Vec<WireValue>,
    bytes: Vec<u8>,
    server: Server,
}

impl KeyMaker {
    pub(super) const fn new() -> Self {
        Self { values: Vec::new(), bytes: Vec::new(), server: Server { counters: Vec::new() } }
    }

    /// Completes the key of a filled row, and encodes it.
    pub(super) fn make<T: SpannerTable>(
        &mut self,
        key: T::InsertKey,
        now: SystemTime,
    ) -> Result<(), RowError> {
        self.values.clear();
        if const { is_late(&T::TABLE) } {
            self.values = self.server.complete::<T>(&key, now)?.into_values();
        } else {
            let room = std::mem::take(&mut self.values);
            let hash = const { computes_shard(&T::TABLE, false) };
            let mut writer = KeyWriter::new(room, hash, false, |out| key.inspect(out));
            key.write(&mut writer);
            self.values = writer.values;
        }
        self.bytes.clear();
        for (part, value) in T::TABLE.key.iter().zip(&self.values) {
            let column = &T::TABLE.columns[part.column];
            encode(value, column.ty, part.descending, &mut self.bytes).map_err(|error| {
                RowError {
                    table: T::TABLE.path().into_owned(),
                    column: column.name.to_owned(),
                    error,
                }
            })?;
        }
        Ok(())
    }

    /// The last key, in bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The parts of the last key.
    pub(super) fn values(&self) -> &[WireValue] {
        &self.values
    }
}

/// What Spanner does to a key: sequences and identity columns count up and reverse the bits of the
/// number, and a commit has a time. (In production several counters may alternate; their numbers
/// are reversed too.)
struct Server {
    /// The next counter of each sequence, or of each identity column, by name.
    counters: Vec<(&'static str, i64)>,
}

impl Server {
    fn complete<T: SpannerTable>(
        &mut self,
        key: &T::InsertKey,
        now: SystemTime,
    ) -> Result<T::Key, RowError> {
        let parts = key.parts();
        let names = &T::SHAPE.written[T::SHAPE.written.len() - parts.len()..];
        let placeholder = WireValue::commit_timestamp();
        T::Key::read(&mut RowValues::new(
            &T::TABLE,
            &mut by_name(|name| {
                let (table, sent) =
                    (const { &T::TABLE }, names.iter().position(|written| *written == name));
                if let Some(part) = sent.map(|at| &parts[at]).filter(|part| **part != placeholder) {
                    return Some(part.clone());
                }
                let column = table.columns.iter().find(|column| column.name == name)?;
                match column.fill {
                    Fill::Sequence(sequence) => Some(self.next(sequence.name, sequence.options)),
                    Fill::Identity(options) => Some(self.next(column.name, options)),
                    _ => Some(now.into_wire(SqlType::TIMESTAMP)),
                }
            }),
        ))
    }

    fn next(&mut self, name: &'static str, options: CounterOptions) -> WireValue {
        let at = self.counters.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            self.counters.push((name, options.start_counter.unwrap_or(1)));
            self.counters.len() - 1
        });
        let counter = &mut self.counters[at].1;
        loop {
            let value = bit_reverse(*counter);
            *counter = counter.saturating_add(1);
            // The range is compared with the reversed numbers, as in Spanner.
            if !options.skip_range.is_some_and(|(first, last)| (first..=last).contains(&value))
                || *counter == i64::MAX
            {
                return value.into_wire(SqlType::INT64);
            }
        }
    }
}

/// The root of the tables that this one is interleaved in.
pub(super) fn root<'t>(table: &'t TableDef<'static>) -> &'t TableDef<'static> {
    table.parent.map_or(table, |parent| root(parent.table))
}

/// The parts of a key from its bytes, as far as they can be read.
pub(super) fn parts_of(table: &TableDef<'_>, key: &[u8]) -> Vec<WireValue> {
    let mut rest = key;
    let mut parts = Vec::with_capacity(table.key.len());
    for part in table.key {
        let Some((value, behind)) = decode(rest, table.columns[part.column].ty, part.descending)
        else {
            break;
        };
        parts.push(value);
        rest = behind;
    }
    parts
}

/// The bytes of the first `count` parts of a key.
pub(super) fn first_parts<'k>(table: &TableDef<'_>, key: &'k [u8], count: usize) -> &'k [u8] {
    let mut rest = key;
    for part in &table.key[..count.min(table.key.len())] {
        let Some(width) = width(rest, table.columns[part.column].ty, part.descending) else {
            break;
        };
        rest = &rest[width..];
    }
    &key[..key.len() - rest.len()]
}

/// A value for display.
pub(super) fn shown(value: &WireValue) -> String {
    match value {
        WireValue::Null => "NULL".to_owned(),
        WireValue::Boolean(value) => value.to_string(),
        WireValue::Number(value) => value.to_string(),
        WireValue::Text(text) => text.chars().flat_map(char::escape_debug).collect(),
        WireValue::List(_) => "a list".to_owned(),
    }
}

/// A key for display: `(shard: 3, at: 2026-01-01T00:00:00Z)`.
pub(super) fn key_text(table: &TableDef<'_>, key: &[u8]) -> String {
    let parts = parts_of(table, key);
    let named = parts
        .iter()
        .zip(table.key)
        .map(|(value, part)| format!("{}: {}", table.columns[part.column].name, shown(value)));
    format!("({})", named.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the emulator generates.
    #[test]
    fn counters_match_the_emulator() {
        let mut server = Server { counters: Vec::new() };
        let text = |number: &str| WireValue::Text(number.to_owned());
        let usual = CounterOptions::default();
        assert_eq!(server.next("one", usual), text("4611686018427387904"));
        assert_eq!(server.next("one", usual), text("2305843009213693952"));
        assert_eq!(server.next("one", usual), text("6917529027641081856"));
        let later = CounterOptions { start_counter: Some(50), ..usual };
        assert_eq!(server.next("two", later), text("2738188573441261568"));
        // The range is compared with the reversed number: counter 2 is skipped here.
        let skipping = CounterOptions { skip_range: Some((1, 2_305_843_009_213_693_952)), ..usual };
        let found: Vec<WireValue> = (0..2).map(|_| server.next("three", skipping)).collect();
        assert_eq!(found, [text("4611686018427387904"), text("6917529027641081856")]);
        assert_eq!(
            server.next("one", usual),
            text("1152921504606846976"),
            "each has its own counter"
        );
    }
}
