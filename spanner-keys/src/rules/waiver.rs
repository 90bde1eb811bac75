//! Rules about waivers: one that waives nothing says something untrue about the key.

use super::Rule;
use super::message::{Fault, Message, speak};
use super::walk::{self, Outcome};
use crate::schema::{IndexDef, TableDef, Waiver};

/// Refuses a waiver on a key part that waives nothing.
#[track_caller]
pub const fn check_key_waiver(table: &TableDef<'_>, part: usize) {
    speak!(key_waiver_fault(table, part));
}

/// Refuses a waiver on an index that waives nothing.
#[track_caller]
pub const fn check_index_waiver(table: &TableDef<'_>, index: usize) {
    speak!(index_waiver_fault(table, &table.indexes[index]));
}

/// Why the waiver on a key part waives nothing.
pub(crate) const fn key_waiver_fault(table: &TableDef<'_>, part: usize) -> Option<Fault> {
    // A part that is refused now may be the one that the waiver was meant for: one mistake, one
    // error.
    if !walk::unused_key_waiver(table, part) || walk::key_fault(table).is_some() {
        return None;
    }
    let column = table.columns[table.key[part].column];
    let word = match table.key[part].waiver {
        Some(Waiver::Spread(_)) => "spread",
        _ => "allow_hotspot",
    };
    let mut message =
        Message::new().name(word).text(" on ").name(column.name).text(" waives nothing").note();
    message = match (table.parent, walk::walk_key(table)) {
        (Some(parent), _) => message
            .name(table.name)
            .text(" is interleaved in ")
            .name(parent.table.name)
            .text(", so the key of the root table decides"),
        (None, Outcome::Spread { at } | Outcome::SuppliedUuid { at } | Outcome::Hot { at, .. })
            if at < part =>
        {
            message
                .name(table.columns[table.key[at].column].name)
                .text(" comes before it, and decides where the rows go")
        }
        (None, Outcome::Spread { at } | Outcome::SuppliedUuid { at }) if at == part => message
            .name(column.name)
            .text(" is ")
            .sql_type(column.ty)
            .text(", whose values are many and follow no clock"),
        _ => message.name(column.name).text(" has few values, so the parts after it decide"),
    };
    Some((Rule::UnusedWaiver, message.help().text("remove ").name(word)))
}

/// Why the waiver on an index waives nothing.
pub(crate) const fn index_waiver_fault(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
) -> Option<Fault> {
    if !walk::unused_index_waiver(table, index) {
        return None;
    }
    let message = Message::new()
        .text("`allow_hotspot` on the index ")
        .name(index.name)
        .text(" waives nothing")
        .note();
    let message = if index.interleave.is_some() {
        message.text("an interleaved index is spread with the table that it is interleaved in")
    } else {
        match walk::walk_index(table, index) {
            Outcome::Hot { .. } => {
                message.text("the key's own waiver speaks for the part that arrives in order")
            }
            _ => message.text("its columns already spread the writes"),
        }
    };
    Some((Rule::UnusedWaiver, message.help().text("remove `allow_hotspot`")))
}
