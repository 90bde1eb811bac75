//! What hangs on the table: indexes, foreign keys, checks, and its time to live.

use proc_macro2::{Ident, Span};

use super::shard::unknown_field;
use super::sql;
use crate::attr::{ForeignKeyWords, IndexWords, Words};
use crate::words::{Mistake, Mistakes};

const MOST_INDEX_COLUMNS: usize = 16;

pub(super) fn check(words: &Words, mistakes: &mut Mistakes) {
    for words_of_index in &words.indexes {
        index(words, words_of_index, mistakes);
    }
    for key in &words.foreign_keys {
        foreign_key(words, key, mistakes);
    }
    for check in &words.checks {
        sql::check(words, &check.sql, mistakes);
    }
    if let Some(ttl) = words.ttl.as_ref().filter(|ttl| words.field(&ttl.column).is_none()) {
        mistakes.push(unknown_field(words, &ttl.column, "ttl"));
    }
}

fn index(words: &Words, index: &IndexWords, mistakes: &mut Mistakes) {
    let columns: Vec<&Ident> = index.columns.0.iter().map(|(name, _)| name).collect();
    let indexed = fields(words, &columns, "columns", mistakes);
    if let Some(name) = columns.get(MOST_INDEX_COLUMNS) {
        mistakes.push(
            Mistake::at(name.span(), format_args!("index `{}` has {} columns", index.name, columns.len()))
                .note("Spanner takes 16 columns in the key of an index, those of the table's key included")
                .help("move columns that are only read to `storing(…)`"),
        );
    }
    let Some(storing) = &index.rest.storing else { return };
    let stored: Vec<&Ident> = storing.value.0.iter().collect();
    for (at, span) in fields(words, &stored, "storing", mistakes) {
        let field = &words.fields[at];
        let what = &field.name;
        if indexed.iter().any(|(other, _)| *other == at) {
            mistakes.push(
                Mistake::at(
                    span,
                    format_args!("index `{}` has the column `{what}` already", index.name),
                )
                .help(format_args!("remove `{what}` from `storing`")),
            );
        } else if field.key.is_some() {
            mistakes.push(
                Mistake::at(
                    span,
                    format_args!("index `{}` holds the key column `{what}` already", index.name),
                )
                .note("every index holds the table's whole key, to find the row")
                .help(format_args!("remove `{what}` from `storing`")),
            );
        }
    }
}

/// The named fields that exist, each once; the others are reported.
fn fields(
    words: &Words,
    names: &[&Ident],
    owner: &str,
    mistakes: &mut Mistakes,
) -> Vec<(usize, Span)> {
    let mut fields: Vec<(usize, Span)> = Vec::new();
    for name in names {
        match words.field(name) {
            None => mistakes.push(unknown_field(words, name, owner)),
            Some(at) if fields.iter().any(|(other, _)| *other == at) => {
                let what = &words.fields[at].name;
                mistakes.push(
                    Mistake::at(name.span(), format_args!("`{owner}` names `{what}` twice"))
                        .help("keep one of them"),
                );
            }
            Some(at) => fields.push((at, name.span())),
        }
    }
    fields
}

fn foreign_key(words: &Words, key: &ForeignKeyWords, mistakes: &mut Mistakes) {
    let before = mistakes.len();
    let columns: Vec<&Ident> = key.columns.iter().collect();
    for (at, span) in fields(words, &columns, "columns", mistakes) {
        let field = &words.fields[at];
        if field.column.commit_timestamp.is_some() {
            mistakes.push(
                Mistake::at(span, format_args!("a foreign key cannot use the commit timestamp `{}`", field.name))
                    .note("the database sets it only when the transaction commits, too late to be compared")
                    .help(format_args!("remove `{}` from both sides of the foreign key", field.name)),
            );
        }
    }
    for (at, name) in key.references.fields.iter().enumerate() {
        if key.references.fields[..at].contains(name) {
            mistakes.push(
                Mistake::at(name.span(), format_args!("`references` names `{name}` twice"))
                    .help("keep one of them"),
            );
        }
    }
    let (own, theirs) = (key.columns.len(), key.references.fields.len());
    if own != theirs && mistakes.len() == before {
        mistakes.push(
            Mistake::at(
                key.references_word,
                format_args!(
                    "`columns` names {}, and `references` names {}",
                    count(own),
                    count(theirs)
                ),
            )
            .note("a foreign key compares the columns one by one")
            .help("name as many fields on both sides"),
        );
    }
}

fn count(fields: usize) -> String {
    if fields == 1 { String::from("1 field") } else { format!("{fields} fields") }
}
