//! What an unreadable attribute most likely means. The stand-in is generated from it, so that
//! the code that uses the table's types adds no errors.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Attribute, Meta};

use super::names::{AttributeName, FieldArgument};
use crate::words::{Vocabulary, nearest};

/// Words of other libraries, and ours for them. `None` is a key part that the application
/// supplies.
const OTHER_WORDS: &[(&str, Option<FieldArgument>)] = &[
    ("auto_increment", Some(FieldArgument::Identity)),
    ("autoincrement", Some(FieldArgument::Identity)),
    ("serial", Some(FieldArgument::Identity)),
    ("seq", Some(FieldArgument::Sequence)),
    ("count", Some(FieldArgument::Shard)),
    ("interleave", Some(FieldArgument::Parent)),
    ("interleaved", Some(FieldArgument::Parent)),
    ("commit_timestamp", Some(FieldArgument::CommitTimestamp)),
    ("auto_now", Some(FieldArgument::CommitTimestamp)),
    ("auto_now_add", Some(FieldArgument::CommitTimestamp)),
    ("default", Some(FieldArgument::Default)),
    ("generated", Some(FieldArgument::Generated)),
    ("virtual", Some(FieldArgument::Generated)),
    ("descending", None),
    ("asc", None),
    ("ascending", None),
    ("primary", None),
    ("primary_key", None),
    ("pk", None),
    ("id", None),
    ("key", None),
    ("name", None),
    ("length", None),
];

/// The arguments of a field, and whether it is part of the key.
#[derive(Default)]
pub(super) struct Meant {
    pub(super) arguments: Vec<FieldArgument>,
    pub(super) in_key: bool,
    /// It is a key of another library, which may be supplied or filled.
    pub(super) of_others: bool,
}

impl Meant {
    /// A key part.
    pub(super) fn part(argument: FieldArgument) -> Self {
        Self { arguments: vec![argument], in_key: true, of_others: false }
    }
}

/// The first word of each argument, in or without quotes.
pub(super) fn words(tokens: TokenStream) -> Vec<String> {
    let mut is_first = true;
    let mut words = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(word) if is_first => words.push(word.to_string()),
            TokenTree::Literal(text) if is_first => {
                words.extend(text.to_string().trim_matches('"').split(", ").map(str::to_owned));
            }
            TokenTree::Group(group) if is_first => words.extend(self::words(group.stream())),
            _ => {}
        }
        is_first = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
    }
    words
}

/// What is meant by `key` or `column` with these arguments.
pub(super) fn arguments(
    attribute: AttributeName,
    vocabulary: &Vocabulary,
    tokens: TokenStream,
) -> Meant {
    let is_key = attribute == AttributeName::Key;
    let mut meant = Meant { in_key: is_key, ..Meant::default() };
    for word in words(tokens) {
        let word = word.to_lowercase();
        let other = OTHER_WORDS.iter().find(|(other, _)| *other == word);
        let near = nearest(&word, vocabulary.words.iter().copied());
        if is_key && (word == "storage" || near == Some("storage")) {
            // Does not fill the key.
            meant.arguments.push(FieldArgument::Supplied);
        } else if vocabulary.words.contains(&word.as_str()) {
            meant.arguments.extend(FieldArgument::from_name(&word));
        } else if let Some((_, argument)) = other {
            let is_part = matches!(word.as_str(), "primary" | "primary_key" | "pk" | "id" | "key");
            meant.in_key |= is_part;
            meant.arguments.push(argument.unwrap_or(FieldArgument::Supplied));
        } else if let Some(argument) = FieldArgument::from_name(&word).filter(|_| !is_key) {
            // An argument of `key`.
            meant.in_key = true;
            meant.arguments.push(argument);
        } else {
            meant.arguments.extend(near.and_then(FieldArgument::from_name));
        }
    }
    if !meant.in_key {
        meant.arguments.retain(|argument| *argument != FieldArgument::Supplied);
    }
    meant
}

/// The attribute of ours that an unknown one means, with its arguments. The compiler reports
/// the attribute, unless another derive knows it.
pub(super) fn unknown(attr: &Attribute) -> Option<(AttributeName, TokenStream)> {
    let path: Vec<_> =
        attr.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
    let word = path.last()?;
    let arguments = match &attr.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let name = word.to_lowercase();
    if let Some(ours) = AttributeName::from_name(word) {
        // `#[spanner_keys::key(uuid)]`. One segment is ours, and known.
        return (path.len() > 1).then_some((ours, arguments));
    }
    Some(match name.as_str() {
        "generatedvalue" | "generated_value" | "auto" | "serial" | "autoincrement"
        | "partition_key" | "hash_key" => (AttributeName::Key, quote!(primary_key, #arguments)),
        "spanner" | "spanner_keys" => (AttributeName::Key, inner(arguments)),
        "parent" | "parent_table" | "child_of" | "belongs_to" => {
            (AttributeName::Interleave, arguments)
        }
        _ if name.starts_with("key_") => {
            let argument: Option<TokenStream> = name["key_".len()..].parse().ok();
            (AttributeName::Key, quote!(#argument, #arguments))
        }
        _ if name.contains("interleave") => (AttributeName::Interleave, arguments),
        "commit_timestamp" | "generated" | "retry_id" => {
            let argument = &attr.path().segments.last()?.ident;
            (AttributeName::Column, quote!(#argument))
        }
        "uuid" | "uuid_v4" | "uuid_v7" | "ulid" | "shard" | "sequence" | "identity"
        | "bit_reversed" | "auto_increment" => {
            let argument = &attr.path().segments.last()?.ident;
            (AttributeName::Key, quote!(#argument))
        }
        // `#[sqlx(primary_key)]`, `#[diesel(primary_key(id))]`.
        _ if words(arguments.clone()).iter().any(|word| word == "primary_key") => {
            (AttributeName::Key, from_primary_key(arguments))
        }
        _ => {
            let near = nearest(&name, ["key", "interleave", "column"].into_iter())?;
            (AttributeName::from_name(near)?, arguments)
        }
    })
}

/// The argument `primary_key`, with its parentheses.
fn from_primary_key(arguments: TokenStream) -> TokenStream {
    let is_before = |token: &TokenTree| !token.to_string().ends_with("primary_key");
    let is_of_it = |token: &TokenTree| matches!(token, TokenTree::Ident(_) | TokenTree::Group(_));
    arguments.into_iter().skip_while(is_before).take_while(is_of_it).collect()
}

/// Whether this is the argument of another library for a key.
pub(super) fn is_primary_key(arguments: &TokenStream) -> bool {
    arguments.clone().into_iter().next().is_some_and(|first| first.to_string() == "primary_key")
}

/// The arguments in `key(uuid)` and `key = uuid`, for `#[spanner(key(uuid))]`.
pub(super) fn inner(tokens: TokenStream) -> TokenStream {
    let mut after = tokens.clone().into_iter().skip(1);
    if after.next().is_some_and(|token| token.to_string() == "=") {
        return after.collect();
    }
    let group = tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    group.unwrap_or(tokens)
}
