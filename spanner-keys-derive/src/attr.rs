//! Reads each attribute on its own; `check` compares them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Meta, Type, Visibility};

use crate::words::{Mistake, Mistakes};

pub(crate) mod column_type;
mod field;
mod items;
mod lists;
mod names;
mod table;
mod values;

pub(crate) use field::{ColumnWords, KeyWords};
pub(crate) use items::path_text;
pub(crate) use names::{AttributeName, FieldArgument};
pub(crate) use table::{
    CheckWords, ForeignKeyWords, IndexWords, InterleaveWords, TableWords, TtlWords,
};
pub(crate) use values::Written;

/// The attributes of a struct and its fields.
pub(crate) struct Words {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) krate: TokenStream,
    pub(crate) table: TableWords,
    pub(crate) interleave: Option<InterleaveWords>,
    /// There is an `interleave` attribute, readable or not.
    pub(crate) interleaved: bool,
    pub(crate) indexes: Vec<IndexWords>,
    pub(crate) foreign_keys: Vec<ForeignKeyWords>,
    pub(crate) checks: Vec<CheckWords>,
    pub(crate) ttl: Option<TtlWords>,
    pub(crate) fields: Vec<FieldWords>,
}

/// The attributes of a field.
pub(crate) struct FieldWords {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// The name without `r#`.
    pub(crate) name: String,
    /// There is a `key` attribute, readable or not.
    pub(crate) in_key: bool,
    pub(crate) key: Option<KeyWords>,
    pub(crate) column: ColumnWords,
    /// An attribute could not be read, so nothing but the name and type is certain.
    pub(crate) broken: bool,
    /// The arguments that were most likely meant in unreadable attributes.
    pub(crate) meant: Vec<FieldArgument>,
}

impl Words {
    /// The field with this name, with or without `r#`.
    pub(crate) fn field(&self, name: &Ident) -> Option<usize> {
        let name = name.unraw();
        self.fields.iter().position(|field| name == field.name)
    }
}

/// The path of `spanner-keys`: `table(crate = ...)` or `column(crate = ...)` if it can be read,
/// otherwise the default.
pub(crate) fn krate(input: &DeriveInput, attribute: AttributeName) -> TokenStream {
    let mut lists = input.attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::List(list) if list.path.is_ident(attribute.name()) => Some(list.tokens.clone()),
        _ => None,
    });
    lists
        .find_map(|tokens| table::krate(attribute.name(), tokens))
        .unwrap_or_else(|| quote!(::spanner_keys))
}

/// The attributes of a struct with named fields; anything else is an error.
pub(crate) fn read(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let fields = named_fields(input, mistakes)?;
    reject_generics(input, "SpannerTable", mistakes);
    let mut words = Words {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        krate: krate(input, AttributeName::Table),
        table: TableWords::default(),
        interleave: None,
        interleaved: false,
        indexes: Vec::new(),
        foreign_keys: Vec::new(),
        checks: Vec::new(),
        ttl: None,
        fields: Vec::new(),
    };
    struct_attributes(&input.attrs, &mut words, mistakes);
    words.fields = fields.iter().filter_map(|field| read_field(field, mistakes)).collect();
    Some(words)
}

fn named_fields<'a>(
    input: &'a DeriveInput,
    mistakes: &mut Mistakes,
) -> Option<Vec<&'a syn::Field>> {
    let name = &input.ident;
    let mistake = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(fields.named.iter().collect()),
            Fields::Named(_) | Fields::Unit => Mistake::at(name.span(), format_args!("table `{name}` has no fields"))
                .help("add a key field, for example `#[key(uuid)] id: Uuid`"),
            Fields::Unnamed(_) => Mistake::at(name.span(), format_args!("table `{name}` has unnamed fields"))
                .note("columns are named after the fields of the struct")
                .help("use a struct with named fields, or derive `SpannerColumn` if this is the type of one column"),
        },
        Data::Enum(_) => Mistake::at(name.span(), format_args!("enum `{name}` cannot be a table"))
            .help("derive `SpannerColumn` if this is the type of one column"),
        Data::Union(_) => {
            Mistake::at(name.span(), format_args!("union `{name}` cannot be a table")).help("use a struct with named fields")
        }
    };
    mistakes.push(mistake);
    None
}

fn reject_generics(input: &DeriveInput, derive: &str, mistakes: &mut Mistakes) {
    if let Some(parameter) = input.generics.params.first() {
        let span = match parameter {
            syn::GenericParam::Type(parameter) => parameter.ident.span(),
            syn::GenericParam::Const(parameter) => parameter.ident.span(),
            syn::GenericParam::Lifetime(parameter) => parameter.lifetime.ident.span(),
        };
        mistakes.push(
            Mistake::at(span, format_args!("`{derive}` does not support generic parameters"))
                .note("a table or column type has one definition in the database, so its types must be concrete")
                .help(format_args!("use concrete types that own their data in `{}`", input.ident)),
        );
    }
}

/// Our attributes with their names.
fn ours(attrs: &[Attribute]) -> impl Iterator<Item = (AttributeName, &Attribute)> {
    attrs.iter().filter_map(|attr| {
        let name = attr.path().get_ident()?.to_string();
        Some((AttributeName::from_name(&name)?, attr))
    })
}

fn struct_attributes(attrs: &[Attribute], words: &mut Words, mistakes: &mut Mistakes) {
    use AttributeName::{Check, Column, ForeignKey, Index, Interleave, Key, Table, Ttl};
    let mut seen = Vec::new();
    for (name, attr) in ours(attrs) {
        let word = attr.path().span();
        if name.is_on_fields() {
            mistakes.push(
                Mistake::at(word, format_args!("`{name}` is a field attribute"))
                    .help("move it to the field it describes"),
            );
            continue;
        }
        if matches!(name, Table | Interleave | Ttl) {
            if seen.contains(&name) {
                mistakes.push(duplicate(name, word));
                continue;
            }
            seen.push(name);
        }
        words.interleaved |= name == Interleave;
        let Some(tokens) = arguments(name, attr, mistakes) else { continue };
        match name {
            Table => words.table = mistakes.take(table::table(tokens)).unwrap_or_default(),
            Interleave => {
                let parent = table::readable_parent(tokens.clone());
                words.interleave = mistakes.take(table::interleave(word, tokens)).or(parent);
            }
            Index => words.indexes.extend(mistakes.take(table::index(word, tokens))),
            ForeignKey => {
                words.foreign_keys.extend(mistakes.take(table::foreign_key(word, tokens)));
            }
            Check => words.checks.extend(mistakes.take(table::check(word, tokens))),
            Ttl => words.ttl = mistakes.take(table::ttl(word, tokens)),
            Key | Column => {}
        }
    }
}

fn duplicate(name: AttributeName, word: Span) -> Mistake {
    Mistake::at(word, format_args!("duplicate attribute `{name}`"))
        .help(format_args!("write all arguments in one `{name}`"))
}

/// The tokens in the parentheses of the attribute.
fn arguments(
    name: AttributeName,
    attr: &Attribute,
    mistakes: &mut Mistakes,
) -> Option<TokenStream> {
    match &attr.meta {
        Meta::Path(_) => Some(TokenStream::new()),
        Meta::List(list) => Some(list.tokens.clone()),
        Meta::NameValue(_) => {
            mistakes.push(
                Mistake::at(attr.path().span(), format_args!("expected `#[{name}(...)]`")).help(
                    format_args!("write the arguments in parentheses, as in `{}`", name.example()),
                ),
            );
            None
        }
    }
}

fn read_field(field: &syn::Field, mistakes: &mut Mistakes) -> Option<FieldWords> {
    // `named_fields` has ensured that every field has a name.
    let ident = field.ident.clone()?;
    let before = mistakes.len();
    let mut key = None;
    let mut column = None;
    let mut meant = Vec::new();
    let mut seen = Vec::new();
    for (name, attr) in ours(&field.attrs) {
        if !name.is_on_fields() {
            mistakes.push(
                Mistake::at(attr.path().span(), format_args!("`{name}` is a struct attribute"))
                    .help("move it to the struct and name the fields there"),
            );
            continue;
        }
        if seen.contains(&name) {
            mistakes.push(duplicate(name, attr.path().span()));
            continue;
        }
        seen.push(name);
        let Some(tokens) = arguments(name, attr, mistakes) else { continue };
        let words = tokens.clone();
        let read = if name == AttributeName::Key {
            key = mistakes.take(field::key(tokens));
            key.is_some()
        } else {
            column = mistakes.take(field::column(tokens));
            column.is_some()
        };
        if !read {
            meant.extend(field::meant(name, words));
        }
    }
    Some(FieldWords {
        name: ident.unraw().to_string(),
        ident,
        vis: field.vis.clone(),
        ty: field.ty.clone(),
        in_key: seen.contains(&AttributeName::Key),
        key,
        column: column.unwrap_or_default(),
        broken: mistakes.len() > before,
        meant,
    })
}
