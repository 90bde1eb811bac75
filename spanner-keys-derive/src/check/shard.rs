//! What a shard is computed from.

use proc_macro2::Span;

use super::field::writers_of;
use crate::attr::{FieldWords, Words};
use crate::model::{ShardBy, ShardInput};
use crate::words::{Mistake, Mistakes, list, nearest};

/// A shard's words, whether they stand in `key` or in `column`.
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

/// The inputs of a shard, as far as their names are known.
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

/// The table's own key parts but shards.
fn own_parts(words: &Words, at: usize) -> impl Iterator<Item = usize> {
    words.fields.iter().enumerate().filter_map(move |(other, field)| {
        let key = field.key.as_ref()?;
        (other != at && key.parent.is_none() && key.shard.is_none()).then_some(other)
    })
}

pub(super) fn check(words: &Words, at: usize, mistakes: &mut Mistakes) {
    let field = &words.fields[at];
    // A column that two words fill is one mistake, and said so already.
    let settled = !field.broken && writers_of(field).len() == 1;
    let Some(shard) = words_of(field).filter(|shard| settled && shard.by != ShardBy::Chance) else {
        return;
    };
    match shard.of {
        Some(of) => named(words, at, &shard, of, mistakes),
        None if shard.in_key => implied(words, at, &shard, mistakes),
        // `of` is missing outside the key: the field's own words say so.
        None => {}
    }
}

fn implied(words: &Words, at: usize, shard: &ShardWords<'_>, mistakes: &mut Mistakes) {
    // An unreadable field may be a key part.
    if words.fields.iter().any(|field| field.broken) {
        return;
    }
    let inputs: Vec<&FieldWords> = own_parts(words, at).map(|input| &words.fields[input]).collect();
    if inputs.is_empty() {
        mistakes.push(
            Mistake::at(shard.word, format_args!("the shard `{}` has nothing to be computed from", words.fields[at].name))
                .note("a shard in the key is computed from the table's other own key parts, and there are none")
                .help("mark another field with `#[key]`, or draw the shard with `shard = 16, random`"),
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
                "the shard `{}` cannot be computed from the commit timestamp `{}`",
                words.fields[at].name, late.name
            ),
        )
        .note("the database cannot hash a time that it has not set yet");
        mistakes.push(if usable.is_empty() {
            mistake.help("draw the shard instead: `shard = 16, random`")
        } else {
            mistake.help(format_args!(
                "name the other key parts: `shard = {}, of({})`",
                shard.count,
                usable.join(", ")
            ))
        });
        return;
    }
    if let Some((name, input)) = inputs
        .iter()
        .find_map(|input| Some((server_filled(input)?, input)))
        .filter(|_| shard.by == ShardBy::Client)
    {
        mistakes.push(client_cannot_know(shard.word, &input.name, name));
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
            mistakes.push(unknown_field(words, name, "of"));
            continue;
        };
        let field = &words.fields[input];
        let what = &field.name;
        if input == at {
            mistakes.push(
                Mistake::at(
                    span,
                    format_args!("the shard `{what}` cannot be computed from itself"),
                )
                .help(format_args!("remove `{what}` from `of`")),
            );
        } else if seen.contains(&input) {
            mistakes.push(
                Mistake::at(span, format_args!("`of` names `{what}` twice"))
                    .help("keep one of them"),
            );
        } else if let Some(mistake) = unfit(field, shard, span).filter(|_| !field.broken) {
            mistakes.push(mistake);
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
            Mistake::at(span, format_args!("a shard cannot be computed from the shard `{what}`"))
                .note("there are only a few shard numbers, so they would not spread the rows any further")
                .help(format_args!("remove `{what}` from `of`")),
        );
    }
    if field.column.generated.is_some() {
        return Some(
            Mistake::at(
                span,
                format_args!("a shard cannot be computed from the generated column `{what}`"),
            )
            .note("Spanner computes a shard from columns that are written, not from generated ones")
            .help("name the fields that it is generated from"),
        );
    }
    if field.column.commit_timestamp.is_some() && !inherited {
        return Some(
            Mistake::at(
                span,
                format_args!("a shard cannot be computed from the commit timestamp `{what}`"),
            )
            .note("the database cannot hash a time that it has not set yet")
            .help(format_args!("remove `{what}` from `of`")),
        );
    }
    if shard.in_key && field.key.is_none() {
        return Some(
            Mistake::at(span, format_args!("`{what}` is not part of the key"))
                .note("a shard in the key is computed from key parts only, so that a row is found by its key")
                .help(format_args!("mark `{what}` with `#[key]`, or remove it from `of`")),
        );
    }
    match server_filled(field) {
        Some(name) if shard.by == ShardBy::Client => Some(client_cannot_know(span, what, name)),
        _ => None,
    }
}

/// The word by which the database fills a key part.
fn server_filled(field: &FieldWords) -> Option<&'static str> {
    let key = field.key.as_ref()?;
    let default = field.column.default.as_ref().map(|_| "default");
    key.sequence
        .as_ref()
        .map(|_| "sequence")
        .or(key.identity.as_ref().map(|_| "identity"))
        .or(default)
}

fn client_cannot_know(span: Span, field: &str, fill: &str) -> Mistake {
    Mistake::at(span, format_args!("a `client` shard cannot be computed from `{field}`"))
        .note(format_args!(
            "the database fills `{field}` by `{fill}`, so the client does not know it yet"
        ))
        .help("remove `client`: then the database computes the shard")
}

/// A name that is no field of this struct.
pub(super) fn unknown_field(words: &Words, name: &syn::Ident, owner: &str) -> Mistake {
    let written = syn::ext::IdentExt::unraw(name).to_string();
    Mistake::at(
        name.span(),
        format_args!("`{owner}` names `{written}`, which is not a field of `{}`", words.ident),
    )
    .help(near_field(words, &written))
}

/// The field that was meant, or all there are.
pub(super) fn near_field(words: &Words, written: &str) -> String {
    let names = || words.fields.iter().map(|field| field.name.as_str());
    match nearest(written, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if words.fields.len() <= 12 => {
            format!("`{}` has the fields {}", words.ident, list(names()))
        }
        None => format!("name a field of `{}`", words.ident),
    }
}
