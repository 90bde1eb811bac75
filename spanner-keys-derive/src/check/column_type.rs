//! The checks of `SpannerColumn`.

use ident_case::RenameRule;
use syn::ext::IdentExt;

use crate::attr::column_type::{EnumWords, Shape, VariantWords, Words};
use crate::model::{ColumnShape, ColumnType, Storage, UnitEnum};
use crate::words::{Mistake, Mistakes};

/// The model of the column type, if it has no mistakes.
pub(crate) fn column_type(words: &Words, mistakes: &mut Mistakes) -> Option<ColumnType> {
    let shape = match &words.shape {
        Shape::Newtype(ty, member) => ColumnShape::Newtype(ty.clone(), member.clone()),
        Shape::Enum(of_enum, variants) => {
            ColumnShape::UnitEnum(unit_enum(of_enum, variants, mistakes))
        }
    };
    mistakes.is_empty().then(|| ColumnType {
        ident: words.ident.clone(),
        krate: words.krate.clone(),
        shape,
    })
}

fn unit_enum(words: &EnumWords, variants: &[VariantWords], mistakes: &mut Mistakes) -> UnitEnum {
    if let Some(storage) = words
        .storage
        .as_ref()
        .filter(|storage| matches!(storage.value, Storage::Bytes | Storage::Native))
    {
        mistakes.push(
            Mistake::at(storage.at, "an enum can only be stored as text or as an integer")
                .help("write `storage = text` or `storage = integer`"),
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
                    .help(format_args!("remove `{name}`, or write `storage = text`")),
            );
        }
    }
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
                .help(format_args!("rename one of them: `#[column(name = \"{text}2\")]`")),
            );
        }
    }
    UnitEnum {
        integer,
        variants: variants.iter().map(|variant| variant.ident.clone()).zip(texts).collect(),
    }
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
