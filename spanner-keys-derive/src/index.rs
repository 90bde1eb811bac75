//! `index!(Task.TasksByStatus(project, status))`: the tokens, and the code.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use crate::attr::path_text;
use crate::expand::ends;
use crate::update::{check_at, checked_row, in_expression, opening};
use crate::words::Mistake;

/// The arguments of `index!`, after the path of the library.
struct Words {
    krate: Ident,
    table: Path,
    index: Ident,
    fields: Vec<Ident>,
}

impl Parse for Words {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate: Ident = input.parse()?;
        input.parse::<Token![;]>()?;
        if input.is_empty() {
            return Err(missing("table", krate.span()));
        }
        if !input.peek(Ident::peek_any) && !input.peek(Token![::]) {
            return Err(unexpected(&input.parse()?));
        }
        let table = Path::parse_mod_style(input)?;
        if input.is_empty() {
            return Err(missing("index", ends(&table).1));
        }
        if !input.peek(Token![.]) {
            let found: TokenTree = input.parse()?;
            return Err(in_path(&table, &found).unwrap_or_else(|| unexpected(&found)));
        }
        let dot = input.parse::<Token![.]>()?;
        if input.is_empty() {
            return Err(missing("index", dot.span));
        }
        if !input.peek(Ident::peek_any) {
            return Err(unexpected(&input.parse()?));
        }
        let index = Ident::parse_any(input)?;
        let mut fields = Vec::new();
        if input.peek(syn::token::Paren) {
            let list;
            syn::parenthesized!(list in input);
            fields = Punctuated::<Ident, Token![,]>::parse_terminated_with(&list, field)?
                .into_iter()
                .collect();
        }
        if !input.is_empty() {
            return Err(unexpected(&input.parse()?));
        }
        Ok(Self { krate, table, index, fields })
    }
}

const FORM: &str = "name the table, a dot, and the index, with its fields in parentheses";

fn missing(what: &str, after: Span) -> syn::Error {
    Mistake::at(after, format_args!("missing {what} in `index!`")).help(FORM).into()
}

fn unexpected(found: &TokenTree) -> syn::Error {
    Mistake::at(opening(found), "unexpected token in `index!`").help(FORM).into()
}

/// `Task::TasksByStatus(status)`, which has the index in the path.
fn in_path(table: &Path, found: &TokenTree) -> Option<syn::Error> {
    let mut path = table.clone();
    let TokenTree::Group(fields) = found else { return None };
    let index = path.segments.pop()?;
    path.segments.pop_punct()?;
    let whole = quote!(#table #found);
    let (path, index, fields) = (path_text(&path), index.ident, fields.stream());
    Some(
        Mistake::over(&whole, "expected a dot between the table and the index")
            .help(format_args!("write `{path}.{index}({fields})`"))
            .into(),
    )
}

/// The name of a field.
fn field(input: ParseStream<'_>) -> syn::Result<Ident> {
    if input.peek(Ident::peek_any) {
        return Ident::parse_any(input);
    }
    Err(Mistake::at(opening(&input.parse()?), "expected the name of a field").into())
}

/// The code of `index!`.
pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let Words { krate, table, index, fields } = match syn::parse2(tokens) {
        Ok(words) => words,
        Err(error) => return in_expression(&error.into_compile_error()),
    };
    let name = index.unraw().to_string();
    let names: Vec<String> = fields.iter().map(|field| field.unraw().to_string()).collect();
    // The name of the index comes first, and then its fields.
    let checks = [&index].into_iter().chain(&fields).enumerate().map(|(place, token)| {
        let arguments = quote!(__table, #name, __fields, #place);
        check_at(token.span(), &krate, "check_scan", arguments)
    });
    let row = checked_row(
        &krate,
        &table,
        &quote! {
            let __fields: &[&#krate::__private::str] = &[#(#names),*];
            #(#checks)*
        },
    );
    let types = fields.iter().rev().fold(
        quote!(#krate::__private::no_fields()),
        |more, field| quote!(#krate::__private::field(|__row| &__row.#field, #more)),
    );
    // All of the call is at the table, as in `checked_row`.
    let (first, last) = ends(&table);
    let [first, last] = [first, last].map(|place| krate.span().located_at(place));
    let (open, new) = (quote_spanned!(first=> <), quote_spanned!(last=> >::new));
    let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#name, #types));
    arguments.set_span(last);
    quote!(#open #krate::__private::TypedIndex<#row, _> #new #arguments)
}
