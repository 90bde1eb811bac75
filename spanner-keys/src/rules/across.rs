//! Rules that compare two tables: parent and child, and the two ends of a foreign key.

use super::message::{Fault, Message, speak};
use super::{MOST_KEY_COLUMNS, Rule, fit};
use crate::schema::{OnDelete, ReferenceDef, Scalar, TableDef, same_text};

/// Spanner's limit on tables in one line of interleaving, the root included.
const DEEPEST: usize = 7;

/// Refuses a child that does not fit its parent.
#[track_caller]
pub const fn check_interleave(child: &TableDef<'_>) {
    speak!(interleave_fault(child));
}

/// Refuses one column of a foreign key that does not fit the column it refers to.
#[track_caller]
pub const fn check_foreign_key(
    table: &TableDef<'_>,
    key: usize,
    place: usize,
    other: &TableDef<'_>,
) {
    speak!(foreign_key_fault(table, key, place, other));
}

/// What keeps the child from being interleaved in its parent.
pub(crate) const fn interleave_fault(child: &TableDef<'_>) -> Option<Fault> {
    let Some(parent) = child.parent else { return None };
    if child.stand_in || stands_in(parent.table) {
        return None;
    }
    if let Some(part) = differing_part(child, parent.table) {
        return Some((Rule::ParentKey, parent_key_message(child, parent.table, part)));
    }
    let depth = depth(child);
    // The table below is too deep as well, and says nothing: one mistake, one error.
    if depth == DEEPEST + 1 {
        let message = Message::new()
            .name(child.name)
            .text(" is interleaved ")
            .number(depth)
            .text(" tables deep, and Spanner allows ")
            .number(DEEPEST)
            .note()
            .text("the root table counts as the first")
            .help()
            .text("interleave it in a table nearer to the root, or refer to its parent with a foreign key");
        return Some((Rule::InterleaveDepth, message));
    }
    if child.key.len() > MOST_KEY_COLUMNS {
        let message = Message::new()
            .text("the primary key of ")
            .name(child.name)
            .text(" has ")
            .number(child.key.len())
            .text(" columns, and Spanner allows ")
            .number(MOST_KEY_COLUMNS)
            .note()
            .text("the columns inherited from ")
            .name(parent.table.name)
            .text(" count too")
            .help()
            .text("keep fewer columns in the key, or refer to the parent with a foreign key");
        return Some((Rule::KeyLength, message));
    }
    if matches!(parent.on_delete, OnDelete::NoAction)
        && let Some(expiring) = expiring_ancestor(parent.table)
    {
        let message = Message::new()
            .text("rows of ")
            .name(expiring)
            .text(" expire, and those of ")
            .name(child.name)
            .text(" would keep them from being deleted")
            .note()
            .text("Spanner refuses `ttl` on a table with a child that has no cascade")
            .help()
            .text("let the children go with their parent: `on_delete = cascade`");
        return Some((Rule::Expiry, message));
    }
    None
}

const fn parent_key_message(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> Message {
    let mut message = Message::new()
        .text("the primary key of ")
        .name(child.name)
        .text(" does not start with the whole key of its parent ")
        .name(parent.name)
        .note()
        .key(parent)
        .note()
        .key(child)
        .note();
    if part >= parent.key.len() {
        message = message
            .text("`")
            .key_part(child, part)
            .text("` is not part of the parent's key")
            .help()
            .text("mark only the parent's key columns with `parent`");
    } else if part >= child.key.len() || !child.key[part].inherited {
        message = message
            .text("`")
            .key_part(parent, part)
            .text("` has no `parent` field in ")
            .name(child.name)
            .help()
            .text("add a field named as the parent's column, after the other `parent` fields, with `#[key(parent)]`");
    } else {
        message = message
            .text("part ")
            .number(part + 1)
            .text(" is `")
            .key_part(child, part)
            .text("` here, and `")
            .key_part(parent, part)
            .text("` there")
            .help()
            .text("give the `parent` fields the parent's column names and types, in the parent's order; a name is set with `#[column(name = \"id\")]`");
    }
    message
}

/// The first part in which the child's inherited parts and the parent's key differ.
const fn differing_part(child: &TableDef<'_>, parent: &TableDef<'_>) -> Option<usize> {
    let mut part = 0;
    loop {
        let here = part < child.key.len() && child.key[part].inherited;
        let there = part < parent.key.len();
        if !here && !there {
            return None;
        }
        if here != there || !same_part(child, parent, part) {
            return Some(part);
        }
        part += 1;
    }
}

const fn same_part(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> bool {
    let (one, two) = (child.key[part], parent.key[part]);
    if one.column >= child.columns.len() || two.column >= parent.columns.len() {
        return false;
    }
    let (here, there) = (child.columns[one.column], parent.columns[two.column]);
    if here.stand_in || there.stand_in {
        return true;
    }
    same_text(here.name, there.name)
        && here.ty.same(there.ty)
        && here.nullable == there.nullable
        && here.commit_timestamp == there.commit_timestamp
        && one.descending == two.descending
}

const fn depth(table: &TableDef<'_>) -> usize {
    match table.parent {
        Some(parent) => 1 + depth(parent.table),
        None => 1,
    }
}

const fn stands_in(table: &TableDef<'_>) -> bool {
    table.stand_in
        || match table.parent {
            Some(parent) => stands_in(parent.table),
            None => false,
        }
}

const fn expiring_ancestor<'a>(table: &TableDef<'a>) -> Option<&'a str> {
    match (table.ttl, table.parent) {
        (Some(_), _) => Some(table.name),
        (None, Some(parent)) => expiring_ancestor(parent.table),
        (None, None) => None,
    }
}

/// What keeps one column of a foreign key from referring to its counterpart.
pub(crate) const fn foreign_key_fault(
    table: &TableDef<'_>,
    key: usize,
    place: usize,
    other: &TableDef<'_>,
) -> Option<Fault> {
    let foreign_key = table.foreign_keys[key];
    let ReferenceDef::Table { fields, .. } = foreign_key.references else { return None };
    if table.stand_in
        || other.stand_in
        || place >= fields.len()
        || place >= foreign_key.columns.len()
    {
        return None;
    }
    let Some(there) = other.column_of_field(fields[place]) else {
        let mut message = Message::new()
            .name(other.name)
            .text(" has no field ")
            .name(fields[place])
            .help()
            .text("its fields are ");
        let mut at = 0;
        while at < other.columns.len() {
            if at > 0 {
                message = message.text(", ");
            }
            message = message.name(other.columns[at].field);
            at += 1;
        }
        return Some((Rule::ForeignKey, message));
    };
    let (here, there) = (table.columns[foreign_key.columns[place]], other.columns[there]);
    if here.stand_in || there.stand_in {
        return None;
    }
    if !here.ty.same_but_length(there.ty) {
        let message = Message::new()
            .text("the foreign key from ")
            .name(table.name)
            .text(" to ")
            .name(other.name)
            .text(" joins columns of different types")
            .note()
            .name(here.name)
            .text(" is ")
            .sql_type(here.ty)
            .text(" here, and ")
            .name(there.name)
            .text(" is ")
            .sql_type(there.ty)
            .text(" there")
            .help()
            .text("give both columns the same type and the same `storage`");
        return Some((Rule::ForeignKey, message));
    }
    if !fit::fits_key(here.ty) || here.commit_timestamp || there.commit_timestamp {
        let message = Message::new()
            .text("a foreign key from ")
            .name(table.name)
            .text(" cannot use ")
            .name(here.name)
            .note()
            .text("Spanner keeps an index for it, and has none over FLOAT32, JSON, ARRAY, or commit timestamps")
            .help()
            .text("refer to the key of ")
            .name(other.name)
            .text(" instead");
        return Some((Rule::ForeignKey, message));
    }
    if place == 0
        && matches!(foreign_key.on_delete, OnDelete::NoAction)
        && let Some(expiring) = expiring_ancestor(other)
    {
        let message = Message::new()
            .text("rows of ")
            .name(expiring)
            .text(" expire, and the foreign key from ")
            .name(table.name)
            .text(" to ")
            .name(other.name)
            .text(" would keep them from being deleted")
            .note()
            .text(
                "Spanner refuses `ttl` on a table while a foreign key without a cascade refers to its rows, or to rows below them",
            )
            .help()
            .text("let the rows go together: `on_delete = cascade`");
        return Some((Rule::Expiry, message));
    }
    None
}

/// What keeps the rows from expiring by the column that `ttl` names.
pub(crate) const fn ttl_fault(table: &TableDef<'_>) -> Option<Fault> {
    match table.ttl {
        Some(ttl) if ttl.column < table.columns.len() => {
            let column = table.columns[ttl.column];
            if matches!(column.ty.scalar, Scalar::UtcTimestamp) && !column.ty.array {
                return None;
            }
            let message = Message::new()
                .name(column.name)
                .text(" is ")
                .sql_type(column.ty)
                .text(", and rows expire by a timestamp");
            Some((Rule::Expiry, message))
        }
        _ => None,
    }
}
