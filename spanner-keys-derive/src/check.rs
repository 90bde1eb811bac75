//! Checks everything that tokens alone can decide, and builds the model of a valid struct.

mod build;
mod column_type;
mod derives;
mod field;
mod key;
mod names;
mod objects;
mod row;
mod shard;
mod sql;

pub(crate) use build::table as partial_table;
pub(crate) use column_type::column_type;
pub(crate) use row::row;

use crate::attr::Words;
use crate::model::{Fill, Known, Table};
use crate::words::Mistakes;

/// The model of the table, if it has no mistakes.
pub(crate) fn table(words: &Words, mistakes: &mut Mistakes) -> Option<Table> {
    names::check(words, mistakes);
    derives::check(words, mistakes);
    objects::check(words, mistakes);
    let before = mistakes.len();
    key::check(words, mistakes);
    if words.has_unknown_attribute() {
        mistakes.defer(before);
    }
    for at in 0..words.fields.len() {
        field::check(words, at, mistakes);
        shard::check(words, at, mistakes);
        sql::column(words, at, mistakes);
    }
    let mut fields = words.fields.iter().chain(&words.skipped);
    let is_whole = fields.all(|field| !field.has_rejected_type);
    (mistakes.is_empty() && is_whole).then(|| build::table(words))
}

/// Of a table with mistakes, what the rules can still judge: all mistakes are reported at once.
pub(crate) fn judged_table(words: &Words) -> Table {
    let has_mistakes = |check: &dyn Fn(&mut Mistakes)| {
        let mut mistakes = Mistakes::default();
        check(&mut mistakes);
        !mistakes.is_empty()
    };
    let mut table = build::table(words);
    for (at, field) in table.fields.iter_mut().enumerate() {
        let mistaken = words.fields[at].broken
            || has_mistakes(&|mistakes| {
                field::check(words, at, mistakes);
                shard::check(words, at, mistakes);
                sql::column(words, at, mistakes);
            });
        if words.fields[at].has_rejected_type {
            field.known = Known::Nothing;
            // The structs name the type, and nothing else does.
            field.ty = syn::parse_quote!(());
        } else if mistaken {
            field.known = Known::Type;
        }
        if field.known != Known::All {
            field.fill = Fill::Supplied;
            (field.length, field.storage, field.commit_timestamp) = (None, None, None);
            field.extra.vector_length = None;
        }
    }
    let fields = &table.fields;
    let is_known = |at: &usize| fields[*at].known == Known::All;
    let parts = table.key.len();
    let unsure = words.interleaved && words.interleave.is_none();
    if unsure || has_mistakes(&|mistakes| key::check(words, mistakes)) {
        table.key.clear();
    }
    // A part is judged by those before it, and a shard by all.
    let has_shard = table.key.iter().any(|at| matches!(fields[*at].fill, Fill::Shard(_)));
    let known = table.key.iter().position(|at| !is_known(at)).unwrap_or(parts);
    if known < table.key.len() {
        table.key.truncate(if has_shard || words.interleaved { 0 } else { known });
    }
    if table.key.len() < parts {
        table.interleave = None;
    }
    let is_child = table.interleave.is_some();
    let mut written = words.indexes.iter();
    table.indexes.retain(|index| {
        let checked = written.next().is_some_and(|written| {
            !has_mistakes(&|mistakes| objects::index(words, written, mistakes))
        });
        checked
            && index.columns.iter().all(|column| is_known(&column.field))
            && (index.interleave.is_none() || is_child)
    });
    let mut written = words.foreign_keys.iter();
    table.foreign_keys.retain(|key| {
        let checked = written.next().is_some_and(|written| {
            !has_mistakes(&|mistakes| objects::foreign_key(words, written, mistakes))
        });
        checked && key.columns.iter().all(|column| is_known(&column.value))
    });
    table.ttl = table.ttl.filter(|ttl| is_known(&ttl.field));
    // They may use any column.
    table.checks.clear();
    table
}
