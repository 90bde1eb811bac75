//! Checks everything that tokens alone can decide, and builds the model of a valid struct.

mod build;
mod column_type;
mod field;
mod key;
mod names;
mod objects;
mod shard;
mod sql;

pub(crate) use build::table as partial_table;
pub(crate) use column_type::column_type;

use crate::attr::Words;
use crate::model::Table;
use crate::words::Mistakes;

/// The model of the table, if it has no mistakes.
pub(crate) fn table(words: &Words, mistakes: &mut Mistakes) -> Option<Table> {
    names::check(words, mistakes);
    objects::check(words, mistakes);
    key::check(words, mistakes);
    for at in 0..words.fields.len() {
        field::check(words, at, mistakes);
        shard::check(words, at, mistakes);
        sql::column(words, at, mistakes);
    }
    mistakes.is_empty().then(|| build::table(words))
}
