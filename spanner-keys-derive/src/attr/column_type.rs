//! A newtype or a unit enum as it was written, for `SpannerColumn`.

use darling::FromMeta;
use ident_case::RenameRule;
use proc_macro2::{Ident, TokenStream};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DataEnum, DeriveInput, Fields, Index, LitStr, Member, Type, Variant};

use super::items::{items, read as read_words};
use super::values::{CratePath, Written};
use super::{arguments, krate, ours, refuse_generics, twice};
use crate::model::Storage;
use crate::words::{Mistake, Mistakes, Vocabulary};

const NEWTYPE: Vocabulary = Vocabulary {
    of: "column",
    words: &["crate"],
    hints: &[
        (
            "storage",
            "a newtype is stored as its inner type; `storage` belongs on the table's field",
        ),
        ("length", "`length` belongs on the table's field: `#[column(length = 256)]`"),
        ("name", "`name` belongs on the table's field: `#[column(name = \"Name\")]`"),
        ("rename_all", "a newtype has no names to change; remove it"),
    ],
};

const ENUM: Vocabulary = Vocabulary {
    of: "column",
    words: &["storage", "rename_all", "crate"],
    hints: &[
        ("name", "`name` belongs on a variant: `#[column(name = \"text\")]`"),
        ("rename", "`name` belongs on a variant: `#[column(name = \"text\")]`"),
        ("length", "`length` belongs on the table's field: `#[column(length = 256)]`"),
    ],
};

const VARIANT: Vocabulary =
    Vocabulary { of: "column", words: &["name"], hints: &[("rename", "did you mean `name`?")] };

#[derive(FromMeta, Default)]
#[darling(default)]
struct NewtypeWords {
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct EnumWords {
    pub(crate) storage: Option<Written<Storage>>,
    pub(crate) rename_all: Option<Written<RenameRule>>,
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

#[derive(FromMeta, Default)]
#[darling(default)]
struct NameOnly {
    name: Option<Written<LitStr>>,
}

pub(crate) struct Words {
    pub(crate) ident: Ident,
    pub(crate) krate: TokenStream,
    pub(crate) shape: Shape,
}

pub(crate) enum Shape {
    /// The type of the one field, and its name or number.
    Newtype(Box<Type>, Member),
    Enum(EnumWords, Vec<VariantWords>),
}

pub(crate) struct VariantWords {
    pub(crate) ident: Ident,
    pub(crate) name: Option<Written<LitStr>>,
}

/// The words of a newtype or an enum, or nothing if it is neither.
pub(crate) fn read(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let name = &input.ident;
    refuse_generics(input, "SpannerColumn", mistakes);
    let shape = match &input.data {
        Data::Struct(data) => {
            let _: Option<NewtypeWords> = column(&input.attrs, &NEWTYPE, mistakes);
            for (_, attr) in data.fields.iter().flat_map(|field| ours(&field.attrs, &["column"])) {
                mistakes.push(
                    Mistake::at(attr.path().span(), "the field of a newtype takes no `column`")
                        .help("put it on the table's field that has this type"),
                );
            }
            let mut fields = data.fields.iter();
            let (Some(one), None) = (fields.next(), fields.next()) else {
                mistakes.push(
                    Mistake::at(name.span(), format_args!("column type `{name}` has {} fields", data.fields.len()))
                        .note("a column holds one value")
                        .help("wrap one value, as in `struct CustomerId(Uuid);`, or derive `SpannerTable` if this is a table"),
                );
                return None;
            };
            let member =
                one.ident.clone().map_or_else(|| Member::Unnamed(Index::from(0)), Member::Named);
            Shape::Newtype(Box::new(one.ty.clone()), member)
        }
        Data::Enum(data) => read_enum(input, data, mistakes)?,
        Data::Union(_) => {
            mistakes.push(
                Mistake::at(name.span(), format_args!("union `{name}` cannot be a column"))
                    .help("wrap one value, as in `struct CustomerId(Uuid);`"),
            );
            return None;
        }
    };
    Some(Words { ident: name.clone(), krate: krate(input, "column"), shape })
}

fn read_enum(input: &DeriveInput, data: &DataEnum, mistakes: &mut Mistakes) -> Option<Shape> {
    let words = column(&input.attrs, &ENUM, mistakes);
    if data.variants.is_empty() {
        mistakes.push(
            Mistake::at(input.ident.span(), format_args!("enum `{}` has no variants", input.ident))
                .note("a column of this type could never hold a value")
                .help("add a variant"),
        );
    }
    let variants =
        data.variants.iter().filter_map(|variant| read_variant(variant, mistakes)).collect();
    Some(Shape::Enum(words?, variants))
}

fn read_variant(variant: &Variant, mistakes: &mut Mistakes) -> Option<VariantWords> {
    if !matches!(variant.fields, Fields::Unit) {
        mistakes.push(
            Mistake::at(
                variant.ident.span(),
                format_args!("variant `{}` holds data", variant.ident),
            )
            .note("a column of an enum holds only which variant it is")
            .help("remove the data, or store the value as JSON"),
        );
    }
    let words: NameOnly = column(&variant.attrs, &VARIANT, mistakes)?;
    Some(VariantWords { ident: variant.ident.clone(), name: words.name })
}

/// The words of the one `column` attribute, or their defaults; nothing if they cannot be read.
fn column<T: FromMeta + Default>(
    attrs: &[Attribute],
    vocabulary: &Vocabulary,
    mistakes: &mut Mistakes,
) -> Option<T> {
    let mut attributes = ours(attrs, &["column"]);
    let first = attributes.next();
    for (name, attr) in attributes {
        mistakes.push(twice(name, attr.path().span()));
    }
    let Some((name, attr)) = first else { return Some(T::default()) };
    let tokens = arguments(name, attr, mistakes)?;
    let mut found = Mistakes::default();
    let items = items("column", tokens, &mut found);
    mistakes.take(read_words(vocabulary, items, found))
}
