//! The attributes of a newtype or a unit enum, for `SpannerColumn`.

use darling::FromMeta;
use ident_case::RenameRule;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned as _;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Expr, Field, Fields, GenericParam, Generics, Index,
    LitStr, Member, Type, Variant,
};

use super::items::{items, read as read_words};
use super::values::{CratePath, Flag, Length, Written};
use super::{AttributeName, arguments, duplicate, krate, ours, reject_generics};
use crate::model::{Newtype, Spanned, Storage};
use crate::words::{Marks, Mistake, Mistakes, Vocabulary};

const NEWTYPE: Vocabulary = Vocabulary {
    of: "column",
    words: &["length", "json", "no_client_traits", "crate"],
    hints: &[
        (
            "storage",
            "remove `storage`: a newtype is stored as its inner type, or as the field of the table requires",
        ),
        ("client_traits", "write `no_client_traits`"),
        ("size", "did you mean `length`?"),
        ("max_length", "did you mean `length`?"),
        ("name", "remove `name`: it belongs to the field of the table"),
        ("rename_all", "remove `rename_all`: a newtype has no variants to rename"),
    ],
};

const ENUM: Vocabulary = Vocabulary {
    of: "column",
    words: &["storage", "rename_all", "json", "no_client_traits", "crate"],
    hints: &[
        ("name", "remove `name`: each variant has its own"),
        ("client_traits", "write `no_client_traits`"),
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
    length: Option<Written<Length>>,
    json: Option<Flag>,
    no_client_traits: Option<Flag>,
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct EnumWords {
    pub(crate) storage: Option<Written<Storage>>,
    pub(crate) rename_all: Option<Written<RenameRule>>,
    json: Option<Flag>,
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
    pub(crate) generics: Generics,
    pub(crate) krate: TokenStream,
    pub(crate) shape: Shape,
    /// The compiler reports the type of the field, whatever the attributes are.
    pub(crate) has_rejected_type: bool,
    /// Whether the type gets the value traits of the clients.
    pub(crate) client_traits: bool,
}

impl Words {
    /// The type that a newtype wraps, if it has no size.
    pub(crate) fn unsized_type(&self) -> Option<&Type> {
        match &self.shape {
            Shape::Newtype(newtype) => Some(&newtype.ty).filter(|ty| super::is_unsized(ty)),
            Shape::Enum(..) | Shape::Json => None,
        }
    }
}

pub(crate) enum Shape {
    Newtype(Box<Newtype>),
    Enum(EnumWords, Vec<VariantWords>),
    /// Any serde type, as JSON.
    Json,
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
    let client_traits;
    let mut has_rejected_type = false;
    let shape = match &input.data {
        Data::Struct(data) => {
            let words: Option<NewtypeWords> = column(&input.attrs, &NEWTYPE, mistakes);
            let NewtypeWords { length, json, no_client_traits, .. } = words.unwrap_or_default();
            client_traits = no_client_traits.is_none();
            if json.is_some() {
                let length = length.as_ref().map(|length| ("length", length.word));
                no_effect_with_json(length.into_iter(), mistakes);
                no_columns_in_json(&data.fields.iter().collect::<Vec<_>>(), mistakes);
                Shape::Json
            } else {
                let (newtype, is_rejected) = newtype(input, &data.fields, length, mistakes)?;
                has_rejected_type = is_rejected;
                Shape::Newtype(Box::new(newtype))
            }
        }
        Data::Enum(data) => {
            let words: Option<EnumWords> = column(&input.attrs, &ENUM, mistakes);
            client_traits = words.as_ref().is_none_or(|words| words.no_client_traits.is_none());
            match words {
                Some(EnumWords { json: Some(_), storage, rename_all, .. }) => {
                    let storage = storage.map(|storage| ("storage", storage.word));
                    let rename_all = rename_all.map(|rename_all| ("rename_all", rename_all.word));
                    no_effect_with_json(storage.into_iter().chain(rename_all), mistakes);
                    for variant in &data.variants {
                        no_column_in_json(&variant.attrs, mistakes);
                        no_columns_in_json(&variant.fields.iter().collect::<Vec<_>>(), mistakes);
                    }
                    Shape::Json
                }
                words => {
                    reject_generics(input, "SpannerColumn", mistakes);
                    read_enum(input, words, data, mistakes)?
                }
            }
        }
        Data::Union(_) => {
            mistakes.push(
                Mistake::at(name.span(), format_args!("union `{name}` cannot be a column"))
                    .help("wrap one value in a struct"),
            );
            return None;
        }
    };
    if !matches!(shape, Shape::Enum(..)) {
        reject_lifetimes(input, mistakes);
    }
    let krate = krate(input, AttributeName::Column);
    let generics = input.generics.clone();
    Some(Words { ident: name.clone(), generics, krate, shape, has_rejected_type, client_traits })
}

/// The newtype, and whether the compiler rejects its inner type.
fn newtype(
    input: &DeriveInput,
    fields: &Fields,
    length: Option<Written<Length>>,
    mistakes: &mut Mistakes,
) -> Option<(Newtype, bool)> {
    for attr in fields.iter().flat_map(|field| columns(&field.attrs)) {
        mistakes.push(
            Mistake::at(attr.path().span(), "`column` is not allowed on the field of a newtype")
                .help("move it to the field of the table that has this type"),
        );
    }
    let (phantoms, values): (Vec<_>, Vec<_>) =
        fields.iter().enumerate().partition(|(_, field)| is_phantom(&field.ty));
    let member = |&(at, field): &(usize, &Field)| {
        field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(at)), Member::Named)
    };
    let [one] = values.as_slice() else {
        let name = &input.ident;
        mistakes.push(
            Mistake::at(
                name.span(),
                format_args!("column type `{name}` has {} fields", values.len()),
            )
            .note("a column holds one value")
            .help("wrap one value, derive SpannerTable if this is a table, or store a serde type with column(json)"),
        );
        // The compiler reports the attributes of a table, and which derive has them.
        let of_fields = fields.iter().flat_map(|field| &field.attrs);
        if ours(of_fields.chain(&input.attrs)).any(|(name, _)| name != AttributeName::Column) {
            mistakes.defer(mistakes.len() - 1);
        }
        return None;
    };
    let (ty, is_rejected) = super::types::outside(&one.1.ty, input, mistakes);
    let is_open = names_parameter(&input.generics, &ty);
    if let Some(length) = length.as_ref().filter(|_| is_open) {
        mistakes.push(
            Mistake::at(length.word, "`length` requires a type without parameters")
                .note("only text and bytes have a length")
                .help("remove `length`"),
        );
    }
    let length = length.map(|length| Spanned { value: length.value.0, span: length.at });
    let phantoms = phantoms.iter().map(member).collect();
    Some((Newtype { ty, member: member(one), phantoms, length, is_open }, is_rejected))
}

/// Whether the type is named `PhantomData`, which holds no value.
fn is_phantom(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| last.ident == "PhantomData")
        }
        _ => false,
    }
}

/// Whether a type names a parameter.
fn names_parameter(generics: &Generics, ty: &Type) -> bool {
    fn names(tokens: TokenStream, parameters: &[&Ident]) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(word) => parameters.contains(&&word),
            TokenTree::Group(group) => names(group.stream(), parameters),
            _ => false,
        })
    }
    let parameters: Vec<_> = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(&parameter.ident),
            GenericParam::Const(parameter) => Some(&parameter.ident),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    names(ty.to_token_stream(), &parameters)
}

/// A value of a column owns its data.
fn reject_lifetimes(input: &DeriveInput, mistakes: &mut Mistakes) {
    let lifetime = input.generics.params.iter().find_map(|parameter| match parameter {
        GenericParam::Lifetime(parameter) => Some(&parameter.lifetime),
        _ => None,
    });
    if let Some(lifetime) = lifetime {
        mistakes.push(
            Mistake::at(
                lifetime.ident.span(),
                "`SpannerColumn` does not support lifetime parameters",
            )
            .note("a value that is read from a row owns its data")
            .help(format_args!("give `{}` types that own their data", input.ident)),
        );
    }
}

/// Arguments that have no meaning for JSON.
fn no_effect_with_json<'a>(
    arguments: impl Iterator<Item = (&'a str, Span)>,
    mistakes: &mut Mistakes,
) {
    for (argument, word) in arguments {
        mistakes.push(
            Mistake::at(word, format_args!("`{argument}` has no effect with `json`"))
                .help(format_args!("remove `{argument}`")),
        );
    }
}

fn no_columns_in_json(fields: &[&Field], mistakes: &mut Mistakes) {
    for field in fields {
        no_column_in_json(&field.attrs, mistakes);
    }
}

/// An attribute inside a type that is one JSON document.
fn no_column_in_json(attrs: &[Attribute], mistakes: &mut Mistakes) {
    for attr in columns(attrs) {
        mistakes.push(
            Mistake::at(attr.path().span(), "`column` is not allowed inside a type with `json`")
                .note("the whole value is one column, and serde writes what is in it")
                .help("remove `column`, and use an attribute of serde"),
        );
    }
}

fn read_enum(
    input: &DeriveInput,
    words: Option<EnumWords>,
    data: &DataEnum,
    mistakes: &mut Mistakes,
) -> Option<Shape> {
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
        let mistake = Mistake::at(
            variant.ident.span(),
            format_args!("variant `{}` holds data", variant.ident),
        )
        .note("an enum column stores only the variant")
        .help("remove the data, or store a serde type with column(json)");
        mistakes.push(match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                mistake.help("to keep values that the enum does not know, add `#[column(other)]`")
            }
            _ => mistake,
        });
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
