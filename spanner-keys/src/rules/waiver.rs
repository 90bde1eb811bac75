//! Rule [`UnusedWaiver`](Rule::UnusedWaiver): a `spread` or `allow_hotspot` that waives nothing is
//! misleading.

use super::Rule;
use super::advice;
use super::foreign_key;
use super::hotspot::{self, Outcome};
use super::message::{Fault, Message, say, speak};
use crate::schema::facts::Indexed;
use crate::schema::{ForeignKeyDef, IndexDef, TableDef, Waiver};

/// Rejects a waiver on a key part that waives nothing.
#[track_caller]
pub const fn check_key_waiver(table: &TableDef<'_>, part: usize) {
    speak!(key_fault(table, part));
}

/// Rejects a waiver on an index that waives nothing.
#[track_caller]
pub const fn check_index_waiver(table: &TableDef<'_>, index: usize) {
    speak!(index_fault(table, &table.indexes[index]));
}

/// Rejects a waiver on a foreign key that waives nothing.
#[track_caller]
pub const fn check_foreign_key_waiver(table: &TableDef<'_>, key: usize, other: &TableDef<'_>) {
    speak!(foreign_key_fault(table, &table.foreign_keys[key], other));
}

const fn argument(waiver: Option<Waiver<'_>>) -> &'static str {
    match waiver {
        Some(Waiver::Spread(_)) => "spread",
        _ => "allow_hotspot",
    }
}

/// Why the waiver on a key part waives nothing.
pub(crate) const fn key_fault<'a>(table: &TableDef<'a>, part: usize) -> Option<Fault<'a>> {
    let waiver = table.key[part].waiver;
    // A rejected part may be the one that the waiver was meant for. One mistake, one error.
    if waiver.is_none() || table.stand_in || hotspot::key_fault(table).is_some() {
        return None;
    }
    let outcome = hotspot::walk_key(table);
    if let Outcome::Spread { at } = outcome
        && table.columns[table.key[at].column].stand_in
    {
        return None;
    }
    let used = match (waiver, outcome) {
        (Some(Waiver::Spread(_)), Outcome::Spread { at }) => {
            at == part && hotspot::can_vouch_for(table, table.key[at].column)
        }
        (Some(Waiver::AllowHotspot(_)), Outcome::Hot { at, ordered, .. }) => {
            at == part || ordered == part
        }
        (Some(Waiver::AllowHotspot(_)), Outcome::SuppliedUuid { at }) => at == part,
        _ => false,
    } || matches!(advice::key_rule(table), Some((at, _)) if at == part);
    if used {
        return None;
    }
    let column = &table.columns[table.key[part].column];
    let argument = argument(waiver);
    let message = say!(
        {argument} " on " {column.name} " waives nothing"
        note
    );
    let message = match (table.parent, outcome) {
        (Some(parent), Outcome::Inherited) => say!(
            message; {table.name} " is interleaved in " {parent.table.name}
            ", whose key decides where the rows are stored"
        ),
        (_, Outcome::Spread { at } | Outcome::SuppliedUuid { at } | Outcome::Hot { at, .. })
            if at < part =>
        {
            message
                .name(table.columns[table.key[at].column].name)
                .text(" comes before it, and decides where the rows are stored")
        }
        (_, Outcome::Spread { at } | Outcome::SuppliedUuid { at }) if at == part => say!(
            message; {column.name} " is " {sql_type column.ty}
            ", whose values are many and do not follow time"
        ),
        _ => message.name(column.name).text(" has few values, so the parts after it decide"),
    };
    let message = say!(
        message;
        help "remove " {argument}
    );
    Some(Fault::new(Rule::UnusedWaiver, message).column(column.name))
}

/// Why the waiver on an index waives nothing.
pub(crate) const fn index_fault<'a>(
    table: &TableDef<'a>,
    index: &IndexDef<'a>,
) -> Option<Fault<'a>> {
    // While the key is rejected, the index may still need its waiver.
    if index.waiver.is_none() || table.stand_in || hotspot::any_key_fault(table) {
        return None;
    }
    let bare = IndexDef { waiver: None, ..*index };
    let outcome = hotspot::walk_index(table, &bare);
    if let Outcome::Spread { at } = outcome
        && let Some(column) = table.index_part(Indexed::Declared(index.columns), at)
        && table.columns[column].stand_in
    {
        return None;
    }
    // `allow_hotspot` also lifts the check of a supplied UUID's version.
    let own_uuid = matches!(outcome, Outcome::SuppliedUuid { at } if at < index.columns.len());
    if own_uuid
        || advice::index_rule(table, index, outcome).is_some()
        || hotspot::unwaived_index_fault(table, &bare).is_some()
    {
        return None;
    }
    let argument = argument(index.waiver);
    let message = say!(
        {argument} " on the index " {index.name} " waives nothing"
        note
    );
    let message = match outcome {
        Outcome::Inherited => {
            message.text("an interleaved index spreads with the table that it is interleaved in")
        }
        Outcome::Hot { .. } => {
            message.text("the key has a waiver for the part that arrives in order")
        }
        _ => message.text("its columns already spread the writes"),
    };
    let message = say!(
        message;
        help "remove " {argument}
    );
    Some(Fault::new(Rule::UnusedWaiver, message).index(index.name))
}

/// Why the waiver on a foreign key waives nothing.
pub(crate) const fn foreign_key_fault<'a>(
    table: &TableDef<'a>,
    key: &ForeignKeyDef<'a>,
    other: &TableDef<'a>,
) -> Option<Fault<'a>> {
    if !foreign_key::waives_nothing(table, key, other) {
        return None;
    }
    let argument = argument(key.waiver);
    let message = say!(
        {argument} " on the foreign key from " {table.name} " to " {other.name} " waives nothing"
        note "the indexes that Spanner keeps for it spread the writes"
        help "remove " {argument}
    );
    Some(Fault::new(Rule::UnusedWaiver, message))
}
