//! From tokens to items (`word`, `word = value`, `word(…)`, `"literal"`), and from items to the
//! words of one vocabulary.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Meta, MetaNameValue, Path};

use crate::words::{Mistake, Mistakes, Vocabulary};

/// The items between the parentheses of an attribute or a word; `owner` names it in errors.
pub(super) fn items(owner: &str, tokens: TokenStream, mistakes: &mut Mistakes) -> Vec<NestedMeta> {
    let mut items = Vec::new();
    // What follows an unreadable item is often its rest, as in `Parent<A, B>`: one mistake, one
    // error.
    let mut readable = true;
    for (chunk, comma) in split(flat(tokens)) {
        if chunk.is_empty() {
            if let Some(comma) = comma.filter(|_| readable) {
                mistakes.push(
                    Mistake::at(
                        comma,
                        format_args!("nothing stands before this comma in `{owner}`"),
                    )
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
                        Mistake::at(error.span(), format_args!("`{owner}` cannot be read from here"))
                            .help("separate words with commas, and give a value with `=`, as in `shard = 16`"),
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
        // Not an expression, as in `column = type`: let the value decide.
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
        TokenTree::Group(_) => String::from("this"),
        other => format!("`{other}`"),
    };
    let after = match item {
        NestedMeta::Meta(meta) => path_text(meta.path()),
        other => other.to_token_stream().to_string(),
    };
    Mistake::at(rest.span(), format_args!("{found} does not belong after `{after}`")).help(
        match rest {
            TokenTree::Punct(punct) if punct.as_char() == '<' => {
                "write the path alone, without generic arguments"
            }
            _ => "separate words with commas, and give a value with `=`, as in `shard = 16`",
        },
    )
}

/// The same tokens without the invisible brackets that `macro_rules!` puts round what it passes on.
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

/// The runs between commas, each with the comma that ends it.
fn split(tokens: TokenStream) -> Vec<(Vec<TokenTree>, Option<Span>)> {
    let mut chunks = Vec::new();
    let mut chunk = Vec::new();
    for tree in tokens {
        match &tree {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                chunks.push((std::mem::take(&mut chunk), Some(punct.span())))
            }
            _ => chunk.push(tree),
        }
    }
    if !chunk.is_empty() {
        chunks.push((chunk, None));
    }
    chunks
}

/// Reads the words of one vocabulary: unknown and repeated ones are reported here, the rest goes to
/// darling.
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
                            format_args!("`{word}` is written twice in `{}`", vocabulary.of),
                        )
                        .help("keep one of them"),
                    );
                } else {
                    seen.push(word);
                    known.push(NestedMeta::Meta(meta));
                }
            }
            other => mistakes.push(no_word(vocabulary, &other)),
        }
    }
    let words = mistakes.take(T::from_list(&known));
    match words {
        Some(words) => mistakes.or(words),
        // `from_list` failed, so there is a mistake; the default is never seen.
        None => mistakes.or(T::from_list(&[])?),
    }
}

fn no_word(vocabulary: &Vocabulary, item: &NestedMeta) -> Mistake {
    let mistake =
        Mistake::at(item.span(), format_args!("`{}` takes words, not values", vocabulary.of));
    let bare = item.to_token_stream().to_string();
    let bare = bare.trim_matches('"');
    if vocabulary.words.contains(&bare) {
        mistake.help(format_args!("write `{bare}` without quotes"))
    } else {
        mistake.help(format_args!(
            "`{}` takes {}",
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

/// A path as one would say it: `a::b`.
pub(crate) fn path_text(path: &Path) -> String {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    format!("{}{}", if path.leading_colon.is_some() { "::" } else { "" }, names.join("::"))
}

/// The one identifier that this item is, if it is one.
pub(super) fn bare_ident(item: &NestedMeta) -> Option<&Ident> {
    match item {
        NestedMeta::Meta(Meta::Path(path)) => path.get_ident(),
        _ => None,
    }
}
