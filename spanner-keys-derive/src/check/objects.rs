//! Indexes, foreign keys, check constraints, and the time to live.

use ident_case::RenameRule;
use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;

use super::field::{one_waiver, sources_of};
use super::shard::unknown_field;
use super::sql;
use crate::attr::{ForeignKeyWords, IndexWords, Words};
use crate::limits::KEY_COLUMNS;
use crate::words::{Mistake, Mistakes};

pub(super) fn check(words: &Words, mistakes: &mut Mistakes) {
    if let Some(dialect) = words.table.dialect.as_ref().filter(|_| words.interleaved) {
        mistakes.push(
            Mistake::at(dialect.word, "unexpected `dialect` on a table with a parent")
                .note("a table has the dialect of its parent")
                .help("remove `dialect`"),
        );
    }
    for written in &words.indexes {
        index(words, written, mistakes);
    }
    retry_id(words, mistakes);
    for key in &words.foreign_keys {
        foreign_key(words, key, mistakes);
    }
    for check in &words.checks {
        sql::check(words, &check.sql, mistakes);
    }
    if let Some(ttl) = words.ttl.as_ref().filter(|ttl| words.field(&ttl.column).is_none()) {
        mistakes.push(unknown_field(words, &ttl.column.unraw().to_string(), ttl.column.span()));
    }
}

pub(super) fn index(words: &Words, index: &IndexWords, mistakes: &mut Mistakes) {
    let columns: Vec<&Ident> = index.columns.0.iter().map(|(name, _)| name).collect();
    let indexed = fields(words, &columns, "columns", "index-columns", mistakes);
    if let Some(name) = columns.get(KEY_COLUMNS) {
        mistakes.push(
            Mistake::at(
                name.span(),
                format_args!("index `{}` has {} columns", index.name, columns.len()),
            )
            .note(format_args!(
                "Spanner allows at most {KEY_COLUMNS} columns in an index, including the table's key columns"
            ))
            .help("store columns that are only read instead")
            .page_of("key-length"),
        );
    }
    one_waiver(&index.rest.waivers(), mistakes);
    nulls(words, index, mistakes);
    let Some(storing) = &index.rest.storing else { return };
    let stored: Vec<&Ident> = storing.value.0.iter().collect();
    let remove = |what: &str| {
        let rest = stored.len() > 1;
        if rest {
            format!("remove `{what}` from `storing`")
        } else {
            String::from("remove `storing`")
        }
    };
    for (at, span) in fields(words, &stored, "storing", "index-columns", mistakes) {
        let field = &words.fields[at];
        let what = &field.name;
        if indexed.iter().any(|(other, _)| *other == at) {
            mistakes.push(
                Mistake::at(
                    span,
                    format_args!("index `{}` already contains the column `{what}`", index.name),
                )
                .help(remove(what))
                .page_of("index-columns"),
            );
        } else if field.key.is_some() {
            mistakes.push(
                Mistake::at(
                    span,
                    format_args!("index `{}` already contains the key column `{what}`", index.name),
                )
                .note("every index contains the whole primary key of its table")
                .help(remove(what))
                .page_of("index-columns"),
            );
        }
    }
}

/// A `retry_id` is what a retry finds its row by: there is one, and a unique index over it.
fn retry_id(words: &Words, mistakes: &mut Mistakes) {
    let mut ids = words
        .fields
        .iter()
        // Two sources of one value have been reported.
        .filter(|field| field.key.is_none() && !field.broken && sources_of(field).len() == 1)
        .filter_map(|field| Some((field, field.column.retry_id.as_ref()?)));
    let Some((field, flag)) = ids.next() else { return };
    for (other, flag) in ids {
        mistakes.push(
            Mistake::at(
                flag.word,
                format_args!("fields `{}` and `{}` are both a `retry_id`", field.name, other.name),
            )
            .note("one id is enough to find the row of a retry")
            .help("remove one of them"),
        );
    }
    let is_found = words.indexes.iter().any(|index| {
        index.rest.unique.is_some()
            && matches!(index.columns.0.as_slice(), [(name, _)] if name.unraw() == field.name)
    });
    if !is_found {
        mistakes.push(
            Mistake::at(flag.word, format_args!("`retry_id` requires a unique index over `{}`", field.name))
                .note("the index rejects the second insert of a row, and a retry finds the first one in it")
                .help(format_args!(
                    "write `#[index(By{}, columns({}), unique)]` on the struct",
                    RenameRule::PascalCase.apply_to_field(&field.name),
                    field.ident
                )),
        );
    }
}

/// The arguments about NULLs.
fn nulls(words: &Words, index: &IndexWords, mistakes: &mut Mistakes) {
    let rest = &index.rest;
    if let Some(not_null) = &rest.not_null {
        let names: Vec<&Ident> = not_null.value.0.iter().collect();
        for (at, span) in fields(words, &names, "not_null", "index-columns", mistakes) {
            let columns = index.columns.0.iter().map(|(name, _)| name);
            let stored = rest.storing.iter().flat_map(|names| &names.value.0);
            if !columns.chain(stored).any(|name| words.field(name) == Some(at)) {
                let what = &words.fields[at].name;
                mistakes.push(
                    Mistake::at(
                        span,
                        format_args!("index `{}` does not contain `{what}`", index.name),
                    )
                    .note("the condition of an index uses only its own columns")
                    .help(format_args!("add `{what}` to `columns` or `storing`")),
                );
            }
        }
    }
    if let Some(keep) = &rest.keep_nulls {
        let mistake = if rest.unique.is_none() {
            Mistake::at(keep.word, "`keep_nulls` requires `unique`")
                .note("only a unique index leaves NULLs out by default")
        } else if rest.null_filtered.is_some() {
            Mistake::at(keep.word, "`keep_nulls` and `null_filtered` contradict each other")
        } else {
            return;
        };
        mistakes.push(mistake.help("remove `keep_nulls`"));
    }
}

/// The fields with these names. Reports unknown and duplicate names.
fn fields(
    words: &Words,
    names: &[&Ident],
    owner: &str,
    rule: &str,
    mistakes: &mut Mistakes,
) -> Vec<(usize, Span)> {
    let mut fields: Vec<(usize, Span)> = Vec::new();
    for name in names {
        match words.field(name) {
            None => mistakes.push(unknown_field(words, &name.unraw().to_string(), name.span())),
            Some(at) if fields.iter().any(|(other, _)| *other == at) => {
                let what = &words.fields[at].name;
                mistakes.push(
                    Mistake::at(name.span(), format_args!("duplicate field `{what}` in `{owner}`"))
                        .help("keep one of them")
                        .page_of(rule),
                );
            }
            Some(at) => fields.push((at, name.span())),
        }
    }
    fields
}

pub(super) fn foreign_key(words: &Words, key: &ForeignKeyWords, mistakes: &mut Mistakes) {
    one_waiver(&key.waivers(), mistakes);
    let before = mistakes.len();
    let columns: Vec<&Ident> = key.columns.iter().collect();
    for (at, span) in fields(words, &columns, "columns", "foreign-key", mistakes) {
        let field = &words.fields[at];
        if field.column.commit_timestamp.is_some() {
            mistakes.push(
                Mistake::at(span, format_args!("a foreign key cannot use the commit timestamp `{}`", field.name))
                    .note("the database sets it when the transaction commits, too late for the comparison")
                    .help("reference other fields")
                    .page_of("foreign-key"),
            );
        }
    }
    for (at, name) in key.references.fields.iter().enumerate() {
        if key.references.fields[..at].contains(name) {
            mistakes.push(
                Mistake::at(name.span(), format_args!("duplicate field `{name}` in `references`"))
                    .help("keep one of them")
                    .page_of("foreign-key"),
            );
        }
    }
    let (own, theirs) = (key.columns.len(), key.references.fields.len());
    if own != theirs && mistakes.len() == before {
        let s = if own == 1 { "" } else { "s" };
        mistakes.push(
            Mistake::at(
                key.references_word,
                format_args!("expected {own} field{s} in `references`, found {theirs}"),
            )
            .note("each field in `columns` references one field of the other table")
            .help("name the same number of fields on both sides")
            .page_of("foreign-key"),
        );
    }
}
