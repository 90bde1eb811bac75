//! SQL in attributes: only the fields in `{...}` are checked.

use syn::LitStr;

use super::shard::unknown_field_in_sql;
use crate::attr::Words;
use crate::model::SqlText;
use crate::words::{Mistake, Mistakes};

/// The SQL of a field, in `default` and `generated`.
pub(super) fn column(words: &Words, at: usize, mistakes: &mut Mistakes) {
    let field = &words.fields[at];
    if field.broken {
        return;
    }
    if let Some(default) = &field.column.default {
        for sql in texts(&default.value.0) {
            let Some(named) = names(&sql.value()).ok().and_then(|names| names.into_iter().next())
            else {
                fields_named(words, sql, mistakes);
                continue;
            };
            {
                mistakes.push(
                    Mistake::at(
                        sql.span(),
                        format_args!(
                            "the default of `{}` cannot use the field `{}`",
                            field.name, named
                        ),
                    )
                    .note("a default in Spanner cannot depend on other columns")
                    .help("a value that always depends on other columns is a generated one"),
                );
            }
        }
    }
    if let Some(generated) = &field.column.generated {
        for sql in texts(&generated.value.0) {
            let named = fields_named(words, sql, mistakes);
            if named.contains(&at) {
                mistakes.push(
                    Mistake::at(
                        sql.span(),
                        format_args!("generated column `{}` cannot use itself", field.name),
                    )
                    .help("name the fields it is generated from"),
                );
            }
            commit_timestamps(words, &named, sql, "a generated column", mistakes);
        }
    }
}

/// The SQL of a `check`.
pub(super) fn check(words: &Words, sql: &SqlText, mistakes: &mut Mistakes) {
    for sql in texts(sql) {
        let named = fields_named(words, sql, mistakes);
        commit_timestamps(words, &named, sql, "a check", mistakes);
    }
}

fn commit_timestamps(
    words: &Words,
    named: &[usize],
    sql: &LitStr,
    what: &str,
    mistakes: &mut Mistakes,
) {
    for field in named
        .iter()
        .map(|at| &words.fields[*at])
        .filter(|field| field.column.commit_timestamp.is_some())
    {
        mistakes.push(
            Mistake::at(
                sql.span(),
                format_args!("{what} cannot use the commit timestamp `{}`", field.name),
            )
            .note("the database sets it when the transaction commits")
            .help("name other fields in the SQL")
            .page_of("expression"),
        );
    }
}

/// The SQL of each dialect, once if both are the same.
fn texts(sql: &SqlText) -> impl Iterator<Item = &LitStr> {
    let second = sql.postgresql.as_ref().filter(|second| {
        sql.googlesql.as_ref().is_none_or(|first| first.value() != second.value())
    });
    sql.googlesql.iter().chain(second)
}

/// The fields that the SQL of either dialect names.
pub(super) fn named(words: &Words, sql: &SqlText) -> Vec<usize> {
    let names = texts(sql).flat_map(|sql| names(&sql.value()).unwrap_or_default());
    names.filter_map(|name| words.fields.iter().position(|field| field.name == name)).collect()
}

/// The fields that the SQL names, each once.
fn fields_named(words: &Words, sql: &LitStr, mistakes: &mut Mistakes) -> Vec<usize> {
    let mut fields = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    match names(&sql.value()) {
        Err(fault) => {
            let mistake = match fault {
                Fault::Unclosed => Mistake::at(sql.span(), "unclosed `{` in the SQL"),
                Fault::Unmatched => Mistake::at(sql.span(), "unmatched `}` in the SQL"),
                Fault::Empty => Mistake::at(sql.span(), "empty `{}` in the SQL"),
            };
            mistakes.push(
                mistake
                    .help("write the name of a field between braces, and double a literal brace")
                    .page_of("expression"),
            );
        }
        Ok(found) => {
            for name in found {
                match words.fields.iter().position(|field| field.name == name) {
                    Some(at) if !fields.contains(&at) => fields.push(at),
                    Some(_) => {}
                    None if unknown.contains(&name) => {}
                    None => {
                        mistakes
                            .push(unknown_field_in_sql(words, &name, sql).page_of("expression"));
                        unknown.push(name);
                    }
                }
            }
        }
    }
    fields
}

enum Fault {
    Unclosed,
    Unmatched,
    Empty,
}

/// The names in braces; a doubled brace is a literal one.
fn names(sql: &str) -> Result<Vec<String>, Fault> {
    let mut names = Vec::new();
    let mut letters = sql.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => {
                letters.next();
            }
            '}' => return Err(Fault::Unmatched),
            '{' => {
                let mut name = String::new();
                loop {
                    match letters.next() {
                        Some('}') => break,
                        Some('{') | None => return Err(Fault::Unclosed),
                        Some(letter) => name.push(letter),
                    }
                }
                if name.trim().is_empty() {
                    return Err(Fault::Empty);
                }
                names.push(name);
            }
            _ => {}
        }
    }
    Ok(names)
}
