//! What the words say together: every rule that tokens alone can decide, and the model of a struct
//! that breaks none.

mod build;
mod column_type;
mod field;
mod key;
mod names;
mod objects;
mod shard;
mod sql;

pub(crate) use build::table as as_far_as_readable;
pub(crate) use column_type::column_type;

use crate::attr::Words;
use crate::model::Table;
use crate::words::Mistakes;

/// The table that these words describe, if all of them fit.
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
