//! Which fields a partial update may set: checked where the update is written, not by `lint`.

use super::message::{Message, say};
use crate::schema::facts::{any, find, same_text};
use crate::schema::{Fill, ShardBy, ShardDef, TableDef};

/// Whether `update!` may set the field. `set` are all fields that it sets. A field that does not
/// exist is not reported here: the compiler does.
///
/// # Panics
///
/// If it may not.
#[track_caller]
pub const fn check_update(table: &TableDef<'_>, field: &str, set: &[&str]) {
    if let Some(message) = update_fault(table, field, set) {
        panic!("{}", message.as_str())
    }
}

const fn update_fault(table: &TableDef<'_>, field: &str, set: &[&str]) -> Option<Message> {
    if table.stand_in {
        return None;
    }
    if any!(at < table.skipped.len(), same_text(table.skipped[at], field)) {
        return Some(say!({field} " is not a column" help "remove the field"));
    }
    let Some(column) = table.column_of_field(field) else { return None };
    if table.key_position(column).is_some() {
        return Some(say!(
            {field} " is part of the primary key, which cannot be changed"
            help "delete the row and insert it with its new key"
        ));
    }
    if table.columns[column].commit_timestamp {
        return Some(say!(
            {field} " is set by the database to the time of the commit"
            help "remove the field, and call stamped() on the update"
        ));
    }
    match table.columns[column].fill {
        Fill::Generated { .. } => {
            return Some(say!(
                {field} " is computed by the database"
                help "remove the field, and set those that it is computed from"
            ));
        }
        Fill::Shard(_) => {
            return Some(say!(
                {field} " is a shard, which is computed from other fields"
                help "remove the field: it is written when those change"
            ));
        }
        _ => {}
    }
    let mut at = 0;
    while at < table.columns.len() {
        if let Fill::Shard(shard) = table.columns[at].fill
            && let Some(missing) = missing_input(table, at, &shard, column, set)
        {
            return Some(say!(
                "the shard " {table.columns[at].field} " is computed from " {field} " and from "
                {table.columns[missing].field} ", which is not set"
                help "set " {table.columns[missing].field} " too, or write the whole row with update()"
            ));
        }
        at += 1;
    }
    None
}

/// An input of a shard that must be computed again because `column` changes, and cannot be, because
/// this input is not known.
const fn missing_input(
    table: &TableDef<'_>,
    at: usize,
    shard: &ShardDef<'_>,
    column: usize,
    set: &[&str],
) -> Option<usize> {
    if !matches!(shard.by, ShardBy::Client)
        || table.key_position(at).is_some()
        || !any!(input < shard.inputs.len(), shard.inputs[input] == column)
    {
        return None;
    }
    find!(
        input < shard.inputs.len(),
        table.key_position(shard.inputs[input]).is_none()
            && !any!(
                other < set.len(),
                same_text(set[other], table.columns[shard.inputs[input]].field)
            );
        Some(shard.inputs[input]),
        None
    )
}
