//! `update!(Task, key, status = Status::Done)`: the tokens, and the code.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Token, Type};

use crate::expand::{ends, spanned};
use crate::words::{Mistake, Mistakes};

/// The arguments of `update!`, after the path of the library.
struct Words {
    krate: Ident,
    table: Type,
    key: Expr,
    fields: Vec<(Ident, Option<Expr>)>,
    dialect: Option<Expr>,
}

impl Parse for Words {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate = input.parse()?;
        input.parse::<Token![;]>()?;
        let table: Type = if input.is_empty() {
            return Err(missing("table", "the struct of the table comes first"));
        } else {
            input.parse()?
        };
        comma(input, "key", "the key of the row comes after the table")?;
        let key = input.parse()?;
        comma(input, "field", "the fields to change come after the key")?;
        let mut fields = Vec::new();
        while !input.is_empty() && !input.peek(Token![;]) {
            fields.push(field(input)?);
            if input.is_empty() || input.peek(Token![;]) {
                break;
            }
            separator(input)?;
        }
        let dialect = if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            Some(dialect(input)?)
        } else {
            None
        };
        Ok(Self { krate, table, key, fields, dialect })
    }
}

/// The error at the end of the arguments, where there is no token to point at.
fn missing(what: &str, fact: &str) -> syn::Error {
    Mistake::at(Span::call_site(), format_args!("missing {what} in `update!`")).note(fact).into()
}

/// The comma before what is required.
fn comma(input: ParseStream<'_>, what: &str, fact: &str) -> syn::Result<()> {
    if !input.is_empty() && !input.peek(Token![;]) {
        separator(input)?;
    }
    if input.is_empty() || input.peek(Token![;]) { Err(missing(what, fact)) } else { Ok(()) }
}

/// A comma between two arguments.
fn separator(input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Token![,]) {
        return input.parse::<Token![,]>().map(drop);
    }
    let found: TokenTree = input.parse()?;
    Err(Mistake::at(opening(&found), "expected a comma in `update!`")
        .help("separate the table, the key and each change with commas")
        .into())
}

/// The first token of a group, or the token.
pub(crate) fn opening(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}

/// `status = Status::Done`, or `status` for the variable of that name.
fn field(input: ParseStream<'_>) -> syn::Result<(Ident, Option<Expr>)> {
    if input.peek(syn::token::Brace) {
        let found: TokenTree = input.parse()?;
        return Err(Mistake::at(opening(&found), "unexpected braces in `update!`")
            .help("write each change after a comma, without braces")
            .into());
    }
    if !input.peek(Ident::peek_any) {
        let found: Expr = input.parse()?;
        return Err(Mistake::over(&found, "expected the name of a field").into());
    }
    let name = Ident::parse_any(input)?;
    if input.is_empty() || input.peek(Token![,]) || input.peek(Token![;]) {
        return Ok((name, None));
    }
    if input.peek(Token![==]) || input.peek(Token![=>]) || !input.peek(Token![=]) {
        let found: TokenTree = input.parse()?;
        let what = format_args!("expected `=` after the field `{name}`");
        return Err(Mistake::at(opening(&found), what)
            .help("set values with an equals sign")
            .into());
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() {
        let what = format_args!("missing value of the field `{name}`");
        return Err(Mistake::at(name.span(), what).into());
    }
    Ok((name, Some(input.parse()?)))
}

/// `Dialect::PostgreSql`, which no name comes before.
fn dialect(input: ParseStream<'_>) -> syn::Result<Expr> {
    if input.peek(Ident::peek_any) && input.peek2(Token![=]) {
        let name = Ident::parse_any(input)?;
        return Err(Mistake::at(name.span(), "expected a `Dialect` after the semicolon")
            .help("write the dialect alone, or a change after a comma")
            .into());
    }
    input.parse()
}

/// The code of `update!`.
pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let words: Words = match syn::parse2(tokens) {
        Ok(words) => words,
        Err(error) => return in_expression(&error.into_compile_error()),
    };
    let Words { krate, table, key, fields, dialect } = words;
    let names: Vec<String> = fields.iter().map(|(name, _)| name.unraw().to_string()).collect();
    let mut mistakes = Mistakes::default();
    for (at, (name, _)) in fields.iter().enumerate() {
        if names[..at].contains(&names[at]) {
            mistakes.push(Mistake::at(name.span(), format_args!("`{}` is set twice", names[at])));
        }
    }
    if !mistakes.is_empty() {
        return in_expression(&mistakes.into_compile_errors());
    }
    let checks = fields.iter().zip(&names).map(|((field, _), name)| {
        check_at(field.span(), &krate, "check_update", quote!(__table, #name, __set))
    });
    let sets = fields.iter().zip(&names).map(|((field, value), name)| {
        let value = value.as_ref().map_or_else(|| quote!(#field), |value| quote!(#value));
        quote!(.field(#name, |__row| &__row.#field).set(#value))
    });
    let dialect = dialect.map_or_else(
        || quote!(#krate::__private::None),
        |dialect| quote!(#krate::__private::Some(#dialect)),
    );
    let (first, last) = ends(&table);
    let (open, close) = (quote_spanned!(first=> <), quote_spanned!(last=> >));
    let at = quote_spanned!(last=> ::at);
    let row = checked_row(
        &krate,
        &table,
        &quote! {
            let __set: &[&#krate::__private::str] = &[#(#names),*];
            #(#checks)*
        },
    );
    quote! {{
        use #krate::__private::NotOfColumn as _;
        #open #row as #krate::__private::Changed #close #at(#key, #dialect)
        #(#sets)*
        .done()
    }}
}

/// The call of a check about one token. The compiler underlines the name and the parentheses, if
/// nothing else is in the call.
pub(crate) fn check_at(
    place: Span,
    krate: &Ident,
    function: &str,
    arguments: TokenStream,
) -> TokenStream {
    let (function, check) =
        (Ident::new(function, krate.span()), Ident::new(&format!("__{function}"), place));
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(place);
    quote!({ use #krate::__private::#function as #check; #check #arguments; })
}

/// The table after these checks of `__table`, its definition.
///
/// It is named by way of its key: if it is not a table, the compiler reports that here, and knows
/// nothing about the row that it could add. All of the path is at the type, so that the compiler
/// takes what it asks there for the same. The type is an argument, as in the checks: if its name does
/// not resolve, the compiler has the same to propose for both, and reports one.
///
/// The checks are an argument, too: `cargo check` evaluates one, unlike a `const` block, and it
/// allows `Self`, unlike a constant item. It does not allow a type parameter. Then that is the
/// error, and the compiler asks nothing about a type with such an argument.
pub(crate) fn checked_row(
    krate: &Ident,
    table: &impl ToTokens,
    checks: &TokenStream,
) -> TokenStream {
    let (first, last) = ends(table);
    let close = quote_spanned!(last=> >);
    let mut here = krate.clone();
    here.set_span(krate.span().located_at(first));
    let checked = quote! {{
        use #krate::__private::NotOfTable as _;
        let __table = #krate::__private::TableOf::<#table>::TABLE;
        #checks
        true
    }};
    let argument = quote!(#here::__private::Checked<#table, #checked #close);
    let row = quote!(<<#argument as #krate::SpannerTable>::Key as #krate::TableKey>::Table);
    spanned(table, &row)
}

/// Several errors where an expression is expected.
pub(crate) fn in_expression(errors: &TokenStream) -> TokenStream {
    quote!({ #errors })
}
