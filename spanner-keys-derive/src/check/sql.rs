//! SQL from the author: the fields that `{…}` names, and nothing else.

use syn::LitStr;

use super::shard::near_field;
use crate::attr::Words;
use crate::model::SqlText;
use crate::words::{Mistake, Mistakes};

/// The SQL of a field: `default` and `generated`.
pub(super) fn column(words: &Words, at: usize, mistakes: &mut Mistakes) {
    let field = &words.fields[at];
    if field.broken {
        return;
    }
    if let Some(default) = &field.column.default {
        for sql in texts(&default.value.0) {
            if let Some(named) = fields_named(words, sql, mistakes).first() {
                mistakes.push(
                    Mistake::at(
                        sql.span(),
                        format_args!(
                            "the default of `{}` names the field `{}`",
                            field.name, words.fields[*named].name
                        ),
                    )
                    .note("a default in Spanner cannot use other columns")
                    .help("write `generated` if the value always follows from other columns"),
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
                        format_args!("the generated column `{}` names itself", field.name),
                    )
                    .help("name the fields that it is generated from"),
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
            .note("the database sets it only when the transaction commits")
            .help(format_args!("leave `{{{}}}` out of the SQL", field.name)),
        );
    }
}

/// Each different text once.
fn texts(sql: &SqlText) -> impl Iterator<Item = &LitStr> {
    let second = sql.postgresql.as_ref().filter(|second| {
        sql.googlesql.as_ref().is_none_or(|first| first.value() != second.value())
    });
    sql.googlesql.iter().chain(second)
}

/// The fields that a text names, each once.
fn fields_named(words: &Words, sql: &LitStr, mistakes: &mut Mistakes) -> Vec<usize> {
    let mut fields = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    match names(&sql.value()) {
        Err(fault) => {
            let mistake = match fault {
                Fault::NeverClosed => Mistake::at(sql.span(), "a `{` in the SQL is never closed"),
                Fault::NeverOpened => Mistake::at(sql.span(), "a `}` in the SQL was never opened"),
                Fault::Empty => Mistake::at(sql.span(), "`{}` in the SQL names no field"),
            };
            mistakes.push(
                mistake.help("name a field as `{total}`, and write a brace itself as `{{` or `}}`"),
            );
        }
        Ok(found) => {
            for name in found {
                match words.fields.iter().position(|field| field.name == name) {
                    Some(at) if !fields.contains(&at) => fields.push(at),
                    Some(_) => {}
                    None if unknown.contains(&name) => {}
                    None => {
                        let mistake = Mistake::at(
                            sql.span(),
                            format_args!(
                                "the SQL names `{{{name}}}`, which is not a field of `{}`",
                                words.ident
                            ),
                        );
                        mistakes.push(match name.strip_prefix("r#") {
                            Some(plain) => mistake.help(format_args!("write `{{{plain}}}`")),
                            None => mistake.help(near_field(words, &name)),
                        });
                        unknown.push(name);
                    }
                }
            }
        }
    }
    fields
}

enum Fault {
    NeverClosed,
    NeverOpened,
    Empty,
}

/// The names in braces; doubled braces are braces.
fn names(sql: &str) -> Result<Vec<String>, Fault> {
    let mut names = Vec::new();
    let mut letters = sql.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => {
                letters.next();
            }
            '}' => return Err(Fault::NeverOpened),
            '{' => {
                let mut name = String::new();
                loop {
                    match letters.next() {
                        Some('}') => break,
                        Some('{') | None => return Err(Fault::NeverClosed),
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
