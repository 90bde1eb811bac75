//! The checks of `SpannerColumn`.

use ident_case::RenameRule;
use syn::ext::IdentExt;

use crate::attr::column_type::{EnumWords, Shape, VariantWords, Words};
use crate::attr::values::integer;
use crate::model::{ColumnShape, ColumnType, OtherVariant, Storage, UnitEnum};
use crate::words::{Mistake, Mistakes};

/// The model of the column type, if it has no mistakes.
pub(crate) fn column_type(words: Words, mistakes: &mut Mistakes) -> Option<ColumnType> {
    let shape = match words.shape {
        Shape::Newtype(newtype) => ColumnShape::Newtype(newtype),
        Shape::Enum(of_enum, variants) => {
            ColumnShape::UnitEnum(unit_enum(&of_enum, &variants, mistakes))
        }
        Shape::Json => ColumnShape::Json,
    };
    mistakes.is_empty().then_some(ColumnType {
        ident: words.ident,
        generics: words.generics,
        krate: words.krate,
        shape,
        client_traits: words.client_traits,
    })
}

fn unit_enum(words: &EnumWords, variants: &[VariantWords], mistakes: &mut Mistakes) -> UnitEnum {
    if let Some(storage) = words
        .storage
        .as_ref()
        .filter(|storage| matches!(storage.value, Storage::Bytes | Storage::Native))
    {
        // Without numbers, the other storage would be the next error.
        let numbered = variants.iter().all(|it| it.number.is_some() || it.other.is_some());
        mistakes.push(
            Mistake::at(storage.at, "an enum can only be stored as text or as an integer").help(
                if numbered {
                    "write `storage = text` or `storage = integer`"
                } else {
                    "write `storage = text`, or number the variants and store them as integers"
                },
            ),
        );
    }
    let integer = words.storage.as_ref().is_some_and(|storage| storage.value == Storage::Integer);
    if integer {
        let rename = words.rename_all.as_ref().map(|rule| ("rename_all", rule.word));
        let names = variants
            .iter()
            .filter_map(|variant| variant.name.as_ref())
            .map(|name| ("name", name.word));
        for (name, word) in rename.into_iter().chain(names) {
            mistakes.push(
                Mistake::at(word, format_args!("`{name}` has no effect with `storage = integer`"))
                    .note("the column stores the variant's discriminant, not its name")
                    .help(format_args!("remove `{name}`, or store the enum as text")),
            );
        }
    }
    if integer {
        numbers(variants, mistakes);
    }
    let other = other(variants, integer, mistakes);
    let variants: Vec<_> = variants.iter().filter(|variant| variant.other.is_none()).collect();
    let texts: Vec<_> = variants.iter().map(|variant| text(words, variant)).collect();
    for (at, variant) in variants.iter().enumerate() {
        let text = &texts[at];
        let span = variant.name.as_ref().map_or(variant.ident.span(), |name| name.at);
        if text.is_empty() {
            mistakes.push(
                Mistake::at(span, format_args!("empty name for variant `{}`", variant.ident)).help(
                    format_args!(
                        "write a name, for example `name = \"{}\"`",
                        variant.ident.unraw()
                    ),
                ),
            );
        } else if let Some(other) = texts[..at].iter().position(|other| other == text && !integer) {
            mistakes.push(
                Mistake::at(
                    span,
                    format_args!(
                        "variants `{}` and `{}` are both stored as \"{text}\"",
                        variants[other].ident, variant.ident
                    ),
                )
                .note("a stored value must identify one variant")
                .help(format_args!(
                    "rename one of them: `#[column(name = \"{}\")]`",
                    (2..=variants.len() + 2)
                        .map(|number| format!("{text}{number}"))
                        .find(|name| !texts.contains(name))
                        .unwrap_or_default()
                )),
            );
            if variants[other].ident == variant.ident {
                // The compiler reports the variant.
                mistakes.defer(mistakes.len() - 1);
            }
        }
    }
    UnitEnum {
        integer,
        variants: variants.iter().map(|variant| variant.ident.clone()).zip(texts).collect(),
        other,
    }
}

/// Every variant has a number, because rows hold it.
fn numbers(variants: &[VariantWords], mistakes: &mut Mistakes) {
    let mut next = Some(0);
    for variant in variants {
        if let Some(number) = &variant.number {
            next = integer(number).and_then(|number| number.checked_add(1));
            continue;
        }
        if variant.other.is_none() {
            let name = &variant.ident;
            let mistake = Mistake::over(
                &variant.tokens,
                format_args!("variant `{name}` has no number"),
            )
            .note(
                "rows hold the number, and a variant that is put before this one would change it",
            );
            mistakes.push(match next {
                Some(number) => mistake.help(format_args!("write `{name} = {number}`")),
                None => mistake.help("write a number after the name"),
            });
        }
        next = next.and_then(|number| number.checked_add(1));
    }
}

/// The variant that keeps all other values, if there is one.
fn other(
    variants: &[VariantWords],
    integer: bool,
    mistakes: &mut Mistakes,
) -> Option<Box<OtherVariant>> {
    let mut others = variants.iter().filter_map(|variant| Some((variant, variant.other.as_ref()?)));
    let (first, _) = others.next()?;
    for (variant, other) in others {
        mistakes.push(
            Mistake::at(
                other.word,
                format_args!("variants `{}` and `{}` are both `other`", first.ident, variant.ident),
            )
            .note("a stored value must identify one variant")
            .help("remove one of them"),
        );
    }
    if let Some(name) = &first.name {
        mistakes.push(
            Mistake::at(name.word, "`name` has no effect with `other`")
                .note("the variant is stored as the value that it keeps")
                .help("remove `name`"),
        );
    }
    let Some(ty) = first.data.clone() else {
        let data = if integer { "i64" } else { "String" };
        mistakes.push(
            Mistake::over(&first.tokens, format_args!("variant `{}` cannot keep a value", first.ident))
                .note("a value that the enum does not know is kept, so that writing the row does not destroy it")
                .help(format_args!("write `{}({data})`", first.ident)),
        );
        return None;
    };
    let number = |variant: &VariantWords| (variant.other.is_some(), variant.number.clone());
    let numbers = variants.iter().map(number).collect();
    Some(Box::new(OtherVariant { ident: first.ident.clone(), ty, numbers }))
}

/// The text of the variant in the database.
fn text(words: &EnumWords, variant: &VariantWords) -> String {
    let name = variant.ident.unraw().to_string();
    match (&variant.name, &words.rename_all) {
        (Some(written), _) => written.value.value(),
        // `ident_case` splits after the first byte and panics inside a character.
        (None, Some(rule)) if name.is_ascii() || rule.value != RenameRule::CamelCase => {
            rule.value.apply_to_variant(name)
        }
        (None, _) => name,
    }
}
