//! Parses tokens into items (`name`, `name = value`, `name(...)`, `"literal"`), and items into the
//! arguments of one vocabulary.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Meta, MetaNameValue, Path};

use crate::words::{Mistake, Mistakes, Vocabulary};

/// The items in the parentheses of `owner`, which is an attribute or an argument.
pub(super) fn items(owner: &str, tokens: TokenStream, mistakes: &mut Mistakes) -> Vec<NestedMeta> {
    let mut items = Vec::new();
    // Items after an unreadable one are often part of it, as in `Parent<A, B>`, so only the first is
    // reported.
    let mut readable = true;
    for (chunk, comma) in split(flat(tokens)) {
        if chunk.is_empty() {
            if let Some(comma) = comma.filter(|_| readable) {
                mistakes.push(
                    Mistake::at(comma, format_args!("unexpected comma in `{owner}`"))
                        .help("remove the comma"),
                );
                readable = false;
            }
            continue;
        }
        match item.parse2(chunk.into_iter().collect()) {
            Ok((item, None)) => items.push(item),
            Ok((item, Some(rest))) => {
                if readable {
                    mistakes.push(left_over(&item, &rest));
                }
                readable = false;
            }
            Err(error) => {
                if readable {
                    mistakes.push(
                        Mistake::at(error.span(), format_args!("invalid syntax in `{owner}`"))
                            .help("separate arguments with commas and set values with `=`, as in `shard = 16`"),
                    );
                }
                readable = false;
            }
        }
    }
    items
}

fn item(input: ParseStream<'_>) -> syn::Result<(NestedMeta, Option<TokenTree>)> {
    let item = match input.parse()? {
        // Not an expression, as in `column = type`. The value's type reports it if it is wrong.
        NestedMeta::NameValueInvalidExpr(odd) => NestedMeta::Meta(Meta::NameValue(MetaNameValue {
            path: odd.path,
            eq_token: odd.eq_token,
            value: Expr::Verbatim(odd.value),
        })),
        item => item,
    };
    let rest: TokenStream = input.parse()?;
    Ok((item, rest.into_iter().next()))
}

fn left_over(item: &NestedMeta, rest: &TokenTree) -> Mistake {
    let found = match rest {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => String::from("`{`"),
            Delimiter::Bracket => String::from("`[`"),
            Delimiter::Parenthesis | Delimiter::None => String::from("`(`"),
        },
        other => format!("`{other}`"),
    };
    let after = match item {
        NestedMeta::Meta(meta) => path_text(meta.path()),
        other => other.to_token_stream().to_string(),
    };
    Mistake::at(rest.span(), format_args!("unexpected {found} after `{after}`")).help(match rest {
        TokenTree::Punct(punct) if punct.as_char() == '<' => {
            "write the path without generic arguments"
        }
        _ => "separate arguments with commas and set values with `=`, as in `shard = 16`",
    })
}

/// The tokens without the invisible groups that `macro_rules!` adds around its arguments.
fn flat(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|tree| match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => flat(group.stream()),
            TokenTree::Group(group) => {
                let mut same = Group::new(group.delimiter(), flat(group.stream()));
                same.set_span(group.span());
                TokenTree::Group(same).into()
            }
            other => other.into(),
        })
        .collect()
}

/// Splits at commas; each part comes with the comma that ends it.
fn split(tokens: TokenStream) -> Vec<(Vec<TokenTree>, Option<Span>)> {
    let mut chunks = Vec::new();
    let mut chunk = Vec::new();
    for tree in tokens {
        match &tree {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                chunks.push((std::mem::take(&mut chunk), Some(punct.span())));
            }
            _ => chunk.push(tree),
        }
    }
    if !chunk.is_empty() {
        chunks.push((chunk, None));
    }
    chunks
}

/// Reads the arguments of one vocabulary. Unknown and duplicate arguments are reported here, darling
/// reads the others.
pub(super) fn read<T: FromMeta>(
    vocabulary: &Vocabulary,
    items: Vec<NestedMeta>,
    mut mistakes: Mistakes,
) -> darling::Result<T> {
    let mut known: Vec<NestedMeta> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for item in items {
        match item {
            NestedMeta::Meta(mut meta) => {
                unraw(&mut meta);
                let word = path_text(meta.path());
                if !vocabulary.words.contains(&word.as_str()) {
                    mistakes.push(vocabulary.unknown(&word, meta.path().span()));
                } else if seen.contains(&word) {
                    mistakes.push(
                        Mistake::at(
                            meta.path().span(),
                            format_args!("duplicate argument `{word}` in `{}`", vocabulary.of),
                        )
                        .help("keep one of them"),
                    );
                } else {
                    seen.push(word);
                    known.push(NestedMeta::Meta(meta));
                }
            }
            other => mistakes.push(literal(vocabulary, &other)),
        }
    }
    let words = mistakes.take(T::from_list(&known));
    match words {
        Some(words) => mistakes.or(words),
        // `from_list` failed, so there is a mistake and this value is never used.
        None => mistakes.or(T::from_list(&[])?),
    }
}

fn literal(vocabulary: &Vocabulary, item: &NestedMeta) -> Mistake {
    let mistake = Mistake::at(
        item.span(),
        format_args!("expected an argument of `{}`, found a literal", vocabulary.of),
    );
    let bare = item.to_token_stream().to_string();
    let bare = bare.trim_matches('"');
    if vocabulary.words.contains(&bare) {
        mistake.help(format_args!("write `{bare}` without quotes"))
    } else {
        mistake.help(format_args!(
            "`{}` accepts {}",
            vocabulary.of,
            crate::words::list(vocabulary.words.iter().copied())
        ))
    }
}

fn unraw(meta: &mut Meta) {
    let path = match meta {
        Meta::Path(path) => path,
        Meta::List(list) => &mut list.path,
        Meta::NameValue(pair) => &mut pair.path,
    };
    for segment in &mut path.segments {
        segment.ident = segment.ident.unraw();
    }
}

/// A path without spaces: `a::b`.
pub(crate) fn path_text(path: &Path) -> String {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    format!("{}{}", if path.leading_colon.is_some() { "::" } else { "" }, names.join("::"))
}

/// The identifier, if the item is a single one.
pub(super) fn bare_ident(item: &NestedMeta) -> Option<&Ident> {
    match item {
        NestedMeta::Meta(Meta::Path(path)) => path.get_ident(),
        _ => None,
    }
}
