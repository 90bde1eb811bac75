//! Names in SQL: valid characters and duplicates.

use std::fmt::{self, Display, Formatter};

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

use crate::attr::{ColumnCase, FieldWords, TypeName, Words, Written};
use crate::limits::{COLUMNS, NAME_LENGTH};
use crate::model::type_name;
use crate::words::{Mistake, Mistakes};

const RULE: &str = "name";

pub(super) fn check(words: &Words, mistakes: &mut Mistakes) {
    table(words, mistakes);
    types(words, mistakes);
    columns(words, mistakes);
    objects(words, mistakes);
}

fn table(words: &Words, mistakes: &mut Mistakes) {
    match &words.table.name {
        Some(name) => written(name, valid, mistakes),
        None => {
            if let Some(why) = fault(&words.ident.unraw().to_string()) {
                mistakes.push(
                    Mistake::at(
                        words.ident.span(),
                        format_args!("`{}` is not a valid table name", words.ident),
                    )
                    .note(why)
                    .help(match valid(&words.ident.unraw().to_string()) {
                        Some(name) => {
                            format!("set the table name: `#[table(name = \"{name}\")]`")
                        }
                        None => String::from("set the name of the table in an attribute"),
                    })
                    .page_of(RULE),
                );
            }
        }
    }
    if let Some(schema) = &words.table.schema {
        written(schema, valid, mistakes);
    }
    if let Some(former) = &words.table.renamed_from {
        written(former, valid, mistakes);
        let name = words.table.name.as_ref().map(|name| name.value.value());
        if former.value.value() == name.unwrap_or_else(|| words.ident.unraw().to_string()) {
            mistakes.push(still_used(former, "the table"));
        }
    }
}

/// A former name that is not free.
fn still_used(former: &Written<LitStr>, by: &str) -> Mistake {
    Mistake::at(former.at, format_args!("`renamed_from` names {by} as it is now"))
        .note("it is the name before the last rename")
        .help("write the former name, or remove `renamed_from`")
}

/// The names of the generated types. The compiler reports those that other types have.
fn types(words: &Words, mistakes: &mut Mistakes) {
    let (new_row, key) = (&words.table.new_name, &words.table.key_name);
    for (argument, name) in [("new", new_row), ("key", key)] {
        let Some(name) = name else { continue };
        let TypeName(written) = &name.value;
        let mistake = |what: &str| {
            Mistake::at(
                name.at,
                format_args!("`{argument}` must name a new type, but `{written}` is {what}"),
            )
        };
        let remove = format!("remove `{argument}`");
        if let Some(field) = words.fields.iter().find(|field| *written == field.name) {
            mistakes.push(mistake("a field").help(if field.key.is_some() || argument == "new" {
                remove
            } else {
                format!("remove `key`, and write `#[key]` on `{written}`")
            }));
        } else if is_taken(words, written) {
            mistakes.push(mistake("the struct itself").help(remove));
        } else if argument == "key" && *written == self::new_row(words) {
            mistakes.push(mistake("the type of new rows").help(remove));
        } else if key.is_none() && *written == self::key(words) {
            mistakes.push(mistake("the type of the key").help(remove));
        }
    }
}

/// The name of the type of new rows: `NewOrder`, or the author's name if it is possible.
pub(super) fn new_row(words: &Words) -> Ident {
    let chosen = chosen(words, words.table.new_name.as_ref());
    let usual = || type_name("New", &words.ident, "");
    match (chosen, &words.table.key_name) {
        (Some(name), None) if name == type_name("", &words.ident, "Key") => usual(),
        (chosen, _) => chosen.unwrap_or_else(usual),
    }
}

/// The name of the type of the key: `OrderKey`, or the author's name if it is possible.
pub(super) fn key(words: &Words) -> Ident {
    let chosen = chosen(words, words.table.key_name.as_ref());
    chosen
        .filter(|name| *name != new_row(words))
        .unwrap_or_else(|| type_name("", &words.ident, "Key"))
}

fn chosen(words: &Words, name: Option<&Written<TypeName>>) -> Option<Ident> {
    let TypeName(name) = &name?.value;
    (!is_taken(words, name)).then(|| name.clone())
}

fn is_taken(words: &Words, name: &Ident) -> bool {
    name.unraw() == words.ident.unraw() || words.fields.iter().any(|field| *name == field.name)
}

fn columns(words: &Words, mistakes: &mut Mistakes) {
    if let Some(field) = words.fields.get(COLUMNS) {
        mistakes.push(
            Mistake::at(
                field.ident.span(),
                format_args!("table `{}` has {} columns", words.ident, words.fields.len()),
            )
            .note(format_args!("Spanner allows at most {COLUMNS} columns per table"))
            .help("move some of them to an interleaved table")
            .page_of("table-size"),
        );
    }
    let mut seen: Vec<(String, &FieldWords)> = Vec::new();
    for field in words.fields.iter().filter(|field| !field.broken) {
        let name = column(words, field);
        let span = field.column.name.as_ref().map_or(field.ident.span(), |name| name.at);
        if let Some(name) = &field.column.name {
            written(name, |text| Some(free(words, text)), mistakes);
        } else if let Some(why) = fault(&name) {
            mistakes.push(
                Mistake::at(span, format_args!("`{}` is not a valid column name", field.name))
                    .note(why)
                    .help(format_args!(
                        "set the column name: `#[column(name = \"{}\")]`",
                        free(words, &name)
                    ))
                    .page_of(RULE),
            );
        }
        match seen.iter().find(|(other, _)| other.eq_ignore_ascii_case(&name)) {
            Some((_, other)) => mistakes.push(
                Mistake::at(
                    span,
                    format_args!(
                        "duplicate column name `{name}`, already used by field `{}`",
                        other.name
                    ),
                )
                .note("names in Spanner are case-insensitive")
                .help(format_args!(
                    "rename one of them: `#[column(name = \"{}\")]`",
                    free(words, &name)
                ))
                .page_of(RULE),
            ),
            None => seen.push((name, field)),
        }
    }
    for former in words.fields.iter().filter_map(|field| field.column.renamed_from.as_ref()) {
        written(former, valid, mistakes);
        if seen.iter().any(|(name, _)| name.eq_ignore_ascii_case(&former.value.value())) {
            mistakes.push(still_used(former, "a column"));
        }
    }
}

/// The column's name in SQL.
pub(super) fn column(words: &Words, field: &FieldWords) -> String {
    match &field.column.name {
        Some(name) => name.value.value(),
        None => renamed(&field.name, words.table.rename_all.as_ref()),
    }
}

/// The name of a field in this case.
pub(super) fn renamed(field: &str, rename_all: Option<&Written<ColumnCase>>) -> String {
    match rename_all {
        // `ident_case` panics on other characters and on names of underscores only.
        Some(rule) if field.is_ascii() && field.contains(|letter| letter != '_') => {
            rule.value.0.apply_to_field(field)
        }
        _ => field.to_owned(),
    }
}

/// Tables, indexes, constraints, and sequences share one namespace.
fn objects(words: &Words, mistakes: &mut Mistakes) {
    let table = words
        .table
        .name
        .as_ref()
        .map_or_else(|| words.ident.unraw().to_string(), |name| name.value.value());
    let mut taken = vec![(table, Object::Table)];
    for field in words.fields.iter().filter(|field| !field.broken) {
        if let Some(sequence) = field.key.as_ref().and_then(|key| key.sequence.as_ref()) {
            written(sequence, valid, mistakes);
            claim(&mut taken, sequence.value.value(), Object::Sequence, sequence.at, mistakes);
        }
    }
    for index in &words.indexes {
        let name = index.name.unraw().to_string();
        if name.eq_ignore_ascii_case("PRIMARY_KEY") {
            mistakes.push(
                Mistake::at(index.name.span(), format_args!("`{name}` is not a valid index name"))
                    .note("Spanner reserves this name for the primary key")
                    .help("rename the index")
                    .page_of(RULE),
            );
        } else if let Some(why) = fault(&name) {
            mistakes.push(
                Mistake::at(index.name.span(), format_args!("`{name}` is not a valid index name"))
                    .note(why)
                    .help("rename the index")
                    .page_of(RULE),
            );
        }
        claim(&mut taken, name, Object::Index, index.name.span(), mistakes);
    }
    let constraints = words
        .foreign_keys
        .iter()
        .map(|key| (&key.name, Object::ForeignKey))
        .chain(words.checks.iter().map(|check| (&check.name, Object::Check)));
    for (name, kind) in constraints {
        if let Some(name) = name {
            written(name, valid, mistakes);
            claim(&mut taken, name.value.value(), kind, name.at, mistakes);
        }
    }
}

/// What has a name in the shared namespace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Object {
    Table,
    Index,
    Sequence,
    ForeignKey,
    Check,
}

impl Display for Object {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Table => "table",
            Self::Index => "index",
            Self::Sequence => "sequence",
            Self::ForeignKey => "foreign key",
            Self::Check => "check",
        })
    }
}

fn claim(
    taken: &mut Vec<(String, Object)>,
    name: String,
    kind: Object,
    span: Span,
    mistakes: &mut Mistakes,
) {
    let other =
        taken.iter().find(|(other, _)| other.eq_ignore_ascii_case(&name)).map(|(_, kind)| *kind);
    match other {
        // Two columns may share a sequence.
        Some(Object::Sequence) if kind == Object::Sequence => {}
        Some(other) => {
            let whose = match other {
                Object::Table => String::from("the table"),
                same if same == kind => format!("another {other}"),
                Object::Index => String::from("an index"),
                _ => format!("a {other}"),
            };
            mistakes.push(
                Mistake::at(span, format_args!("{kind} `{name}` has the same name as {whose}"))
                    .note("tables, indexes, constraints, and sequences share one case-insensitive namespace")
                    .help(format_args!("rename the {kind}"))
                    .page_of(RULE),
            );
        }
        None => taken.push((name, kind)),
    }
}

/// Checks a name that is given as a string.
fn written(
    name: &Written<LitStr>,
    better: impl Fn(&str) -> Option<String>,
    mistakes: &mut Mistakes,
) {
    let text = name.value.value();
    if let Some(why) = fault(&text) {
        mistakes.push(
            Mistake::at(name.at, format_args!("`{text}` is not a valid name"))
                .note(why)
                .help(match better(&text) {
                    Some(name) => format!("did you mean `\"{name}\"`?"),
                    None => String::from("write a name of letters, digits, and underscores"),
                })
                .page_of(RULE),
        );
    }
}

/// What is valid of a name, if anything is.
fn valid(name: &str) -> Option<String> {
    let letters = name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_');
    let valid: String =
        letters.skip_while(|first| !first.is_ascii_alphabetic()).take(NAME_LENGTH).collect();
    (!valid.is_empty()).then_some(valid)
}

/// Whether no column has this name.
pub(super) fn is_free(words: &Words, name: &str) -> bool {
    !words.fields.iter().any(|field| {
        field.name.eq_ignore_ascii_case(name) || column(words, field).eq_ignore_ascii_case(name)
    })
}

/// A valid name like this one that no column has.
fn free(words: &Words, name: &str) -> String {
    let valid = valid(name).unwrap_or_else(|| String::from("name"));
    let short: String = valid.chars().take(NAME_LENGTH - 4).collect();
    let mut names = std::iter::once(valid)
        .chain((2..=words.fields.len() + 2).map(|number| format!("{short}{number}")));
    names.find(|name| is_free(words, name)).unwrap_or(short)
}

/// The reason why a name is invalid.
fn fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("a name cannot be empty")
    } else if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        Some("names in Spanner start with an ASCII letter")
    } else if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        Some("names in Spanner contain only ASCII letters, digits, and underscores")
    } else if name.len() > NAME_LENGTH {
        Some("names in Spanner have at most 128 characters")
    } else {
        None
    }
}
