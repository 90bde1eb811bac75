//! Writes the model out: the constant `TABLE`, the structs `NewOrder` and `OrderKey`, and the
//! questions that only the compiler's types can answer.
//!
//! Printed expansions are in [`tests/expanded/`](../tests/expanded): read
//! [`child.rs`](../tests/expanded/child.rs) first. `docs/expansion.md` explains each item.
//!
//! Everything but the two structs lives in one `const _` block, and reaches the runtime crate as
//! `__sk` only. All other names begin with two underscores as well, so nothing here can clash with,
//! or be changed by, what the user has in scope. Each Rust type and each other table is named once
//! in code that must type-check, so that one that is not a column, or not a table, is one error.

#![allow(clippy::format_collect, reason = "code reads better than writes into a buffer")]

mod code;
mod column;
mod key;
mod names;
mod obligations;
mod query_row;
mod row;
mod table;
mod types;

pub(crate) use column::column;
#[cfg(test)]
pub(crate) use obligations::stays;
pub(crate) use query_row::row;
pub(crate) use table::{stand_in, table};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, MetaNameValue, Type};

use crate::model::{Extras, Field, Table};

/// What the type of the column at this position can do. All types are asked in the constant `__OPS`
/// and nowhere else, so that one that is not a column is one error.
fn ops(at: usize) -> String {
    format!("__OPS.{at}")
}

/// Only the advice on a type, for a struct that the compiler rejects in any case.
pub(crate) fn advice_only(ty: &Type, krate: &TokenStream) -> TokenStream {
    let check = call_at(ty, "check_column", &quote!(__sk::Ask::<#ty>::ADVICE, __sk::Holds::Value));
    quote!(const _: () = { use #krate::__private::{self as __sk, answers::*}; let _ = #check; };)
}

/// The tokens of a type, so that an error about it points at `place`.
pub(crate) fn spanned(place: &impl ToTokens, tokens: &TokenStream) -> TokenStream {
    let (first, last) = ends(place);
    let mut tokens: Vec<_> = tokens.clone().into_iter().collect();
    if let [token, ..] = tokens.as_mut_slice() {
        token.set_span(first);
    }
    if let [.., token] = tokens.as_mut_slice() {
        token.set_span(last);
    }
    tokens.into_iter().collect()
}

/// The properties of the type of the column at this position: asked of the type, because another
/// type can keep `__TABLE` from being evaluated.
fn spec(model: &Table, at: usize) -> String {
    let alias = types::alias(model, at);
    match model.fields[at].primitive {
        Some(name) => format!("<{name} as __sk::Column>::SPEC"),
        None => format!("__sk::SpecOf::<{alias}>::SPEC"),
    }
}

/// A check that may panic while the compiler runs, as a separate constant whose error points at
/// `place`.
fn check_at(place: &impl ToTokens, function: &str, arguments: &TokenStream) -> TokenStream {
    let call = call_at(place, function, arguments);
    quote!(const _: () = #call;)
}

/// The call of such a check.
fn call_at(place: &impl ToTokens, function: &str, arguments: &TokenStream) -> TokenStream {
    let (first, last) = ends(place);
    // The call's span runs from its name to its parentheses.
    let function = format_ident!("{function}", span = first);
    let function = quote_spanned!(first=> __sk::#function);
    let mut parentheses = Group::new(Delimiter::Parenthesis, arguments.clone());
    parentheses.set_span(last);
    quote!(#function #parentheses)
}

pub(crate) fn ends(place: &impl ToTokens) -> (Span, Span) {
    let mut tokens = place.to_token_stream().into_iter();
    let first = tokens.next().map_or_else(Span::call_site, |tree| tree.span());
    let last = tokens.last().map_or(first, |tree| tree.span());
    (first, last)
}

/// A field of a generated struct. Its tokens are added one by one: to pass them in streams costs
/// more.
fn field(
    tokens: &mut TokenStream,
    model: &Table,
    field: &Field,
    ours: Option<&str>,
    with_serde: bool,
    ty: &dyn ToTokens,
) {
    docs(tokens, model, ours, &field.docs);
    tokens.extend(carried(field, with_serde));
    field.vis.to_tokens(tokens);
    field.ident.to_tokens(tokens);
    <syn::Token![:]>::default().to_tokens(tokens);
    ty.to_tokens(tokens);
    <syn::Token![,]>::default().to_tokens(tokens);
}

/// The documentation of a generated item: our line, if any, and then the author's of what it comes
/// from. Examples are tested only where the author wrote them, and `Self` is the row there.
fn docs(tokens: &mut TokenStream, model: &Table, ours: Option<&str>, authors: &[Attribute]) {
    let gap = (ours.is_some() && !authors.is_empty()).then_some("");
    for line in ours.into_iter().chain(gap) {
        <syn::Token![#]>::default().to_tokens(tokens);
        Group::new(Delimiter::Bracket, quote!(doc = #line)).to_tokens(tokens);
    }
    for attr in authors {
        let author = match &attr.meta {
            Meta::NameValue(MetaNameValue {
                value: Expr::Lit(ExprLit { lit: Lit::Str(text), .. }),
                ..
            }) => {
                let text = without_self(&text.value(), &model.ident.unraw().to_string());
                quote!(doc = #text)
            }
            meta => meta.to_token_stream(),
        };
        tokens.extend(quote!(#[cfg_attr(not(doctest), #author)]));
    }
}

/// The attributes of the author's that the field of a generated type gets, too.
fn carried(field: &Field, with_serde: bool) -> Option<TokenStream> {
    let is_wanted = |attr: &&Attribute| with_serde || !attr.path().is_ident("serde");
    let wanted = field.carried.iter().filter(is_wanted).map(ToTokens::to_token_stream);
    (!field.carried.is_empty()).then(|| wanted.collect())
}

/// What the author adds to a generated type. serde knows it by the name that users see.
fn extras(extras: &Extras, name: &Ident) -> Option<TokenStream> {
    let Extras { derives, attributes, .. } = extras;
    let is_renamed = |meta: &Meta| {
        let tokens = meta.to_token_stream().to_string();
        meta.path().is_ident("serde") && (tokens.contains("rename =") || tokens.contains("rename("))
    };
    let rename = (extras.derives_serde() && !attributes.iter().any(is_renamed)).then(|| {
        let name = name.unraw().to_string();
        quote!(#[serde(rename = #name)])
    });
    let derive = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    let is_used = derive.is_some() || !attributes.is_empty();
    is_used.then(|| quote!(#derive #rename #(#[#attributes])*))
}

/// The text with the type's name in place of `Self`.
fn without_self(text: &str, name: &str) -> String {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut pieces = text.split("Self");
    let mut written = String::from(pieces.next().unwrap_or_default());
    for piece in pieces {
        let is_word = !written.ends_with(is_letter) && !piece.starts_with(is_letter);
        written.push_str(if is_word { name } else { "Self" });
        written.push_str(piece);
    }
    written
}
