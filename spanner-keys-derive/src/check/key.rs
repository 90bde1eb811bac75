//! The primary key and the parent.

use syn::ext::IdentExt;

use crate::attr::{FieldArgument, FieldWords, Words, path_text};
use crate::limits::KEY_COLUMNS;
use crate::words::{Mistake, Mistakes};

pub(super) fn check(words: &Words, mistakes: &mut Mistakes) {
    let own = words.interleave.as_ref().filter(|interleave| is_own(words, &interleave.parent));
    let is_its_own_parent = own.is_some();
    if let Some(interleave) = own {
        mistakes.push(
            Mistake::over(
                &interleave.parent,
                format_args!("table `{}` cannot be its own parent", words.ident),
            )
            .help("name another table, or reference rows of the same table with a foreign key"),
        );
    }
    // An unreadable attribute may contain what seems to be missing.
    let unsure = words.fields.iter().any(|field| field.broken);
    let parts: Vec<&FieldWords> = words.fields.iter().filter(|field| field.key.is_some()).collect();
    if parts.is_empty() {
        if !unsure {
            mistakes.push(
                Mistake::at(
                    words.ident.span(),
                    format_args!("table `{}` has no primary key", words.ident),
                )
                .note("Spanner sorts rows by primary key and distributes them across servers by it")
                .help(if words.interleaved {
                    String::from(START_WITH_PARENT)
                } else {
                    format!(
                        "add a key: `#[key(uuid)] {}: {}::Uuid,`; or mark the fields that identify a row",
                        free_name(words),
                        words.krate.to_string().replace(' ', "")
                    )
                }),
            );
        }
        return;
    }
    if !is_its_own_parent {
        parent_parts(words, &parts, unsure, mistakes);
    }
    halves(words, &parts, unsure, mistakes);
    if let Some(field) = parts.get(KEY_COLUMNS) {
        mistakes.push(
            Mistake::at(
                field.ident.span(),
                format_args!("the key of table `{}` has {} parts", words.ident, parts.len()),
            )
            .note(format_args!(
                "Spanner allows at most {KEY_COLUMNS} key parts, including those of the parent"
            ))
            .help("make fields that are not needed to identify a row plain columns")
            .page_of("key-length"),
        );
    }
}

fn parent_parts(words: &Words, parts: &[&FieldWords], unsure: bool, mistakes: &mut Mistakes) {
    let inherited = |field: &FieldWords| {
        field.key.as_ref().and_then(|key| key.parent.as_ref()).map(|parent| parent.word)
    };
    match (words.interleaved, parts.iter().find_map(|field| inherited(field))) {
        (false, Some(word)) => {
            mistakes.push(
                Mistake::at(
                    word,
                    format_args!("`parent` requires `interleave` on `{}`", words.ident),
                )
                .help("name the parent in an attribute of the struct, or remove `parent`"),
            );
            // Without a parent there is no order to check.
            return;
        }
        (true, None) => {
            if let (Some(interleave), false) = (&words.interleave, unsure) {
                let parent = path_text(&interleave.parent);
                mistakes.push(
                    Mistake::over(
                        &interleave.parent,
                        format_args!(
                            "the key of `{}` does not start with the key of its parent `{parent}`",
                            words.ident
                        ),
                    )
                    .note("a child's key starts with its parent's whole key")
                    .help(START_WITH_PARENT),
                );
            }
        }
        _ => {}
    }
    let mut own: Option<&FieldWords> = None;
    for field in parts.iter().filter(|field| !field.broken) {
        match (inherited(field), own) {
            (Some(word), Some(own)) => {
                mistakes.push(
                    Mistake::at(
                        word,
                        format_args!("the parent's key part `{}` comes after key part `{}`", field.name, own.name),
                    )
                    .note("key parts follow the order of the fields, and a child's key starts with its parent's whole key")
                    .help(format_args!("move the field `{}` before `{}`", field.name, own.name)),
                );
                return;
            }
            (None, None) => own = Some(field),
            _ => {}
        }
    }
}

/// The two halves of a UUID are two parts of the key.
fn halves(words: &Words, parts: &[&FieldWords], unsure: bool, mistakes: &mut Mistakes) {
    let of = |argument: FieldArgument| {
        parts.iter().filter_map(move |field| {
            let fills = field.key.as_ref()?.fills();
            let (_, word) = fills.into_iter().find(|(fill, _)| *fill == argument)?;
            Some((*field, word))
        })
    };
    let pair = [FieldArgument::UuidHigh, FieldArgument::UuidLow];
    for (half, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        let mut found = of(half);
        let Some((field, word)) = found.next() else { continue };
        let is_alone = of(other).next().is_none() && !unsure;
        let duplicates: Vec<_> = found.collect();
        for (at, (_, second)) in duplicates.iter().enumerate() {
            let mistake = Mistake::at(*second, format_args!("duplicate `{half}` in the key"))
                .note("a key holds the halves of one UUID");
            mistakes.push(if at == 0 && is_alone {
                mistake.help(format_args!("did you mean `{other}`?"))
            } else {
                mistake.help("keep one of them")
            });
        }
        if is_alone && duplicates.is_empty() {
            let stem = field.name.trim_end_matches("_high").trim_end_matches("_low");
            let (_, after) = other.name().split_once('_').unwrap_or_default();
            let name = format!("{stem}_{after}");
            let name = if super::names::is_free(words, &name) { name } else { name + "_half" };
            mistakes.push(
                Mistake::at(word, format_args!("`{half}` requires `{other}`"))
                    .note(
                        "a UUID in a pair of INT64 columns has two halves, and both are in the key",
                    )
                    .help(format_args!("add the other half: `#[key({other})] {name}: i64,`")),
            );
        }
    }
}

const START_WITH_PARENT: &str =
    "start the struct with the parent's key fields, each marked as a part of the parent's key";

/// A name for a key that no column has.
fn free_name(words: &Words) -> String {
    let own = words.ident.unraw().to_string().to_lowercase();
    let names = [String::from("id"), format!("{own}_id"), format!("{own}_key")];
    let is_free = |name: &String| super::names::is_free(words, name);
    names.into_iter().find(is_free).unwrap_or_else(|| format!("{own}_primary_key"))
}

/// Whether the tokens show that the path is the struct itself.
pub(super) fn is_own(words: &Words, path: &syn::Path) -> bool {
    let mut segments = path.segments.iter().map(|segment| &segment.ident);
    let own = |ident: &syn::Ident| *ident == words.ident || ident == "Self";
    match (segments.next(), segments.next(), segments.next()) {
        (Some(one), None, _) => own(one),
        (Some(module), Some(one), None) => module == "self" && own(one),
        _ => false,
    }
}
