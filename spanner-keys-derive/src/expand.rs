//! Writes the model out: the constant `TABLE`, and beside it the questions that only the compiler's types can answer.
//!
//! Everything lives in one `const _` block and reaches the runtime crate through `__private` only, so nothing here can clash
//! with, or be changed by, what the user has in scope. Each Rust type and each other table is named once in code that must
//! type-check, so that one that is no column, or no table, is one error.

mod column;
mod key;
mod names;
mod obligations;
mod row;
mod table;

pub(crate) use column::column;
pub(crate) use table::{stand_in, table};

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// The name under which generated code knows `spanner_keys::__private`.
fn private() -> Ident {
    format_ident!("__spanner_keys")
}

/// Where everything is asked of a field's type: one constant for all fields, so that a type that is no column is one error.
fn ops(at: usize) -> TokenStream {
    let at = syn::Index::from(at);
    quote!(__OPS.#at)
}

/// A check that may panic while the compiler runs, as a constant of its own whose error points at `place`.
fn check_at(place: &impl ToTokens, function: &str, arguments: &TokenStream) -> TokenStream {
    let (first, last) = ends(place);
    let mut private = private();
    private.set_span(first);
    let function = Ident::new(function, first);
    // The call's span runs from its path to its parentheses.
    let path = quote_spanned!(first=> #private::#function);
    let mut parentheses = Group::new(proc_macro2::Delimiter::Parenthesis, arguments.clone());
    parentheses.set_span(last);
    quote!(const _: () = #path #parentheses;)
}

fn ends(place: &impl ToTokens) -> (Span, Span) {
    let mut tokens = place.to_token_stream().into_iter();
    let first = tokens.next().map_or_else(Span::call_site, |tree| tree.span());
    let last = tokens.last().map_or(first, |tree| tree.span());
    (first, last)
}

/// `Some(…)` or `None`, whatever the user has in scope under these names.
fn option(value: Option<TokenStream>) -> TokenStream {
    let private = private();
    if let Some(value) = value { quote!(#private::Some(#value)) } else { quote!(#private::None) }
}
