//! Names in SQL: what they may look like, and that no two are the same.

use proc_macro2::Span;
use syn::LitStr;
use syn::ext::IdentExt;

use crate::attr::{FieldWords, Words, Written};
use crate::words::{Mistake, Mistakes};

const LONGEST_NAME: usize = 128;
const MOST_COLUMNS: usize = 1024;

pub(super) fn check(words: &Words, mistakes: &mut Mistakes) {
    table(words, mistakes);
    columns(words, mistakes);
    objects(words, mistakes);
}

fn table(words: &Words, mistakes: &mut Mistakes) {
    match &words.table.name {
        Some(name) => written(name, mistakes),
        None => {
            if let Some(why) = fault(&words.ident.unraw().to_string()) {
                mistakes.push(
                    Mistake::at(
                        words.ident.span(),
                        format_args!("struct name `{}` cannot be a table name", words.ident),
                    )
                    .note(why)
                    .help("name the table: `#[table(name = \"Name\")]`"),
                );
            }
        }
    }
    if let Some(schema) = &words.table.schema {
        written(schema, mistakes);
    }
}

fn columns(words: &Words, mistakes: &mut Mistakes) {
    if let Some(field) = words.fields.get(MOST_COLUMNS) {
        mistakes.push(
            Mistake::at(
                field.ident.span(),
                format_args!("table `{}` has {} columns", words.ident, words.fields.len()),
            )
            .note(format_args!("Spanner takes {MOST_COLUMNS} columns in one table"))
            .help("move some of them to an interleaved table"),
        );
    }
    let mut seen: Vec<(String, &FieldWords)> = Vec::new();
    for field in words.fields.iter().filter(|field| !field.broken) {
        let name = column(words, field);
        let span = field.column.name.as_ref().map_or(field.ident.span(), |name| name.at);
        if let Some(name) = &field.column.name {
            written(name, mistakes);
        } else if let Some(why) = fault(&name) {
            let ascii: String = name.chars().filter(char::is_ascii).take(LONGEST_NAME).collect();
            let better = ascii.trim_start_matches(|first: char| !first.is_ascii_alphabetic());
            mistakes.push(
                Mistake::at(span, format_args!("field `{}` cannot name a column", field.name))
                    .note(why)
                    .help(format_args!(
                        "name the column: `#[column(name = \"{}\")]`",
                        if better.is_empty() { "name" } else { better }
                    )),
            );
        }
        match seen.iter().find(|(other, _)| other.eq_ignore_ascii_case(&name)) {
            Some((_, other)) => mistakes.push(
                Mistake::at(
                    span,
                    format_args!(
                        "column `{name}` has the name of another column, from the field `{}`",
                        other.name
                    ),
                )
                .note("Spanner's names ignore upper and lower case")
                .help(format_args!(
                    "give one of them another name: `#[column(name = \"{name}2\")]`"
                )),
            ),
            None => seen.push((name, field)),
        }
    }
}

/// The column's name in SQL.
pub(super) fn column(words: &Words, field: &FieldWords) -> String {
    match (&field.column.name, &words.table.rename_all) {
        (Some(name), _) => name.value.value(),
        // `ident_case` cuts bytes, and a name without letters has none to change.
        (None, Some(rule))
            if field.name.is_ascii() && field.name.contains(|letter| letter != '_') =>
        {
            rule.value.0.apply_to_field(&field.name)
        }
        _ => field.name.clone(),
    }
}

/// Tables, indexes, constraints, and sequences share one namespace.
fn objects(words: &Words, mistakes: &mut Mistakes) {
    let table = words
        .table
        .name
        .as_ref()
        .map_or_else(|| words.ident.unraw().to_string(), |name| name.value.value());
    let mut taken = vec![(table, "table")];
    for field in words.fields.iter().filter(|field| !field.broken) {
        if let Some(sequence) = field.key.as_ref().and_then(|key| key.sequence.as_ref()) {
            written(sequence, mistakes);
            claim(&mut taken, sequence.value.value(), "sequence", sequence.at, mistakes);
        }
    }
    for index in &words.indexes {
        let name = index.name.unraw().to_string();
        if name.eq_ignore_ascii_case("PRIMARY_KEY") {
            mistakes.push(
                Mistake::at(index.name.span(), format_args!("`{name}` cannot name an index"))
                    .note("Spanner keeps this name for the primary key")
                    .help("give the index another name"),
            );
        } else if let Some(why) = fault(&name) {
            mistakes.push(
                Mistake::at(index.name.span(), format_args!("`{name}` cannot name an index"))
                    .note(why)
                    .help("give the index another name"),
            );
        }
        claim(&mut taken, name, "index", index.name.span(), mistakes);
    }
    let constraints = words
        .foreign_keys
        .iter()
        .map(|key| (&key.name, "foreign key"))
        .chain(words.checks.iter().map(|check| (&check.name, "check")));
    for (name, kind) in constraints {
        if let Some(name) = name {
            written(name, mistakes);
            claim(&mut taken, name.value.value(), kind, name.at, mistakes);
        }
    }
}

fn claim(
    taken: &mut Vec<(String, &'static str)>,
    name: String,
    kind: &'static str,
    span: Span,
    mistakes: &mut Mistakes,
) {
    let other =
        taken.iter().find(|(other, _)| other.eq_ignore_ascii_case(&name)).map(|(_, kind)| *kind);
    match other {
        // Two columns may draw from one sequence.
        Some("sequence") if kind == "sequence" => {}
        Some(other) => {
            let whose = match other {
                "table" => String::from("the table itself"),
                same if same == kind => format!("another {other}"),
                "index" => String::from("an index"),
                _ => format!("a {other}"),
            };
            mistakes.push(
                Mistake::at(span, format_args!("the {kind} `{name}` has the name of {whose}"))
                    .note("tables, indexes, constraints, and sequences share their names, and upper and lower case are the same")
                    .help(format_args!("give the {kind} another name")),
            );
        }
        None => taken.push((name, kind)),
    }
}

/// Checks a name that was written in quotes.
fn written(name: &Written<LitStr>, mistakes: &mut Mistakes) {
    let text = name.value.value();
    if let Some(why) = fault(&text) {
        mistakes.push(
            Mistake::at(name.at, format_args!("`{text}` is not a name in SQL"))
                .note(why)
                .help("write a name such as `\"Orders\"`"),
        );
    }
}

/// What is wrong with a name, if anything.
fn fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("a name has at least one letter")
    } else if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        Some("a name in Spanner begins with a letter from A to Z")
    } else if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        Some("a name in Spanner holds only the letters A to Z, digits, and `_`")
    } else if name.len() > LONGEST_NAME {
        Some("a name in Spanner has at most 128 letters")
    } else {
        None
    }
}
