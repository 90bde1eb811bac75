//! Rules about an index as a whole.

use super::across::interleave_fault;
use super::message::{Fault, Message, speak};
use super::{MOST_KEY_COLUMNS, Rule, walk};
use crate::schema::{IndexDef, IndexParent, TableDef, same_text};

/// Refuses an index whose columns all have few values before a tail in order of time, one with too
/// many columns, and one that is interleaved where it does not belong.
#[track_caller]
pub const fn check_index(table: &TableDef<'_>, index: usize) {
    speak!(index_fault(table, &table.indexes[index]));
}

/// What is wrong with an index as a whole; its columns one by one are judged where they stand.
pub(crate) const fn index_fault(table: &TableDef<'_>, index: &IndexDef<'_>) -> Option<Fault> {
    if table.stand_in {
        return None;
    }
    let mut columns = 0;
    while walk::index_part(table, index, columns).is_some() {
        columns += 1;
    }
    if columns > MOST_KEY_COLUMNS {
        let message = Message::new()
            .text("the index ")
            .name(index.name)
            .text(" has ")
            .number(columns)
            .text(" columns, and Spanner allows ")
            .number(MOST_KEY_COLUMNS)
            .note()
            .text("the key columns of ")
            .name(table.name)
            .text(" that it does not name are stored after its own, and count too")
            .help()
            .text("index fewer columns, and carry the others under `storing`");
        return Some((Rule::KeyLength, message));
    }
    // An index cannot start with a key that the table itself does not start with: that is said
    // once, of the table.
    if !misfits(table)
        && let Some(message) = index_parent_message(table, index)
    {
        return Some((Rule::IndexParent, message));
    }
    match walk::index_fault(table, index) {
        Some((at, rule)) if at >= index.columns.len() => {
            let mut message = Message::new()
                .text("the index ")
                .name(index.name)
                .text(" of ")
                .name(table.name)
                .text(" holds only few values before a key part that arrives in order")
                .note()
                .text("Spanner stores the rest of the table's key after the columns of an index, so this one is sorted by (");
            let mut place = 0;
            while place <= at
                && let Some(column) = walk::index_part(table, index, place)
            {
                if place > 0 {
                    message = message.text(", ");
                }
                message = message.text(table.columns[column].name);
                place += 1;
            }
            message = message
                .text("), and all new rows go to a few of its splits")
                .help()
                .text("index a column with many values before it, or say why the hotspot is acceptable: `allow_hotspot = \"at most 10 writes a minute\"`");
            Some((rule, message))
        }
        _ => None,
    }
}

/// Whether the table, or one above it, does not fit its parent.
const fn misfits(table: &TableDef<'_>) -> bool {
    interleave_fault(table).is_some()
        || match table.parent {
            Some(parent) => misfits(parent.table),
            None => false,
        }
}

const fn index_parent_message(table: &TableDef<'_>, index: &IndexDef<'_>) -> Option<Message> {
    let parent = match index.interleave {
        None => return None,
        Some(IndexParent::OwnTable) => table,
        Some(IndexParent::Ancestor(ancestor)) => {
            if ancestor.stand_in {
                return None;
            }
            if !is_ancestor(table, ancestor) {
                let message = Message::new()
                    .text("the index ")
                    .name(index.name)
                    .text(" is interleaved in ")
                    .name(ancestor.name)
                    .text(", which is no ancestor of ")
                    .name(table.name)
                    .note()
                    .text("the entries of an interleaved index are stored with the rows of a table above its own")
                    .help()
                    .text("remove `interleave` from the index, or name the parent of ")
                    .name(table.name);
                return Some(message);
            }
            ancestor
        }
    };
    let mut part = 0;
    while part < parent.key.len() {
        if part >= index.columns.len() || !same_index_part(table, index, parent, part) {
            let mut message = Message::new()
                .text("the index ")
                .name(index.name)
                .text(" does not start with the key of ")
                .name(parent.name)
                .text(", in which it is interleaved")
                .note()
                .key(parent)
                .note()
                .text("the index has the columns (");
            let mut at = 0;
            while at < index.columns.len() {
                if at > 0 {
                    message = message.text(", ");
                }
                let column = table.columns[index.columns[at].column];
                message = message.text(column.name).text(" ").sql_type(column.ty);
                if column.nullable {
                    message = message.text(" NULL");
                }
                if index.columns[at].descending {
                    message = message.text(" DESC");
                }
                at += 1;
            }
            return Some(
                message
                    .text(")")
                    .help()
                    .text("begin `columns` with the key of that table, in its order"),
            );
        }
        part += 1;
    }
    None
}

const fn same_index_part(
    table: &TableDef<'_>,
    index: &IndexDef<'_>,
    parent: &TableDef<'_>,
    part: usize,
) -> bool {
    let here = table.columns[index.columns[part].column];
    let there = parent.columns[parent.key[part].column];
    if here.stand_in || there.stand_in {
        return true;
    }
    same_text(here.name, there.name)
        && here.ty.same(there.ty)
        && here.nullable == there.nullable
        && index.columns[part].descending == parent.key[part].descending
}

/// Tables are told apart by name: the address of a constant means nothing.
const fn is_ancestor(table: &TableDef<'_>, wanted: &TableDef<'_>) -> bool {
    match table.parent {
        None => false,
        Some(parent) => {
            (same_text(parent.table.name, wanted.name)
                && same_schema(parent.table.schema, wanted.schema))
                || is_ancestor(parent.table, wanted)
        }
    }
}

const fn same_schema(one: Option<&str>, two: Option<&str>) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => same_text(one, two),
        _ => false,
    }
}
