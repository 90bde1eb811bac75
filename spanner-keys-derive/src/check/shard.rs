//! The inputs of shards.

use proc_macro2::Span;
use syn::ext::IdentExt;

use super::field::sources_of;
use crate::attr::{FieldArgument, FieldWords, Words};
use crate::model::{ShardBy, ShardInput};
use crate::words::{Mistake, Mistakes, list, nearest};

/// How many fields of a struct a help lists.
const MOST_LISTED_FIELDS: usize = 5;

const RULE: &str = "shard-input";

/// The arguments of a shard in `key` or `column`.
pub(super) struct ShardWords<'a> {
    pub(super) count: u16,
    pub(super) word: Span,
    of: Option<&'a [syn::Ident]>,
    pub(super) by: ShardBy,
    in_key: bool,
}

pub(super) fn words_of(field: &FieldWords) -> Option<ShardWords<'_>> {
    if let Some((key, shard)) =
        field.key.as_ref().and_then(|key| key.shard.as_ref().map(|shard| (key, shard)))
    {
        let by = match (&key.random, &key.client) {
            (Some(_), _) => ShardBy::Chance,
            (None, Some(_)) => ShardBy::Client,
            (None, None) => ShardBy::Database,
        };
        let of = key.of.as_ref().map(|of| of.value.0.as_slice());
        return Some(ShardWords { count: shard.value.0, word: shard.word, of, by, in_key: true });
    }
    let column = &field.column;
    column.shard.as_ref().map(|shard| ShardWords {
        count: shard.value.0,
        word: shard.word,
        of: column.of.as_ref().map(|of| of.value.0.as_slice()),
        by: if column.client.is_some() { ShardBy::Client } else { ShardBy::Database },
        in_key: false,
    })
}

/// The inputs of a shard, without unknown names.
pub(super) fn inputs(words: &Words, at: usize, shard: &ShardWords<'_>) -> Vec<ShardInput> {
    if shard.by == ShardBy::Chance {
        return Vec::new();
    }
    match shard.of {
        Some(of) => of
            .iter()
            .filter_map(|name| {
                Some(ShardInput { field: words.field(name)?, span: Some(name.span()) })
            })
            .collect(),
        None => own_parts(words, at).map(|field| ShardInput { field, span: None }).collect(),
    }
}

/// The key parts that are neither inherited nor shards.
fn own_parts(words: &Words, at: usize) -> impl Iterator<Item = usize> {
    words.fields.iter().enumerate().filter_map(move |(other, field)| {
        let key = field.key.as_ref()?;
        (other != at && key.parent.is_none() && key.shard.is_none()).then_some(other)
    })
}

pub(super) fn check(words: &Words, at: usize, mistakes: &mut Mistakes) {
    let field = &words.fields[at];
    // A column with two sources has been reported already.
    let settled = !field.broken && sources_of(field).len() == 1;
    let Some(shard) = words_of(field).filter(|shard| settled && shard.by != ShardBy::Chance) else {
        return;
    };
    match shard.of {
        Some(of) => named(words, at, &shard, of, mistakes),
        None if shard.in_key => implied(words, at, &shard, mistakes),
        // Outside the key `of` is required; the check of the field reports it.
        None => {}
    }
}

fn implied(words: &Words, at: usize, shard: &ShardWords<'_>, mistakes: &mut Mistakes) {
    // An unreadable field could be a key part.
    if words.fields.iter().any(|field| field.broken) {
        return;
    }
    let inputs: Vec<&FieldWords> = own_parts(words, at).map(|input| &words.fields[input]).collect();
    if inputs.is_empty() {
        mistakes.push(
            Mistake::at(
                shard.word,
                format_args!("shard `{}` has no inputs", words.fields[at].name),
            )
            .note("a shard in the key is computed from the other key parts that are not inherited")
            .help(format_args!(
                "make another field part of the key, or use a random shard: `#[key(shard = {}, random)]`",
                shard.count
            ))
            .page_of(RULE),
        );
        return;
    }
    let usable = inputs
        .iter()
        .filter(|input| input.column.commit_timestamp.is_none())
        .map(|input| input.name.as_str());
    if let Some(late) = inputs.iter().find(|input| input.column.commit_timestamp.is_some()) {
        let usable: Vec<_> = usable.collect();
        let mistake = Mistake::at(
            shard.word,
            format_args!(
                "shard `{}` cannot be computed from the commit timestamp `{}`",
                words.fields[at].name, late.name
            ),
        )
        .note("the database sets it when the transaction commits, too late for the hash");
        let mistake = if usable.is_empty() {
            mistake
                .help(format_args!("use a random shard: `#[key(shard = {}, random)]`", shard.count))
        } else {
            mistake.help(format_args!(
                "name the other key parts: `#[key(shard = {}, of({}))]`",
                shard.count,
                usable.join(", ")
            ))
        };
        mistakes.push(mistake.page_of(RULE));
        return;
    }
    if let Some((name, input)) = inputs
        .iter()
        .find_map(|input| Some((server_filled(input)?, input)))
        .filter(|_| shard.by == ShardBy::Client)
    {
        mistakes.push(client_cannot_know(shard.word, &input.name, name).page_of(RULE));
    }
}

fn named(
    words: &Words,
    at: usize,
    shard: &ShardWords<'_>,
    of: &[syn::Ident],
    mistakes: &mut Mistakes,
) {
    let mut seen: Vec<usize> = Vec::new();
    for name in of {
        let span = name.span();
        let Some(input) = words.field(name) else {
            mistakes.push(unknown_field(words, &name.unraw().to_string(), span));
            continue;
        };
        let field = &words.fields[input];
        let what = &field.name;
        if input == at {
            mistakes.push(
                Mistake::at(span, format_args!("shard `{what}` cannot be computed from itself"))
                    .help("name other fields")
                    .page_of(RULE),
            );
        } else if seen.contains(&input) {
            mistakes.push(
                Mistake::at(span, format_args!("duplicate field `{what}` in `of`"))
                    .help("keep one of them")
                    .page_of(RULE),
            );
        } else if let Some(mistake) = unfit(field, shard, span).filter(|_| !field.broken) {
            mistakes.push(mistake.page_of(RULE));
        }
        seen.push(input);
    }
}

/// Why a shard cannot be computed from this field, if it cannot.
fn unfit(field: &FieldWords, shard: &ShardWords<'_>, span: Span) -> Option<Mistake> {
    let what = &field.name;
    let inherited = field.key.as_ref().is_some_and(|key| key.parent.is_some());
    if words_of(field).is_some() {
        return Some(
            Mistake::at(
                span,
                format_args!("a shard cannot be computed from another shard, `{what}`"),
            )
            .note("a shard has few values, so it does not spread the rows any further")
            .help("name other fields"),
        );
    }
    if field.column.generated.is_some() {
        return Some(
            Mistake::at(
                span,
                format_args!("a shard cannot be computed from the generated column `{what}`"),
            )
            .note("a shard is computed from columns that are written, not from generated ones")
            .help("name the fields it is generated from"),
        );
    }
    if field.column.commit_timestamp.is_some() && !inherited {
        return Some(
            Mistake::at(
                span,
                format_args!("a shard cannot be computed from the commit timestamp `{what}`"),
            )
            .note("the database sets it when the transaction commits, too late for the hash")
            .help("name other fields"),
        );
    }
    if shard.in_key && field.key.is_none() {
        return Some(
            Mistake::at(span, format_args!("`{what}` is not part of the key"))
                .note("a shard in the key is computed from key parts only, so that a row can be found by its key")
                .help(format_args!("make `{what}` part of the key, or name another field")),
        );
    }
    match server_filled(field) {
        Some(name) if shard.by == ShardBy::Client => Some(client_cannot_know(span, what, name)),
        _ => None,
    }
}

/// The argument that lets the database fill this key part.
fn server_filled(field: &FieldWords) -> Option<FieldArgument> {
    let key = field.key.as_ref()?;
    let sequence = key.sequence.as_ref().map(|_| FieldArgument::Sequence);
    sequence.or(key.identity.as_ref().map(|_| FieldArgument::Identity))
}

fn client_cannot_know(span: Span, field: &str, fill: FieldArgument) -> Mistake {
    Mistake::at(span, format_args!("a `client` shard cannot be computed from `{field}`"))
        .note(format_args!(
            "the database fills `{field}` with `{fill}`, so the client does not know it yet"
        ))
        .help("remove `client` to let the database compute the shard")
}

/// The error for a name that is not a field of this struct.
pub(super) fn unknown_field(words: &Words, name: &str, span: Span) -> Mistake {
    if let Some(mistake) = skipped_field(words, name, span) {
        return mistake;
    }
    let mistake =
        Mistake::at(span, format_args!("struct `{}` has no field named `{name}`", words.ident));
    mistake.help(match nearest_field(words, name) {
        Some(near) => format!("did you mean `{near}`?"),
        None => available_fields(words),
    })
}

/// The error for the name of a field that is not a column.
fn skipped_field(words: &Words, name: &str, span: Span) -> Option<Mistake> {
    let is_skipped = words.skipped.iter().any(|field| field.name == name);
    is_skipped.then(|| {
        Mistake::at(span, format_args!("`{name}` is not a column"))
            .note("its field has `skip`")
            .help("name a column, or make the field one")
    })
}

/// The same error for a name in braces in SQL.
pub(super) fn unknown_field_in_sql(words: &Words, name: &str, sql: &syn::LitStr) -> Mistake {
    if let Some(mistake) = skipped_field(words, name, sql.span()) {
        return mistake;
    }
    let mistake = Mistake::at(
        sql.span(),
        format_args!("struct `{}` has no field named `{name}`", words.ident),
    );
    mistake.help(match nearest_field(words, name) {
        Some(near) => {
            let text = sql.value().replace(&format!("{{{name}}}"), &format!("{{{near}}}"));
            let quoted = quote::ToTokens::to_token_stream(&syn::LitStr::new(&text, sql.span()));
            format!("did you mean `{quoted}`?")
        }
        None => available_fields(words),
    })
}

fn names(words: &Words) -> impl Iterator<Item = &str> {
    words.fields.iter().map(|field| field.name.as_str())
}

fn nearest_field<'a>(words: &'a Words, name: &str) -> Option<&'a str> {
    // A field is named without its `r#` in SQL.
    nearest(name.trim_start_matches("r#"), names(words))
}

/// A few fields of the struct, and how many more there are.
fn available_fields(words: &Words) -> String {
    let more = words.fields.len().saturating_sub(MOST_LISTED_FIELDS);
    if more == 0 {
        return format!("available fields are {}", list(names(words)));
    }
    let some: Vec<_> =
        names(words).take(MOST_LISTED_FIELDS).map(|name| format!("`{name}`")).collect();
    format!("available fields are {}, and {more} more", some.join(", "))
}

/// A key field that a shard outside the key can be computed from, whatever its type is.
pub(super) fn good_input(words: &Words, shard: &FieldWords) -> Option<String> {
    let is_good = |field: &&FieldWords| {
        field.name != shard.name
            && !field.broken
            && words_of(field).is_none()
            && field
                .key
                .as_ref()
                .is_some_and(|key| !key.fills().is_empty() && server_filled(field).is_none())
    };
    words.fields.iter().find(is_good).map(|field| field.name.clone())
}
