//! Writes the model out: the constant `TABLE`, the structs `NewOrder` and `OrderKey`, and the
//! questions that only the compiler's types can answer.
//!
//! Printed expansions are in [`tests/expanded/`](../tests/expanded): read
//! [`child.rs`](../tests/expanded/child.rs) first. `docs/expansion.md` says what each item is for.
//!
//! Everything but the two structs lives in one `const _` block, and reaches the runtime crate as
//! `__sk` only. All other names begin with two underscores as well, so nothing here can clash with,
//! or be changed by, what the user has in scope. Each Rust type and each other table is named once
//! in code that must type-check, so that one that is not a column, or not a table, is one error.

mod column;
mod key;
mod names;
mod obligations;
mod row;
mod table;

pub(crate) use column::column;
pub(crate) use table::{stand_in, table};

use proc_macro2::{Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// What the type of the column at this position can do. All types are asked in the constant `__OPS`
/// and nowhere else, so that one that is not a column is one error.
fn ops(at: usize) -> TokenStream {
    let at = syn::Index::from(at);
    quote!(__OPS.#at)
}

/// A check that may panic while the compiler runs, as a separate constant whose error points at
/// `place`.
fn check_at(place: &impl ToTokens, function: &str, arguments: &TokenStream) -> TokenStream {
    let (first, last) = ends(place);
    // The call's span runs from its name to its parentheses.
    let function = format_ident!("{function}", span = first);
    let function = quote_spanned!(first=> __sk::#function);
    let mut parentheses = Group::new(proc_macro2::Delimiter::Parenthesis, arguments.clone());
    parentheses.set_span(last);
    quote!(const _: () = #function #parentheses;)
}

fn ends(place: &impl ToTokens) -> (Span, Span) {
    let mut tokens = place.to_token_stream().into_iter();
    let first = tokens.next().map_or_else(Span::call_site, |tree| tree.span());
    let last = tokens.last().map_or(first, |tree| tree.span());
    (first, last)
}

/// `Some(…)` or `None`, whatever the user has in scope under these names.
fn option(value: Option<TokenStream>) -> TokenStream {
    if let Some(value) = value { quote!(__sk::Some(#value)) } else { quote!(__sk::None) }
}
