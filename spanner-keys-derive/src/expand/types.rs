//! The types of the fields. Each is named once and has an alias, so that one that does not resolve is
//! one error.
//!
//! A generated item that names a type of the user's has the place of the struct's name. If a type
//! in it does not resolve, the compiler proposes a parameter behind that name, as it does for the
//! struct, and does not report the same twice.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{GenericArgument, PathArguments, Type, TypePath};

use super::code::{code, parsed};
use super::{call_at, spanned};
use crate::model::{Fill, Index, Known, PRIMITIVE, Table};

/// The aliases, and the constant `__OPS`. All types are asked what they can do in it and nowhere
/// else, so that one that is not a column is one error. The rules see a stand-in for such a type.
pub(super) fn of(model: &Table) -> TokenStream {
    let aliases = aliases(model);
    let all: Vec<usize> = (0..model.fields.len()).collect();
    let types: String =
        all.iter().map(|at| format!("__sk::ColumnOps<{}>,", alias(model, *at))).collect();
    let types = parsed(&types);
    let is_primitive = |at: &usize| model.fields[*at].primitive.is_some();
    let mut ops = TokenStream::new();
    for some in all.chunk_by(|one, next| is_primitive(one) == is_primitive(next)) {
        if is_primitive(&some[0]) {
            let text =
                some.iter().map(|at| format!("<{} as __sk::Column>::OPS,", alias(model, *at)));
            ops.extend([parsed(&text.collect::<String>())]);
        } else {
            ops.extend(some.iter().flat_map(|at| ops_of(model, *at)));
        }
    }
    let (ops, skipped) = (Group::new(Delimiter::Parenthesis, ops), skipped(model));
    quote! {
        #aliases
        const __OPS: &(#types) = { if true {} &__sk::list(#ops) };
        #skipped
    }
}

/// The constant `__SKIPPED`: the expressions for the fields that are not columns.
fn skipped(model: &Table) -> Option<TokenStream> {
    let types: Vec<_> = model.skipped.iter().map(|(_, ty)| ty).collect();
    let named = |at| format_ident!("__Skipped{at}", span = model.ident.span());
    let aliases: Vec<_> = (0..types.len()).map(named).collect();
    let values = types.iter().zip(&aliases).map(|(ty, alias)| {
        let in_place = over(alias.clone(), ty);
        quote!(<#in_place as __sk::Skipped>::value)
    });
    (!types.is_empty()).then(|| {
        quote! {
            #(type #aliases = #types;)*
            const __SKIPPED: &(#(fn() -> #aliases,)*) = &(#(#values,)*);
        }
    })
}

/// What the type of the field at this position can do, and a comma.
pub(super) fn ops_of(model: &Table, at: usize) -> Vec<TokenTree> {
    let (field, place) = (&model.fields[at], in_place(model, at));
    if is_usual(&field.ty) {
        return usual_ops(&place);
    }
    let is_indexed = |index: &Index| index.columns.iter().any(|column| column.field == at);
    let is_sorted = field.key.is_some() || model.indexes.iter().any(is_indexed);
    let holds = match &field.fill {
        Fill::UuidV4 => "Uuid",
        Fill::UuidV7(_) | Fill::Ulid(_) => "Id",
        Fill::UuidHalf { .. }
        | Fill::Random
        | Fill::BitReversed
        | Fill::Sequence { .. }
        | Fill::Identity { .. }
        | Fill::Shard(_) => "Integer",
        Fill::Supplied | Fill::Default(_) if is_sorted => "Sorted",
        _ => "Value",
    };
    // One that is written has its own question.
    let has_own_length = field.known == Known::All
        && !field.is_inherited()
        && field.length.is_none()
        && may_have_wrong_length(&field.ty);
    let length = if has_own_length {
        let (table, column, spec) = (&model.name, &field.column, super::spec(model, at));
        format!("|| __sk::check_length({table:?}, {column:?}, {spec})")
    } else {
        String::new()
    };
    asked_ops(&place, holds, &length)
}

/// What the type of a column of a query can do, and a comma.
pub(super) fn row_ops(ty: &Type, alias: &Ident) -> Vec<TokenTree> {
    let place = Placed::over(alias.to_string(), ty);
    if is_usual(ty) { usual_ops(&place) } else { asked_ops(&place, "Value", "") }
}

fn usual_ops(place: &Placed) -> Vec<TokenTree> {
    let mut tokens = trees(&format!("<{} as __sk::Column>::OPS,", place.text()));
    place.mark(&mut tokens, 1);
    tokens
}

/// What a type can do whose name is not a usual one: it is asked for advice and for its length first.
/// If either is reported, the compiler does not look for the column.
fn asked_ops(place: &Placed, holds: &str, length: &str) -> Vec<TokenTree> {
    let (alias, (first, last)) = (&place.alias, place.ends());
    let mut tokens = trees(&format!(
        "<__sk::Asked<{{ __sk::check_column(__sk::Ask::<{alias}>::ADVICE, __sk::Holds::{holds}) {length} }}> \
         as __sk::HasColumn<{}>>::OPS,",
        place.text()
    ));
    // The calls and their parentheses are what an error of theirs points at.
    if let [_, asked, _, _, _, _, TokenTree::Group(block), close, ..] = tokens.as_mut_slice() {
        asked.set_span(first);
        close.set_span(last);
        let calls = block.stream().into_iter().map(|mut token| {
            token.set_span(if matches!(token, TokenTree::Group(_)) { last } else { first });
            token
        });
        *block = Group::new(Delimiter::Brace, calls.collect());
    }
    place.mark(&mut tokens, 14);
    tokens
}

fn trees(text: &str) -> Vec<TokenTree> {
    parsed(text).into_iter().collect()
}

/// A type by its alias, and what an error about it points at.
pub(super) struct Placed {
    alias: String,
    first: Span,
    /// The last token, if there are several.
    last: Option<Span>,
}

impl Placed {
    /// An error points at all of the type.
    fn over(alias: String, ty: &Type) -> Self {
        // Without its tokens: to pass them costs compile time.
        let (first, last) = match ty {
            Type::Path(TypePath { qself: None, path, .. }) if path.leading_colon.is_none() => {
                let [first, last] = [path.segments.first(), path.segments.last()];
                let end = last.map(|last| match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => arguments.gt_token.spans[0],
                    PathArguments::Parenthesized(arguments) => arguments.span(),
                    PathArguments::None => last.ident.span(),
                });
                let is_word = path.get_ident().is_some();
                let first = first.map_or_else(Span::call_site, |first| first.ident.span());
                (first, end.filter(|_| !is_word))
            }
            _ => {
                let mut tokens = ty.to_token_stream().into_iter();
                let first = tokens.next().map_or_else(Span::call_site, |token| token.span());
                (first, tokens.last().map(|token| token.span()))
            }
        };
        Self { alias, first, last }
    }

    /// The alias. No token can span several others, but a path can: it ends with its `>`.
    pub(super) fn text(&self) -> String {
        let arguments = if self.last.is_some() { "<>" } else { "" };
        format!("{}{arguments}", self.alias)
    }

    /// How many tokens the text has.
    pub(super) fn len(&self) -> usize {
        if self.last.is_some() { 3 } else { 1 }
    }

    /// The places of the first and of the last token.
    pub(super) fn ends(&self) -> (Span, Span) {
        (self.first, self.last.unwrap_or(self.first))
    }

    /// Gives the tokens of the text at this position their places.
    pub(super) fn mark(&self, tokens: &mut [TokenTree], at: usize) {
        if let Some(token) = tokens.get_mut(at) {
            token.set_span(self.first);
        }
        if let (Some(last), Some(token)) = (self.last, tokens.get_mut(at + 2)) {
            token.set_span(last);
        }
    }
}

impl ToTokens for Placed {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut text = trees(&self.text());
        self.mark(&mut text, 0);
        tokens.extend(text);
    }
}

/// What the inner type of a newtype can do. Its advice is a separate check, because more depends on
/// the answer.
pub(super) fn inner_ops(ty: &Type, alias: &Ident) -> TokenStream {
    let in_place = over(alias.clone(), ty);
    if is_usual(ty) {
        return quote!(<#in_place as __sk::Column>::OPS);
    }
    let asked = spanned(ty, &quote!(__sk::Asked<{ __sk::Ask::<#alias>::ADVICE.is_some() }>));
    quote!(<#asked as __sk::HasColumn<#in_place>>::OPS)
}

/// Asks for the advice on the inner type of a newtype.
pub(super) fn inner_advice(ty: &Type, alias: &Ident) -> Option<TokenStream> {
    let arguments = quote!(__sk::Ask::<#alias>::ADVICE, __sk::Holds::Value);
    let call = (!is_usual(ty)).then(|| call_at(ty, "check_column", &arguments))?;
    Some(quote!(const _: __sk::bool = #call;))
}

/// The same without `__OPS`.
pub(super) fn aliases(model: &Table) -> TokenStream {
    let named = || distinct(model).filter(|at| model.fields[*at].primitive.is_none());
    let aliases = named().map(|at| numbered(model.fields[at].same_type, model.ident.span()));
    let types = named().map(|at| &model.fields[at].ty);
    quote!(#(type #aliases = #types;)*)
}

/// The columns that the key and the indexes are judged without: a type that does not resolve, or that
/// is not a column after all, must not keep the compiler from judging them. These are only types
/// without a usual name, to save compile time.
pub(super) fn set_apart(model: &Table) -> Vec<usize> {
    let mut sorted = model.key.clone();
    for index in &model.indexes {
        sorted.extend(index.columns.iter().map(|column| column.field));
        sorted.extend(&index.storing);
    }
    for field in &model.fields {
        match &field.fill {
            Fill::Shard(shard) => sorted.extend(shard.inputs.iter().map(|input| input.field)),
            // It may be computed from any column.
            Fill::Generated { .. } => return Vec::new(),
            _ => {}
        }
    }
    let is_apart = |at: &usize| {
        let field = &model.fields[*at];
        field.known == Known::All && !sorted.contains(at) && may_have_wrong_length(&field.ty)
    };
    if sorted.is_empty() { sorted } else { (0..model.fields.len()).filter(is_apart).collect() }
}

/// The constant of the table that the key and the indexes are judged in.
pub(super) fn sorted(model: &Table) -> &'static str {
    if set_apart(model).is_empty() { "__TABLE" } else { "__SORTED" }
}

/// The types of these fields, with a comma after each.
pub(super) fn list(model: &Table, fields: &[usize]) -> String {
    fields.iter().map(|at| format!("{},", alias(model, *at))).collect()
}

/// The type of the field at this position. Fields of the same type have one name for it: each is
/// an item, which costs compile time. A primitive type needs none, because it resolves in any case.
pub(super) fn alias(model: &Table, at: usize) -> String {
    let field = &model.fields[at];
    field.primitive.map_or_else(|| format!("__Type{}", field.same_type), str::to_owned)
}

/// The same, so that an error about the type points at `place`.
pub(super) fn at_place(model: &Table, at: usize, place: Span) -> Placed {
    Placed { alias: alias(model, at), first: place, last: None }
}

/// One field of each type.
pub(super) fn distinct(model: &Table) -> impl Iterator<Item = usize> {
    (0..model.fields.len()).filter(|at| model.fields[*at].same_type == *at)
}

/// The name of a type.
pub(super) fn numbered(number: usize, place: Span) -> Ident {
    format_ident!("__Type{number}", span = place)
}

/// The same, so that an error about the type points at the type.
pub(super) fn in_place(model: &Table, at: usize) -> Placed {
    Placed::over(alias(model, at), &model.fields[at].ty)
}

/// An alias, so that an error about its type points at all of `place`.
pub(super) fn over(mut alias: Ident, place: &impl ToTokens) -> TokenStream {
    let mut tokens = place.to_token_stream().into_iter();
    let (first, last) = (tokens.next(), tokens.last());
    alias.set_span(first.map_or_else(Span::call_site, |token| token.span()));
    // No token can span several others, but a path can: it ends with its `>`.
    let close = last.map(|last| quote::quote_spanned!(last.span()=> <>));
    quote!(#alias #close)
}

/// Whether the type may have a fixed length, such as `[u8; 0]`. Each question costs
/// compile time, so none is asked about types that are named as the usual ones.
pub(super) fn may_have_wrong_length(ty: &Type) -> bool {
    !is_named(ty, &["DateTime"], usize::MAX)
}

/// Whether the type has the name of a column type, for which no advice exists. This only saves compile
/// time: asking about any type is correct.
pub(super) fn is_usual(ty: &Type) -> bool {
    is_named(ty, &[], 1)
}

/// `wrapped`: in how many `Option` and `Vec` the type may be.
fn is_named(ty: &Type, more: &[&str], wrapped: usize) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    match (last.ident.to_string().as_str(), inner) {
        ("Option" | "Vec", Some(GenericArgument::Type(inner))) => {
            wrapped > 0 && is_named(inner, more, wrapped - 1)
        }
        (name, _) => [PRIMITIVE, USUAL, more].iter().any(|names| names.contains(&name)),
    }
}

const USUAL: &[&str] = &[
    "String", "Uuid", "Ulid", "NaiveDate", "Timestamp", "SystemTime", "OffsetDateTime",
    "UtcDateTime", "Date", "Decimal", "BigDecimal", "Value", "Bytes",
];

/// Asks for the permission to move the fields out of the struct.
pub(super) fn ask_to_move(types: impl Iterator<Item = String>, ident: &Ident) -> TokenStream {
    let types: String = types.map(|ty| format!("{ty},")).collect();
    let answer = parsed(&code!(ident, types; __sk::HasDrop::<#ident, (#types)>::ANSWER));
    let answer = spanned(ident, &answer);
    quote!(__sk::ValuesMove::<#ident>::asked(#answer);)
}
