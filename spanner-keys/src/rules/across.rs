//! Rules that compare tables, or have a reason to tell that only the whole key gives. They speak through a panic while the
//! compiler runs, which is the one way to print both tables; [`super::lint`] takes the same text at run time.

use super::message::Message;
use super::walk::{self, Outcome};
use super::{Rule, fit};
use crate::schema::{IndexDef, IndexParent, OnDelete, ReferenceDef, Scalar, TableDef, Waiver, same_text};

/// Spanner's limit on tables in one line of interleaving, the root included.
const DEEPEST: usize = 7;
/// Spanner's limit on the columns of a key, inherited ones included.
const MOST_KEY_COLUMNS: usize = 16;

/// A broken rule and what to say about it.
pub(crate) type Fault = (Rule, Message);

macro_rules! speak {
    ($fault:expr) => {
        if let Some((_, message)) = $fault {
            panic!("{}", message.as_str())
        }
    };
}

/// Refuses a child that does not fit its parent.
#[track_caller]
pub const fn check_interleave(child: &TableDef<'_>) {
    speak!(interleave_fault(child));
}

/// Refuses one column of a foreign key that does not fit the column it refers to.
#[track_caller]
pub const fn check_foreign_key(table: &TableDef<'_>, key: usize, place: usize, other: &TableDef<'_>) {
    speak!(foreign_key_fault(table, key, place, other));
}

/// Refuses an index whose columns all have few values before a tail in order of time, one with too many columns, and one
/// that is interleaved where it does not belong.
#[track_caller]
pub const fn check_index(table: &TableDef<'_>, index: usize) {
    speak!(index_fault(table, &table.indexes[index]));
}

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
pub(crate) const fn foreign_key_fault(table: &TableDef<'_>, key: usize, place: usize, other: &TableDef<'_>) -> Option<Fault> {
    let foreign_key = table.foreign_keys[key];
    let ReferenceDef::Table { fields, .. } = foreign_key.references else { return None };
    if table.stand_in || other.stand_in || place >= fields.len() || place >= foreign_key.columns.len() {
        return None;
    }
    let Some(there) = other.column_of_field(fields[place]) else {
        let mut message = Message::new().name(other.name).text(" has no field ").name(fields[place]).help().text("its fields are ");
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
    // An index cannot start with a key that the table itself does not start with: that is said once, of the table.
    if interleave_fault(table).is_none()
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
            return Some(message.text(")").help().text("begin `columns` with the key of that table, in its order"));
        }
        part += 1;
    }
    None
}

const fn same_index_part(table: &TableDef<'_>, index: &IndexDef<'_>, parent: &TableDef<'_>, part: usize) -> bool {
    let here = table.columns[index.columns[part].column];
    let there = parent.columns[parent.key[part].column];
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
            (same_text(parent.table.name, wanted.name) && same_schema(parent.table.schema, wanted.schema))
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

/// Why the waiver on a key part waives nothing.
pub(crate) const fn key_waiver_fault(table: &TableDef<'_>, part: usize) -> Option<Fault> {
    // A part that is refused now may be the one that the waiver was meant for: one mistake, one error.
    if !walk::idle_key_waiver(table, part) || walk::key_fault(table).is_some() {
        return None;
    }
    let column = table.columns[table.key[part].column];
    let word = match table.key[part].waiver {
        Some(Waiver::Spread(_)) => "spread",
        _ => "allow_hotspot",
    };
    let mut message = Message::new().name(word).text(" on ").name(column.name).text(" waives nothing").note();
    message = match (table.parent, walk::walk_key(table)) {
        (Some(parent), _) => message
            .name(table.name)
            .text(" is interleaved in ")
            .name(parent.table.name)
            .text(", so the key of the root table decides"),
        (None, Outcome::Spread { at } | Outcome::SuppliedUuid { at } | Outcome::Hot { at, .. }) if at < part => {
            message.name(table.columns[table.key[at].column].name).text(" comes before it, and decides where the rows go")
        }
        (None, Outcome::Hot { at, .. }) if at == part => {
            message.text("`spread` speaks for integers only, and ").name(column.name).text(" is ").sql_type(column.ty)
        }
        (None, Outcome::Spread { at } | Outcome::SuppliedUuid { at }) if at == part => {
            message.name(column.name).text(" is ").sql_type(column.ty).text(", whose values are many and follow no clock")
        }
        _ => message.name(column.name).text(" has few values, so the parts after it decide"),
    };
    Some((Rule::IdleWaiver, message.help().text("remove ").name(word)))
}

/// Why the waiver on an index waives nothing.
pub(crate) const fn index_waiver_fault(table: &TableDef<'_>, index: &IndexDef<'_>) -> Option<Fault> {
    if !walk::idle_index_waiver(table, index) {
        return None;
    }
    let message = Message::new().text("`allow_hotspot` on the index ").name(index.name).text(" waives nothing").note();
    let message = if index.interleave.is_some() {
        message.text("an interleaved index is spread with the table that it is interleaved in")
    } else {
        match walk::walk_index(table, index) {
            Outcome::Hot { .. } => message.text("the key's own waiver speaks for the part that arrives in order"),
            _ => message.text("its columns already spread the writes"),
        }
    };
    Some((Rule::IdleWaiver, message.help().text("remove `allow_hotspot`")))
}

/// What keeps the rows from expiring by the column that `ttl` names.
pub(crate) const fn ttl_fault(table: &TableDef<'_>) -> Option<Fault> {
    match table.ttl {
        Some(ttl) if ttl.column < table.columns.len() => {
            let column = table.columns[ttl.column];
            if matches!(column.ty.scalar, Scalar::UtcTimestamp) && !column.ty.array {
                return None;
            }
            let message =
                Message::new().name(column.name).text(" is ").sql_type(column.ty).text(", and rows expire by a timestamp");
            Some((Rule::Expiry, message))
        }
        _ => None,
    }
}
