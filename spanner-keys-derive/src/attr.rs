//! Reads each attribute on its own; `check` compares them.

use std::cell::RefCell;

use ident_case::RenameRule;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, LitStr, Meta, Token, Type, Visibility};

use crate::words::{Marks, Mistake, Mistakes, compiler_span};
use meant::Meant;

mod bare;
pub(crate) mod column_type;
mod field;
mod file;
mod items;
mod lists;
mod meant;
mod names;
pub(crate) mod row;
mod table;
mod types;
pub(crate) mod values;

pub(crate) use field::{ColumnWords, KeyWords};
pub(crate) use items::path_text;
pub(crate) use lists::{Attributes, Derives, Options, SkipRange};
pub(crate) use names::{AttributeName, FieldArgument};
pub(crate) use table::{
    CheckWords, ForeignKeyWords, IndexWords, InterleaveWords, TableWords, TtlWords,
};
pub(crate) use types::is_unsized;
pub(crate) use values::{ColumnCase, StartCounter, TypeName, Written};

/// Reports a derive that the struct has twice. A derive sees the attributes after its own; two in one
/// list cannot see each other, but the second one comes right after the first.
pub(crate) fn is_derived_again(
    name: &'static str,
    input: &DeriveInput,
    mistakes: &mut Mistakes,
) -> bool {
    let before = mistakes.len();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let paths = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        let is_same =
            |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == name);
        for path in paths.into_iter().flatten().filter(is_same) {
            mistakes.push(
                Mistake::over(&path, format_args!("duplicate derive `{name}`"))
                    .help(format_args!("remove `{}`", path_text(&path))),
            );
        }
    }
    // The last of them writes the code.
    let is_first_of_lists = mistakes.len() > before;
    if follows_itself(name, input, is_first_of_lists) && !is_first_of_lists {
        let place = input.ident.span().located_at(Span::call_site());
        mistakes.push(
            Mistake::at(place, format_args!("duplicate derive `{name}`"))
                .help(format_args!("remove `{name}`")),
        );
    }
    mistakes.len() > before
}

/// Whether the last derive of this thread was the same, of the same struct, at another place, and not
/// reported. Only an error depends on it, so nothing is lost if the compiler forgets.
fn follows_itself(name: &'static str, input: &DeriveInput, is_reported: bool) -> bool {
    type Places = [Option<(String, usize, usize)>; 3];
    thread_local!(static LAST: RefCell<Option<(&'static str, Places)>> = const { RefCell::new(None) });
    let keyword = match &input.data {
        Data::Struct(data) => data.struct_token.span,
        Data::Enum(data) => data.enum_token.span,
        Data::Union(data) => data.union_token.span,
    };
    // A macro may write several structs of one name, or several with one keyword.
    let places = [keyword, input.ident.span(), Span::call_site()]
        .map(|span| compiler_span(span).map(|span| (span.file(), span.line(), span.column())));
    let last = LAST.replace((!is_reported).then(|| (name, places.clone())));
    last.is_some_and(|(before, [keyword, ident, list])| {
        before == name && keyword == places[0] && ident == places[1] && list != places[2]
    })
}

/// Whether the struct may have this derive, too. If it is not in the same list, only the attributes
/// after the list can show it.
pub(crate) fn may_also_derive(name: &str, input: &DeriveInput) -> bool {
    let is_other = |attribute: &Attribute| attribute.path().is_ident("derive");
    input.attrs.iter().any(is_other) || file::is_derived_beside(name).unwrap_or(true)
}

/// Whether the type of a field cannot exist.
pub(crate) fn is_ill_formed(input: &DeriveInput) -> bool {
    let Data::Struct(data) = &input.data else { return false };
    data.fields.iter().any(|field| types::is_ill_formed(&field.ty, &input.ident))
}

/// The attributes of a struct and its fields.
pub(crate) struct Words {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The author's documentation.
    pub(crate) docs: Vec<Attribute>,
    pub(crate) krate: TokenStream,
    pub(crate) table: TableWords,
    /// There is a `table` attribute that could not be read, and may name the generated types.
    pub(crate) unread_table: bool,
    pub(crate) interleave: Option<InterleaveWords>,
    /// There is an `interleave` attribute, readable or not.
    pub(crate) interleaved: bool,
    pub(crate) indexes: Vec<IndexWords>,
    pub(crate) foreign_keys: Vec<ForeignKeyWords>,
    pub(crate) checks: Vec<CheckWords>,
    pub(crate) ttl: Option<TtlWords>,
    pub(crate) fields: Vec<FieldWords>,
    /// The fields that are not columns.
    pub(crate) skipped: Vec<FieldWords>,
    /// The attribute `deprecated` of the struct.
    pub(crate) deprecated: Option<Attribute>,
    /// The attribute of the struct that belongs on fields: `key`, or what other libraries call it.
    misplaced_key: Option<(Ident, TokenStream)>,
    /// The fields of the key in `table(primary_key(id))`.
    key_in_table: Vec<String>,
    /// The parent in an attribute that means `interleave`.
    unknown_parent: Option<InterleaveWords>,
    /// The arguments of an attribute that means a key of the struct.
    unknown_key: Option<TokenStream>,
    /// The type of the last field, if it has no size: the compiler accepts that, but no column.
    pub(crate) unsized_field: Option<Type>,
}

/// The attributes of a field.
pub(crate) struct FieldWords {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The author's documentation.
    pub(crate) docs: Vec<Attribute>,
    /// Attributes that the fields of generated types get, too.
    pub(crate) carried: Vec<Attribute>,
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
    /// The compiler reports the type, whatever the attributes are; or an attribute is in its place.
    pub(crate) has_rejected_type: bool,
    /// What is meant by an attribute that is not ours, but looks like it.
    unknown: Option<Meant>,
    /// The `interleave` attribute of the field, which belongs on the struct.
    interleave: Option<TokenStream>,
}

impl Words {
    /// The field with this name, with or without `r#`.
    pub(crate) fn field(&self, name: &Ident) -> Option<usize> {
        let name = name.unraw();
        self.fields.iter().position(|field| name == field.name)
    }

    /// Whether there is an attribute that may mean `key` or `interleave`. The compiler reports
    /// it, unless another derive knows it.
    pub(crate) fn has_unknown_attribute(&self) -> bool {
        self.unknown_parent.is_some()
            || self.unknown_key.is_some()
            || self.fields.iter().any(|field| field.unknown.is_some())
    }

    /// Treats such attributes as ours.
    pub(crate) fn assume_unknown_attributes(&mut self) {
        if let Some(parent) = self.unknown_parent.take() {
            self.interleaved = true;
            self.interleave.get_or_insert(parent);
        }
        let key = self.unknown_key.take().unwrap_or_default();
        let names = meant::words(meant::inner(key.clone()));
        let new = format!("New{}", self.ident.unraw());
        for field in &mut self.fields {
            let is_set = || file::sets(self.ident.span(), &new, &field.name).unwrap_or(false);
            if let Some(meant) = &mut field.unknown
                && meant.of_others
                && is_set()
            {
                meant.arguments = vec![FieldArgument::Supplied];
            }
            if names.contains(&field.name) {
                let is_filled = meant::is_primary_key(&key) && !is_set();
                let fill = Some(meant_fill(&field.ty)).filter(|_| is_filled);
                field.mean(Meant::part(fill.unwrap_or(FieldArgument::Supplied)));
            }
            if let Some(meant) = field.unknown.take().filter(|_| field.key.is_none()) {
                field.mean(meant);
            }
        }
    }

    /// Treats the first field as the parent's, if there is a parent and no field is marked so. Returns
    /// whether this was necessary.
    pub(crate) fn assume_parent_part(&mut self) -> bool {
        let is_parent = |field: &FieldWords| {
            field.meant.contains(&FieldArgument::Parent)
                || field.key.as_ref().is_some_and(|key| key.parent.is_some())
        };
        let lacks_part = self.interleave.is_some() && !self.fields.iter().any(is_parent);
        if let Some(first) = self.fields.first_mut().filter(|_| lacks_part) {
            first.key = None;
            first.mean(Meant::part(FieldArgument::Parent));
        }
        lacks_part
    }

    /// Removes a field that has the name of another one, which the compiler reports.
    fn keep_first_fields(&mut self, mistakes: &mut Mistakes) {
        let mut seen: Vec<String> = Vec::new();
        self.fields.retain(|field| {
            let is_first = !seen.contains(&field.name);
            if is_first {
                seen.push(field.name.clone());
            } else {
                let what = format_args!("duplicate field `{}`", field.name);
                mistakes.push(Mistake::at(field.ident.span(), what).help("rename one of them"));
                mistakes.defer(mistakes.len() - 1);
            }
            is_first
        });
    }

    /// Treats `table(primary_key(id))` and `table(key = "id")`, which are reported, as the `key` of
    /// these fields.
    fn take_key_in_table(&mut self) {
        if self.fields.iter().any(|field| field.in_key) {
            return;
        }
        let names = std::mem::take(&mut self.key_in_table);
        let new = format!("New{}", self.ident.unraw());
        for field in self.fields.iter_mut().filter(|field| names.contains(&field.name)) {
            let is_filled = file::sets(self.ident.span(), &new, &field.name) == Some(false);
            let fill = Some(meant_fill(&field.ty)).filter(|_| is_filled);
            field.mean(Meant::part(fill.unwrap_or(FieldArgument::Supplied)));
        }
    }

    /// If an attribute that is not ours means that a column is filled, and code leaves the field out,
    /// this is what the code lacks, unless the compiler reports the attribute.
    fn defer_filled(&self, mistakes: &mut Mistakes) {
        let new = format!("New{}", self.ident.unraw());
        for field in &self.fields {
            let Some(meant) = field.unknown.as_ref().filter(|_| !field.in_key) else { continue };
            let is_filled = meant.arguments.iter().any(|argument| {
                !matches!(argument, FieldArgument::Supplied | FieldArgument::Parent)
            });
            if is_filled && file::sets(self.ident.span(), &new, &field.name) == Some(false) {
                mistakes.push(
                    Mistake::at(field.ident.span(), format_args!("missing `{}` in `{new}`", field.name))
                        .help("set the field, or let the column be filled by an argument of `key` or `column`"),
                );
                mistakes.defer(mistakes.len() - 1);
            }
        }
    }

    /// Reports the `key` of the struct, and treats it as one of the fields that it names.
    fn take_misplaced_key(&mut self, mistakes: &mut Mistakes) {
        let Some((word, tokens)) = self.misplaced_key.take() else { return };
        let names = meant::words(tokens.clone());
        let fields: Vec<_> =
            self.fields.iter().filter(|field| names.contains(&field.name)).collect();
        let help = match fields.as_slice() {
            [] => String::from("move it to the field it describes"),
            several => {
                let key =
                    |ty| if several.len() == 1 { meant_key(ty) } else { String::from("#[key]") };
                let keys =
                    several.iter().map(|field| format!("`{}` on `{}`", key(&field.ty), field.name));
                format!("remove `{word}`, and write {}", keys.collect::<Vec<_>>().join(", "))
            }
        };
        let is_named = !fields.is_empty();
        let what = if word == "key" {
            String::from("`key` is a field attribute")
        } else {
            format!("unknown attribute `{word}`")
        };
        mistakes.push(Mistake::at(word.span(), what).help(help));
        if self.fields.iter().any(|field| field.in_key) {
            return;
        }
        if is_named {
            for field in self.fields.iter_mut().filter(|field| names.contains(&field.name)) {
                field.mean(Meant::part(FieldArgument::Supplied));
            }
        } else if let Some(first) = self.fields.first_mut() {
            let mut meant = field::meant(AttributeName::Key, tokens);
            if meant.arguments.is_empty() {
                meant.arguments.push(FieldArgument::Supplied);
            }
            first.mean(meant);
        }
    }
}

impl FieldWords {
    /// Whether the field is not a column. One with `key` is a key part, and reported.
    fn is_skipped(&self) -> bool {
        let skips = self.column.skip.is_some() || self.meant.contains(&FieldArgument::Skip);
        skips && !self.in_key
    }

    /// Adopts what was meant. From now on nothing about the field is certain.
    fn mean(&mut self, meant: Meant) {
        self.broken = true;
        self.in_key |= meant.in_key;
        self.meant.extend(meant.arguments);
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
        docs: docs(&input.attrs),
        krate: krate(input, AttributeName::Table),
        table: TableWords::default(),
        unread_table: false,
        interleave: None,
        interleaved: false,
        indexes: Vec::new(),
        foreign_keys: Vec::new(),
        checks: Vec::new(),
        ttl: None,
        fields: Vec::new(),
        skipped: Vec::new(),
        deprecated: carried(&input.attrs, &["deprecated"]).pop(),
        misplaced_key: None,
        key_in_table: Vec::new(),
        unknown_parent: None,
        unknown_key: None,
        unsized_field: None,
    };
    let (mut marks, before) = (marks(input, &fields), mistakes.len());
    struct_attributes(&input.attrs, &fields, &mut words, mistakes);
    words.fields = fields.iter().filter_map(|field| read_field(field, &marks, mistakes)).collect();
    words.keep_first_fields(mistakes);
    (words.skipped, words.fields) = words.fields.into_iter().partition(FieldWords::is_skipped);
    words.take_misplaced_key(mistakes);
    marks.set("<name>", Some(input.ident.unraw().to_string()));
    mistakes.fill_in(before, &marks);
    words.take_key_in_table();
    words.defer_filled(mistakes);
    let inherited = words.fields.iter_mut().filter_map(|field| {
        let tokens = field.interleave.take()?;
        if !field.in_key {
            field.mean(Meant::part(FieldArgument::Parent));
        }
        Some(tokens)
    });
    for tokens in inherited {
        words.interleaved = true;
        words.interleave = words.interleave.take().or(table::readable_parent(tokens));
    }
    for field in &mut words.skipped {
        (field.ty, field.has_rejected_type) = types::outside(&field.ty, input, mistakes);
    }
    let last = words.fields.len().saturating_sub(1);
    for (at, field) in words.fields.iter_mut().enumerate() {
        let (ty, is_rejected) = types::outside(&field.ty, input, mistakes);
        field.ty = ty;
        field.has_rejected_type |= is_rejected;
        if is_unsized(&field.ty) {
            let ty = std::mem::replace(&mut field.ty, syn::parse_quote!(()));
            field.has_rejected_type |= at != last;
            words.unsized_field = (at == last && !is_rejected).then_some(ty);
        }
    }
    Some(words)
}

fn named_fields<'a>(
    input: &'a DeriveInput,
    mistakes: &mut Mistakes,
) -> Option<Vec<&'a syn::Field>> {
    let name = &input.ident;
    let mistake = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => {
                return Some(fields.named.iter().collect());
            }
            Fields::Named(_) | Fields::Unit => {
                Mistake::at(name.span(), format_args!("table `{name}` has no fields"))
                    .help("add named fields, and mark those of the key")
            }
            Fields::Unnamed(_) => Mistake::at(
                name.span(),
                format_args!("table `{name}` has unnamed fields"),
            )
            .note("columns are named after the fields of the struct")
            .help("name the fields, or derive SpannerColumn if this is the type of one column"),
        },
        Data::Enum(_) => Mistake::at(name.span(), format_args!("enum `{name}` cannot be a table"))
            .help("derive SpannerColumn if this is the type of one column"),
        Data::Union(_) => {
            Mistake::at(name.span(), format_args!("union `{name}` cannot be a table"))
                .help("use a struct with named fields")
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
                .note(if derive == "SpannerRow" {
                    "each column of a row is read as one type"
                } else {
                    "a table or column type has one definition in the database, so its types must be concrete"
                })
                .help(format_args!("give `{}` concrete types that own their data", input.ident)),
        );
    }
}

/// The documentation of an item, `#[doc(hidden)]` included.
fn docs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect()
}

/// The attributes with these names.
fn carried(attrs: &[Attribute], names: &[&str]) -> Vec<Attribute> {
    let is_carried = |attr: &&Attribute| names.iter().any(|name| attr.path().is_ident(name));
    attrs.iter().filter(is_carried).cloned().collect()
}

/// Our attributes with their names.
fn ours<'a>(
    attrs: impl IntoIterator<Item = &'a Attribute>,
) -> impl Iterator<Item = (AttributeName, &'a Attribute)> {
    attrs.into_iter().filter_map(|attr| {
        let name = attr.path().get_ident()?.to_string();
        Some((AttributeName::from_name(&name)?, attr))
    })
}

fn struct_attributes(
    attrs: &[Attribute],
    fields: &[&syn::Field],
    words: &mut Words,
    mistakes: &mut Mistakes,
) {
    use AttributeName::{Check, Column, ForeignKey, Index, Interleave, Key, Table, Ttl};
    let mut seen = Vec::new();
    words.unknown_parent = not_ours(attrs).find_map(|(name, tokens)| {
        (name == Interleave).then(|| table::readable_parent(tokens)).flatten()
    });
    words.unknown_key = not_ours(attrs).find_map(|(name, tokens)| (name == Key).then_some(tokens));
    words.misplaced_key = attrs.iter().find_map(|attr| {
        let name = attr.path().get_ident()?;
        (name == "key" || names_key(attr)).then(|| (name.clone(), any_arguments(attr)))
    });
    for (name, attr) in ours(attrs).filter(|(name, _)| *name != Key) {
        let (word, before) = (attr.path().span(), mistakes.len());
        if name.is_on_fields() {
            mistakes.push(
                Mistake::at(word, format_args!("`{name}` is a field attribute"))
                    .help(meant_for_table(attr, attrs)),
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
        let parent = (name == Interleave).then(|| table::readable_parent(any_arguments(attr)));
        let parent = parent.flatten();
        let Some(tokens) = arguments(name, attr, mistakes) else {
            words.interleave = words.interleave.take().or(parent);
            continue;
        };
        match name {
            Table => {
                words.key_in_table = table::key_in_table(tokens.clone()).unwrap_or_default();
                if let Some(parent) = table::parent_in_table(tokens.clone()) {
                    words.interleaved = true;
                    words.interleave = words.interleave.take().or(table::readable_parent(parent));
                }
                let read = mistakes.take(table::table(tokens.clone()));
                let may_name_types =
                    |word: &String| word.starts_with("new") || word.contains("key");
                words.unread_table =
                    read.is_none() && meant::words(tokens.clone()).iter().any(may_name_types);
                words.table = read.unwrap_or_else(|| table::names_in_table(tokens));
            }
            Interleave => {
                words.interleave = mistakes.take(table::interleave(word, tokens)).or(parent);
            }
            Index => words.indexes.extend(mistakes.take(table::index(word, tokens))),
            ForeignKey => {
                words.foreign_keys.extend(mistakes.take(table::foreign_key(word, tokens)));
            }
            Check => words.checks.extend(mistakes.take(table::check(word, fields, tokens))),
            Ttl => words.ttl = mistakes.take(table::ttl(word, tokens)),
            Key | Column => {}
        }
        if matches!(name, ForeignKey | Check) {
            let mut marks = Marks::default();
            let kind = if name == Check { "Check" } else { "ForeignKey" };
            marks.set("<name>", Some(format!("<Struct>{kind}")));
            mistakes.fill_in_some(before, &marks);
        }
    }
}

/// The help for `column` on the struct: its arguments may be those of `table`.
fn meant_for_table(attr: &Attribute, attrs: &[Attribute]) -> String {
    let tokens = any_arguments(attr);
    let words = meant::words(tokens.clone());
    let is_of_table = |word: &String| table::ARGUMENTS.contains(&word.as_str());
    if words.is_empty() || !words.iter().all(is_of_table) {
        String::from("move it to the field it describes")
    } else if ours(attrs).any(|(name, _)| name == AttributeName::Table) {
        String::from("move its arguments to the attribute of the table")
    } else {
        format!("remove `column`, and write `#[table({tokens})]` on the struct")
    }
}

/// Whether the attribute is one of other libraries for a key. The derive declares it.
fn names_key(attr: &Attribute) -> bool {
    let names = ["primary_key", "primarykey", "primary", "pk", "id"];
    names.iter().any(|name| attr.path().is_ident(name))
}

/// What an attribute of another library for a key most likely means for a field of this type.
fn meant_fill(ty: &Type) -> FieldArgument {
    match ty {
        Type::Path(path) if path.path.is_ident("Uuid") => FieldArgument::Uuid,
        Type::Path(path) if path.path.is_ident("i64") => FieldArgument::Identity,
        _ => FieldArgument::Supplied,
    }
}

/// Our attribute for it.
fn meant_key(ty: &Type) -> String {
    match meant_fill(ty) {
        FieldArgument::Supplied => String::from("#[key]"),
        fill => format!("#[key({fill})]"),
    }
}

/// The attributes that are not ours, but look like it.
fn not_ours(attrs: &[Attribute]) -> impl Iterator<Item = (AttributeName, TokenStream)> {
    attrs.iter().filter_map(meant::unknown)
}

/// The arguments, in parentheses or behind a `=`.
fn any_arguments(attr: &Attribute) -> TokenStream {
    match &attr.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(pair) => pair.value.to_token_stream(),
    }
}

fn duplicate(name: AttributeName, word: Span) -> Mistake {
    Mistake::at(word, format_args!("duplicate attribute `{name}`"))
        .help(format_args!("merge the arguments into the first `{name}`"))
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
        Meta::NameValue(pair) => {
            mistakes.push(
                Mistake::at(attr.path().span(), format_args!("expected `#[{name}(...)]`"))
                    .help(in_parentheses(name, &pair.value)),
            );
            // The compiler reports all other values.
            if !matches!(pair.value, Expr::Lit(_)) {
                mistakes.defer(mistakes.len() - 1);
            }
            None
        }
    }
}

/// The help for `#[name = value]`.
fn in_parentheses(name: AttributeName, value: &Expr) -> String {
    use AttributeName::{Check, Column, Interleave, Key, Table};
    let text = values::text(value);
    match (name, text) {
        (Table | Column, Some(text)) => {
            format!("write `#[{name}(name = {})]`", text.to_token_stream())
        }
        (Check, Some(text)) => format!("write `#[{name}({})]`", text.to_token_stream()),
        (Interleave, Some(text)) => format!("write `#[{name}({})]`", text.value()),
        (Interleave, None) => format!("write `#[{name}({})]`", value.to_token_stream()),
        (Key, _) => {
            let word = text.map_or_else(|| value.to_token_stream().to_string(), LitStr::value);
            let known = FieldArgument::from_name(&word).is_some();
            format!("write `#[{name}{}]`", if known { format!("({word})") } else { String::new() })
        }
        _ => String::from("write the arguments in parentheses"),
    }
}

/// The names of a struct that helps can use.
fn marks(input: &DeriveInput, fields: &[&syn::Field]) -> Marks {
    let has = |attrs: &[Attribute], wanted| ours(attrs).any(|(name, _)| name == wanted);
    let name = |field: &syn::Field| field.ident.as_ref().map(ToString::to_string);
    let column = fields.iter().find(|field| {
        !has(&field.attrs, AttributeName::Key)
            && !has(&field.attrs, AttributeName::Column)
            && is_usual(&field.ty)
    });
    let input_of_a_shard = fields.iter().find(|field| hashes_well(field));
    let mut marks = Marks::default();
    marks.set("<Struct>", Some(input.ident.unraw().to_string()));
    marks.set("<column>", column.and_then(|field| name(field)));
    marks.set("<input>", input_of_a_shard.and_then(|field| name(field)));
    marks.set("<interleaved>", has(&input.attrs, AttributeName::Interleave).then_some(""));
    marks.set("<no table>", (!has(&input.attrs, AttributeName::Table)).then_some(""));
    marks
}

/// Whether the type is named as one that every rule allows in an index or a shard. Only examples in
/// helps depend on it.
fn is_usual(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.get_ident().is_some_and(|name| {
            ["String", "Uuid", "i64", "i32", "u32"].iter().any(|usual| name == usual)
        }),
        _ => false,
    }
}

/// Whether the tokens of a key field show that a shard can be computed from it.
fn hashes_well(field: &syn::Field) -> bool {
    let fills = [
        "uuid", "ulid", "uuid_v7", "uuid_high", "uuid_low", "random", "bit_reversed", "sequence",
        "identity",
    ];
    ours(&field.attrs).any(|(name, attr)| {
        name == AttributeName::Key
            && match &attr.meta {
                Meta::List(list) => match list.tokens.clone().into_iter().next() {
                    Some(proc_macro2::TokenTree::Ident(word)) => {
                        fills.iter().any(|fill| word == fill)
                            || (word == "desc" || word == "spread") && is_usual(&field.ty)
                    }
                    _ => false,
                },
                _ => is_usual(&field.ty),
            }
    })
}

/// The same name, as every edition reads it: generated text is parsed in the edition of the derive,
/// in which `gen` is a keyword.
fn writable(name: Ident) -> Ident {
    if name == "gen" { Ident::new_raw("gen", name.span()) } else { name }
}

fn read_field(field: &syn::Field, marks: &Marks, mistakes: &mut Mistakes) -> Option<FieldWords> {
    // `named_fields` has ensured that every field has a name.
    let ident = writable(field.ident.clone()?);
    let before = mistakes.len();
    let mut key = None;
    let mut column = None;
    let (mut interleave, mut is_unread, mut has_rejected_type) = (None, false, false);
    let mut meant = Meant::default();
    let mut seen = Vec::new();
    for (name, attr) in ours(&field.attrs) {
        if !name.is_on_fields() {
            mistakes.push(
                Mistake::at(attr.path().span(), format_args!("`{name}` is a struct attribute"))
                    .help(table::moved(name, &ident, &any_arguments(attr))),
            );
            if name == AttributeName::Interleave {
                interleave = Some(any_arguments(attr));
            }
            continue;
        }
        if seen.contains(&name) {
            mistakes.push(duplicate(name, attr.path().span()));
            continue;
        }
        seen.push(name);
        let words = any_arguments(attr);
        let tokens = arguments(name, attr, mistakes);
        is_unread |= tokens.is_none();
        let read = match (name, tokens) {
            (_, None) => false,
            (AttributeName::Key, Some(tokens)) => {
                key = mistakes.take(field::key(tokens));
                key.is_some()
            }
            (_, Some(tokens)) => {
                column = mistakes.take(field::column(tokens));
                column.is_some()
            }
        };
        if !read {
            // The type is meant to be a column by way of serde.
            let is_json = |word: &String| word == "json" || word == "jsonb";
            has_rejected_type |= meant::words(words.clone()).iter().any(is_json);
            let found = field::meant(name, words);
            meant.in_key |= found.in_key;
            meant.arguments.extend(found.arguments);
        }
    }
    let of_others = field.attrs.iter().filter(|attr| names_key(attr));
    for attr in of_others.filter(|_| !seen.contains(&AttributeName::Key)) {
        let (word, ours) = (attr.path(), meant_key(&field.ty));
        mistakes.push(
            Mistake::over(word, format_args!("unknown attribute `{}`", path_text(word)))
                .help(format_args!("remove `{}`, and add `{ours}`", path_text(word))),
        );
        let found = field::meant(AttributeName::Key, quote!(primary_key));
        meant.in_key = true;
        meant.arguments.extend(found.arguments);
        is_unread = true;
    }
    let name = ident.unraw().to_string();
    let mut marks = marks.clone();
    marks.set("<field>", Some(name.clone()));
    marks.set("<name>", Some(name.clone()));
    marks.set("<key>", Some(meant_key(&field.ty)));
    let indexed = is_usual(&field.ty) && name.is_ascii() && !name.trim_matches('_').is_empty();
    marks.set(
        "<index>",
        indexed.then(|| {
            let pascal = RenameRule::PascalCase.apply_to_field(name.trim_matches('_'));
            format!("<Struct>By{pascal}")
        }),
    );
    mistakes.fill_in(before, &marks);
    let unknown = not_ours(&field.attrs).next().map(|(name, tokens)| match name {
        AttributeName::Interleave => Meant::part(FieldArgument::Parent),
        _ if meant::is_primary_key(&tokens) => {
            Meant { of_others: true, ..Meant::part(meant_fill(&field.ty)) }
        }
        name => field::meant(name, tokens),
    });
    Some(FieldWords {
        name,
        ident,
        vis: field.vis.clone(),
        docs: docs(&field.attrs),
        carried: carried(&field.attrs, &["deprecated", "serde"]),
        ty: field.ty.clone(),
        in_key: seen.contains(&AttributeName::Key) || meant.in_key,
        key,
        column: column.unwrap_or_default(),
        broken: mistakes.len() > before || is_unread,
        meant: meant.arguments,
        has_rejected_type,
        unknown,
        interleave,
    })
}
