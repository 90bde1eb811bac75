//! What the author wrote: each attribute read on its own, nothing compared with anything else yet.

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
mod table;
mod values;

pub(crate) use field::{ColumnWords, FillWord, KeyWords};
pub(crate) use items::path_text;
pub(crate) use table::{
    CheckWords, ForeignKeyWords, IndexWords, InterleaveWords, TableWords, TtlWords,
};
pub(crate) use values::Written;

/// A struct as it was written.
pub(crate) struct Words {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) krate: TokenStream,
    pub(crate) table: TableWords,
    pub(crate) interleave: Option<InterleaveWords>,
    /// Whether there is an `interleave`, readable or not.
    pub(crate) interleaved: bool,
    pub(crate) indexes: Vec<IndexWords>,
    pub(crate) foreign_keys: Vec<ForeignKeyWords>,
    pub(crate) checks: Vec<CheckWords>,
    pub(crate) ttl: Option<TtlWords>,
    pub(crate) fields: Vec<FieldWords>,
}

/// A field as it was written.
pub(crate) struct FieldWords {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// The name without `r#`.
    pub(crate) name: String,
    /// Whether there is a `key`, readable or not.
    pub(crate) in_key: bool,
    pub(crate) key: Option<KeyWords>,
    pub(crate) column: ColumnWords,
    /// An attribute could not be read: the field exists, but nothing else is known about it.
    pub(crate) broken: bool,
    /// The words that were most likely meant in it.
    pub(crate) meant: Vec<&'static str>,
}

impl Words {
    /// The field of this name, with or without `r#`.
    pub(crate) fn field(&self, name: &Ident) -> Option<usize> {
        let name = name.unraw();
        self.fields.iter().position(|field| name == field.name)
    }
}

/// Where `spanner-keys` is, as far as it can be known from `table(crate = …)` or `column(crate =
/// …)`.
pub(crate) fn krate(input: &DeriveInput, attribute: &str) -> TokenStream {
    let mut lists = input.attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::List(list) if list.path.is_ident(attribute) => Some(list.tokens.clone()),
        _ => None,
    });
    lists
        .find_map(|tokens| table::krate(attribute, tokens))
        .unwrap_or_else(|| quote!(::spanner_keys))
}

/// The words of a struct, or nothing if it is none.
pub(crate) fn read(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Words> {
    let fields = named_fields(input, mistakes)?;
    refuse_generics(input, "SpannerTable", mistakes);
    let mut words = Words {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        krate: krate(input, "table"),
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
                .help("give the table a key, for example `#[key(uuid)] id: Uuid`"),
            Fields::Unnamed(_) => Mistake::at(name.span(), format_args!("the fields of table `{name}` have no names"))
                .note("a table's columns are named after the struct's fields")
                .help("write a struct with named fields, or derive `SpannerColumn` if this is the type of one column"),
        },
        Data::Enum(_) => Mistake::at(name.span(), format_args!("enum `{name}` cannot be a table"))
            .help("derive `SpannerColumn` if this is the type of one column"),
        Data::Union(_) => {
            Mistake::at(name.span(), format_args!("union `{name}` cannot be a table")).help("write a struct with named fields")
        }
    };
    mistakes.push(mistake);
    None
}

fn refuse_generics(input: &DeriveInput, derive: &str, mistakes: &mut Mistakes) {
    if let Some(parameter) = input.generics.params.first() {
        let span = match parameter {
            syn::GenericParam::Type(parameter) => parameter.ident.span(),
            syn::GenericParam::Const(parameter) => parameter.ident.span(),
            syn::GenericParam::Lifetime(parameter) => parameter.lifetime.ident.span(),
        };
        mistakes.push(
            Mistake::at(span, format_args!("`{derive}` takes no generic parameters"))
                .note("one struct is one definition in the database, whose column types are known when it compiles")
                .help(format_args!("write `{}` with concrete types that own their data", input.ident)),
        );
    }
}

const ON_STRUCTS: [&str; 6] = ["table", "interleave", "index", "foreign_key", "check", "ttl"];
const ON_FIELDS: [&str; 2] = ["key", "column"];

/// Our attributes with their names.
fn ours<'a>(
    attrs: &'a [Attribute],
    names: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, &'a Attribute)> {
    attrs.iter().filter_map(|attr| {
        names.iter().find(|name| attr.path().is_ident(name)).map(|name| (*name, attr))
    })
}

fn struct_attributes(attrs: &[Attribute], words: &mut Words, mistakes: &mut Mistakes) {
    for (name, attr) in ours(attrs, &ON_FIELDS) {
        mistakes.push(
            Mistake::at(attr.path().span(), format_args!("`{name}` belongs on a field"))
                .help("move it to the field that it speaks of"),
        );
    }
    let mut seen = Vec::new();
    for (name, attr) in ours(attrs, &ON_STRUCTS) {
        let word = attr.path().span();
        if matches!(name, "table" | "interleave" | "ttl") {
            if seen.contains(&name) {
                mistakes.push(twice(name, word));
                continue;
            }
            seen.push(name);
        }
        words.interleaved |= name == "interleave";
        let Some(tokens) = arguments(name, attr, mistakes) else { continue };
        match name {
            "table" => words.table = mistakes.take(table::table(tokens)).unwrap_or_default(),
            "interleave" => {
                let parent = table::readable_parent(tokens.clone());
                words.interleave = mistakes.take(table::interleave(word, tokens)).or(parent);
            }
            "index" => words.indexes.extend(mistakes.take(table::index(word, tokens))),
            "foreign_key" => {
                words.foreign_keys.extend(mistakes.take(table::foreign_key(word, tokens)))
            }
            "check" => words.checks.extend(mistakes.take(table::check(word, tokens))),
            _ => words.ttl = mistakes.take(table::ttl(word, tokens)),
        }
    }
}

fn twice(name: &str, word: Span) -> Mistake {
    Mistake::at(word, format_args!("`{name}` is written twice"))
        .help(format_args!("put all its words into one `{name}`"))
}

/// What stands in the attribute's parentheses.
fn arguments(name: &str, attr: &Attribute, mistakes: &mut Mistakes) -> Option<TokenStream> {
    match &attr.meta {
        Meta::Path(_) => Some(TokenStream::new()),
        Meta::List(list) => Some(list.tokens.clone()),
        Meta::NameValue(_) => {
            let example = match name {
                "table" => "#[table(name = \"Orders\")]",
                "interleave" => "#[interleave(Parent)]",
                "index" => "#[index(ByStatus, columns(status))]",
                "foreign_key" => {
                    "#[foreign_key(columns(customer_id), references(Customer, customer_id))]"
                }
                "check" => "#[check(\"{total} >= 0\")]",
                "ttl" => "#[ttl(column = expires_at, days = 30)]",
                "key" => "#[key]` or `#[key(uuid)]",
                _ => "#[column(name = \"Name\")]",
            };
            mistakes.push(
                Mistake::at(
                    attr.path().span(),
                    format_args!("`{name}` takes its words in parentheses"),
                )
                .help(format_args!("write it as in `{example}`")),
            );
            None
        }
    }
}

fn read_field(field: &syn::Field, mistakes: &mut Mistakes) -> Option<FieldWords> {
    // Every field of a struct with named fields has a name.
    let ident = field.ident.clone()?;
    let before = mistakes.len();
    for (name, attr) in ours(&field.attrs, &ON_STRUCTS) {
        mistakes.push(
            Mistake::at(attr.path().span(), format_args!("`{name}` belongs on the struct"))
                .help("move it above the struct, and name the fields there"),
        );
    }
    let mut key = None;
    let mut column = None;
    let mut meant = Vec::new();
    let mut seen = Vec::new();
    for (name, attr) in ours(&field.attrs, &ON_FIELDS) {
        if seen.contains(&name) {
            mistakes.push(twice(name, attr.path().span()));
            continue;
        }
        seen.push(name);
        let Some(tokens) = arguments(name, attr, mistakes) else { continue };
        let words = tokens.clone();
        let read = if name == "key" {
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
        in_key: seen.contains(&"key"),
        key,
        column: column.unwrap_or_default(),
        broken: mistakes.len() > before,
        meant,
    })
}
