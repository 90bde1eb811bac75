//! The attributes of a newtype or a unit enum, for `SpannerColumn`.

use darling::FromMeta;
use ident_case::RenameRule;
use proc_macro2::{Ident, TokenStream};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DataEnum, DeriveInput, Fields, Index, LitStr, Member, Type, Variant};

use super::items::{items, read as read_words};
use super::values::{CratePath, Written};
use super::{AttributeName, arguments, duplicate, krate, reject_generics};
use crate::model::Storage;
use crate::words::{Mistake, Mistakes, Vocabulary};

const NEWTYPE: Vocabulary = Vocabulary {
    of: "column",
    words: &["crate"],
    hints: &[
        (
            "storage",
            "a newtype is stored as its inner type; set `storage` on the field of the table",
        ),
        ("length", "set `length` on the field of the table: `#[column(length = 256)]`"),
        ("name", "set `name` on the field of the table: `#[column(name = \"Name\")]`"),
        ("rename_all", "remove it: a newtype has no variants to rename"),
    ],
};

const ENUM: Vocabulary = Vocabulary {
    of: "column",
    words: &["storage", "rename_all", "crate"],
    hints: &[
        ("name", "set `name` on a variant: `#[column(name = \"text\")]`"),
        ("rename", "set `name` on a variant: `#[column(name = \"text\")]`"),
        ("length", "set `length` on the field of the table: `#[column(length = 256)]`"),
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
    /// The type of the field, and its name or index.
    Newtype(Box<Type>, Member),
    Enum(EnumWords, Vec<VariantWords>),
}

pub(crate) struct VariantWords {
    pub(crate) ident: Ident,
    pub(crate) name: Option<Written<LitStr>>,
}

/// The attributes of a newtype or an enum; anything else is an error.
pub(crate) fn read(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let name = &input.ident;
    reject_generics(input, "SpannerColumn", mistakes);
    let shape = match &input.data {
        Data::Struct(data) => {
            let _: Option<NewtypeWords> = column(&input.attrs, &NEWTYPE, mistakes);
            for attr in data.fields.iter().flat_map(|field| columns(&field.attrs)) {
                mistakes.push(
                    Mistake::at(
                        attr.path().span(),
                        "`column` is not allowed on the field of a newtype",
                    )
                    .help("move it to the field of the table that has this type"),
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
    Some(Words { ident: name.clone(), krate: krate(input, AttributeName::Column), shape })
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
            .note("an enum column stores only the variant")
            .help("remove the data, or store the value as JSON"),
        );
    }
    let words: NameOnly = column(&variant.attrs, &VARIANT, mistakes)?;
    Some(VariantWords { ident: variant.ident.clone(), name: words.name })
}

fn columns(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident(AttributeName::Column.name()))
}

/// The arguments of the `column` attribute, or their defaults; `None` if they cannot be read.
fn column<T: FromMeta + Default>(
    attrs: &[Attribute],
    vocabulary: &Vocabulary,
    mistakes: &mut Mistakes,
) -> Option<T> {
    let mut attributes = columns(attrs);
    let first = attributes.next();
    for attr in attributes {
        mistakes.push(duplicate(AttributeName::Column, attr.path().span()));
    }
    let Some(attr) = first else { return Some(T::default()) };
    let tokens = arguments(AttributeName::Column, attr, mistakes)?;
    let mut found = Mistakes::default();
    let items = items("column", tokens, &mut found);
    mistakes.take(read_words(vocabulary, items, found))
}
