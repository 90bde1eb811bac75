//! Parses tokens into items (`name`, `name = value`, `name(...)`, `"literal"`), and items into the
//! arguments of one vocabulary.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lit, Meta, MetaNameValue, Path};

use crate::words::{Mistake, Mistakes, Vocabulary};

const COMMAS: &str = "separate arguments with commas, and set values with an equals sign";

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
        match item.parse2(chunk.iter().cloned().collect()) {
            Ok((item, None)) => items.push(item),
            Ok((item, Some((rest, more)))) => {
                if readable {
                    mistakes.push(left_over(owner, &item, &rest, more));
                }
                readable = false;
            }
            Err(_) => {
                if readable {
                    let help = match chunk.as_slice() {
                        // `-name`.
                        [TokenTree::Punct(_), TokenTree::Ident(name)] if owner == "columns" => {
                            format!("write `desc({name})`, or only `{name}`")
                        }
                        _ => String::from(COMMAS),
                    };
                    mistakes.push(
                        Mistake::at(unreadable(chunk), format_args!("invalid syntax in `{owner}`"))
                            .help(help),
                    );
                }
                readable = false;
            }
        }
    }
    items
}

/// The first token that cannot be parsed. An item that ends too early has none, so its last token is used.
fn unreadable(mut chunk: Vec<TokenTree>) -> Span {
    let last = chunk.last().map_or_else(Span::call_site, |last| match last {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    });
    // Something that no item begins or continues with.
    let mut end = Punct::new(';', Spacing::Alone);
    end.set_span(last);
    chunk.push(TokenTree::Punct(end));
    item.parse2(chunk.into_iter().collect()).map_or_else(|error| error.span(), |_| last)
}

/// An item, and what comes after it where a comma should be.
type Item = (NestedMeta, Option<(TokenTree, TokenStream)>);

fn item(input: ParseStream<'_>) -> syn::Result<Item> {
    let item = match input.parse()? {
        // Not an expression, as in `column = type`. The value's type reports it if it is wrong.
        NestedMeta::NameValueInvalidExpr(odd) => NestedMeta::Meta(Meta::NameValue(MetaNameValue {
            path: odd.path,
            eq_token: odd.eq_token,
            value: Expr::Verbatim(odd.value),
        })),
        item => item,
    };
    let mut rest = input.parse::<TokenStream>()?.into_iter();
    Ok((item, rest.next().map(|first| (first, rest.collect()))))
}

fn left_over(owner: &str, item: &NestedMeta, rest: &TokenTree, more: TokenStream) -> Mistake {
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
    let mistake = Mistake::at(rest.span(), format_args!("unexpected {found} after `{after}`"));
    let next = more.into_iter().next();
    let is = |token: Option<&TokenTree>, word: &str| matches!(token, Some(TokenTree::Ident(name)) if name.to_string().eq_ignore_ascii_case(word));
    let is_mark = |mark: char| matches!(rest, TokenTree::Punct(punct) if punct.as_char() == mark);
    match (owner, rest, &next) {
        _ if is_mark('<') => mistake.help("remove the generic arguments"),
        ("columns" | "desc", ..) if is(Some(rest), "asc") => {
            mistake.help(format_args!("remove `{rest}`: columns are ascending by default"))
        }
        // `name DESC`, `name.desc()`, `name: desc`.
        ("columns", ..)
            if is(Some(rest), "desc")
                || (is_mark('.') || is_mark(':')) && is(next.as_ref(), "desc") =>
        {
            mistake.help(format_args!("write `desc({after})`"))
        }
        // `desc name`.
        ("columns", TokenTree::Ident(name), _) if after == "desc" => {
            mistake.help(format_args!("write `desc({name})`"))
        }
        // `Customer.customer_id`.
        ("references", _, Some(TokenTree::Ident(field))) if is_mark('.') => {
            mistake.help(format_args!("write `references({after}, {field})`"))
        }
        // `Customer.customer_id`.
        ("interleave", ..) if is_mark('.') => mistake.help(format_args!("write `{after}`")),
        // `shard 16`, `shard: 16`.
        (_, TokenTree::Literal(value), _) if is_path(item) => {
            mistake.help(format_args!("write `{after} = {value}`"))
        }
        (_, _, Some(TokenTree::Literal(value))) if is_path(item) && is_mark(':') => {
            mistake.help(format_args!("write `{after} = {value}`"))
        }
        _ => mistake.help(COMMAS),
    }
}

fn is_path(item: &NestedMeta) -> bool {
    matches!(item, NestedMeta::Meta(Meta::Path(_)))
}

/// The tokens without the invisible groups that `macro_rules!` adds around its arguments.
fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut trees = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                trees.extend(flat(group.stream()));
            }
            TokenTree::Group(group) if has_groups(group.stream()) => {
                let inner = flat(group.stream()).into_iter().collect();
                let mut same = Group::new(group.delimiter(), inner);
                same.set_span(group.span());
                trees.push(TokenTree::Group(same));
            }
            other => trees.push(other),
        }
    }
    trees
}

fn has_groups(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| matches!(tree, TokenTree::Group(_)))
}

/// Splits at commas; each part comes with the comma that ends it.
fn split(tokens: Vec<TokenTree>) -> Vec<(Vec<TokenTree>, Option<Span>)> {
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
    let mut has_literal = false;
    let present: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            NestedMeta::Meta(meta) => Some(path_text(meta.path())),
            _ => None,
        })
        .collect();
    for item in items {
        match item {
            NestedMeta::Meta(mut meta) => {
                unraw(&mut meta);
                let word = path_text(meta.path());
                if !vocabulary.words.contains(&word.as_str()) {
                    mistakes.push(vocabulary.unknown(&word, &meta, &present));
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
            // The others are most likely the same mistake.
            other if has_literal => drop(other),
            other => {
                has_literal = true;
                mistakes.push(literal(vocabulary, &other));
            }
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
    } else if matches!(item, NestedMeta::Lit(Lit::Str(_)))
        && ["table", "column"].contains(&vocabulary.of)
    {
        mistake.help(format_args!("write `name = \"{bare}\"`"))
    } else {
        mistake.help(format_args!("`{}` accepts {}", vocabulary.of, vocabulary.words.join(", ")))
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
