//! The attributes of a newtype or a unit enum, for `SpannerColumn`.

use darling::FromMeta;
use ident_case::RenameRule;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Expr, Fields, Index, LitStr, Member, Type, Variant,
};

use super::items::{items, read as read_words};
use super::values::{CratePath, Flag, Written};
use super::{AttributeName, arguments, duplicate, krate, reject_generics};
use crate::model::Storage;
use crate::words::{Marks, Mistake, Mistakes, Vocabulary};

const NEWTYPE: Vocabulary = Vocabulary {
    of: "column",
    words: &["no_client_traits", "crate"],
    hints: &[
        (
            "storage",
            "remove `storage`: a newtype is stored as its inner type, or as the field of the table says",
        ),
        ("length", "remove `length`: it belongs to the field of the table"),
        ("name", "remove `name`: it belongs to the field of the table"),
        ("rename_all", "remove `rename_all`: a newtype has no variants to rename"),
    ],
};

const ENUM: Vocabulary = Vocabulary {
    of: "column",
    words: &["storage", "rename_all", "no_client_traits", "crate"],
    hints: &[
        ("name", "remove `name`: each variant has its own"),
        ("rename", "did you mean `rename_all`?"),
        ("length", "remove `length`: it belongs to the field of the table"),
    ],
};

const VARIANT: Vocabulary = Vocabulary {
    of: "column",
    words: &["name", "other"],
    hints: &[("rename", "did you mean `name`?")],
};

#[derive(FromMeta, Default)]
#[darling(default)]
struct NewtypeWords {
    no_client_traits: Option<Flag>,
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct EnumWords {
    pub(crate) storage: Option<Written<Storage>>,
    pub(crate) rename_all: Option<Written<RenameRule>>,
    no_client_traits: Option<Flag>,
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

#[derive(FromMeta, Default)]
#[darling(default)]
struct OfVariant {
    name: Option<Written<LitStr>>,
    other: Option<Flag>,
}

pub(crate) struct Words {
    pub(crate) ident: Ident,
    pub(crate) krate: TokenStream,
    pub(crate) shape: Shape,
    /// The compiler reports the type of the field, whatever the attributes are.
    pub(crate) has_rejected_type: bool,
    /// Whether the type gets the value traits of the clients.
    pub(crate) client_traits: bool,
}

pub(crate) enum Shape {
    /// The type of the field, and its name or index.
    Newtype(Box<Type>, Member),
    Enum(EnumWords, Vec<VariantWords>),
}

pub(crate) struct VariantWords {
    pub(crate) ident: Ident,
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) other: Option<Flag>,
    /// The name and the data, as they are written.
    pub(crate) tokens: TokenStream,
    /// The type of the data, if there is one without a name.
    pub(crate) data: Option<Type>,
    /// The number, if it is written.
    pub(crate) number: Option<Expr>,
}

/// The attributes of a newtype or an enum; anything else is an error.
pub(crate) fn read(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let mut marks = Marks::default();
    marks.set("<name>", Some(input.ident.unraw().to_string()));
    let words = read_marked(input, mistakes);
    mistakes.fill_in(0, &marks);
    words
}

fn read_marked(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let name = &input.ident;
    reject_generics(input, "SpannerColumn", mistakes);
    let (mut has_rejected_type, mut client_traits) = (false, true);
    let shape = match &input.data {
        Data::Struct(data) => {
            let words: Option<NewtypeWords> = column(&input.attrs, &NEWTYPE, mistakes);
            client_traits = words.is_some_and(|words| words.no_client_traits.is_none());
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
                    Mistake::at(
                        name.span(),
                        format_args!("column type `{name}` has {} fields", data.fields.len()),
                    )
                    .note("a column holds one value")
                    .help("wrap one value, or derive SpannerTable if this is a table"),
                );
                return None;
            };
            let member =
                one.ident.clone().map_or_else(|| Member::Unnamed(Index::from(0)), Member::Named);
            let (ty, is_rejected) = super::types::outside(&one.ty, input, mistakes);
            has_rejected_type = is_rejected;
            Shape::Newtype(Box::new(ty), member)
        }
        Data::Enum(data) => {
            let shape = read_enum(input, data, mistakes)?;
            if let Shape::Enum(words, _) = &shape {
                client_traits = words.no_client_traits.is_none();
            }
            shape
        }
        Data::Union(_) => {
            mistakes.push(
                Mistake::at(name.span(), format_args!("union `{name}` cannot be a column"))
                    .help("wrap one value in a struct"),
            );
            return None;
        }
    };
    let krate = krate(input, AttributeName::Column);
    Some(Words { ident: name.clone(), krate, shape, has_rejected_type, client_traits })
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
    let words: OfVariant = column(&variant.attrs, &VARIANT, mistakes)?;
    if !matches!(variant.fields, Fields::Unit) && words.other.is_none() {
        mistakes.push(
            Mistake::at(
                variant.ident.span(),
                format_args!("variant `{}` holds data", variant.ident),
            )
            .note("an enum column stores only the variant")
            .help("remove the data, or store the value as JSON")
            .help("to keep values that the enum does not know, add `#[column(other)]`"),
        );
    }
    let data = match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed.first().map(|field| field.ty.clone())
        }
        _ => None,
    };
    let number = variant.discriminant.as_ref().map(|(_, number)| number.clone());
    let OfVariant { name, other } = words;
    let (ident, fields) = (variant.ident.clone(), &variant.fields);
    Some(VariantWords { tokens: quote!(#ident #fields), ident, name, other, data, number })
}

fn columns(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident(AttributeName::Column.name()))
}

/// The arguments of the `column` attribute, or their defaults; `None` if they cannot be read.
pub(super) fn column<T: FromMeta + Default>(
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
