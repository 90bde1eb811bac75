//! Arguments with a list: `of(a, b)`, `columns(a, desc(b))`, `references(Other, b)`,
//! `skip_range(1, 10)`, and SQL for each dialect.

use darling::FromMeta;
use darling::ast::NestedMeta;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitStr, Meta, MetaList, Path, Token};

use super::items::{bare_ident, items, path_text, read};
use super::values::{Value, Written, assigned, integer, spot, text};
use crate::model::SqlText;
use crate::words::{Mistake, Mistakes, Vocabulary};

/// Field names: `of(a, b)`, `storing(c)`.
#[derive(Clone)]
pub(crate) struct Names(pub(crate) Vec<Ident>);

impl Value for Names {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        let list = parenthesized(meta, &word, "a, b")?;
        let mut mistakes = Mistakes::default();
        let names: Vec<_> = items(&word, list.tokens.clone(), &mut mistakes)
            .iter()
            .filter_map(|item| mistakes.take(field_name(item, &word)))
            .collect();
        if names.is_empty() && mistakes.is_empty() {
            mistakes.push(
                Mistake::at(
                    meta.path().span(),
                    format_args!("`{word}` requires at least one field"),
                )
                .help(format_args!("name the fields, as in `{word}(a, b)`, or remove `{word}`")),
            );
        }
        mistakes.or(Self(names))
    }
}

/// The columns of an index; `true` means descending.
#[derive(Clone)]
pub(crate) struct Columns(pub(crate) Vec<(Ident, bool)>);

impl Value for Columns {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let list = parenthesized(meta, "columns", "a, desc(b)")?;
        let mut mistakes = Mistakes::default();
        let columns: Vec<_> = items("columns", list.tokens.clone(), &mut mistakes)
            .iter()
            .filter_map(|item| mistakes.take(index_column(item)))
            .collect();
        if columns.is_empty() && mistakes.is_empty() {
            mistakes.push(
                Mistake::at(meta.path().span(), "`columns` requires at least one field")
                    .help("name the fields, as in `columns(a, desc(b))`"),
            );
        }
        mistakes.or(Self(columns))
    }
}

fn index_column(item: &NestedMeta) -> darling::Result<(Ident, bool)> {
    let NestedMeta::Meta(Meta::List(list)) = item else {
        return Ok((field_name(item, "columns")?, false));
    };
    if list.path.is_ident("asc") {
        return Err(Mistake::at(list.path.span(), "unknown argument `asc` in `columns`")
            .help("remove it: columns are ascending by default")
            .into());
    }
    if !list.path.is_ident("desc") {
        return Err(Mistake::at(
            list.path.span(),
            format_args!("unknown argument `{}` in `columns`", path_text(&list.path)),
        )
        .help("`columns` accepts field names and `desc(field)`")
        .into());
    }
    let mut mistakes = Mistakes::default();
    let inner = items("desc", list.tokens.clone(), &mut mistakes);
    mistakes.or(())?;
    match inner.as_slice() {
        [one] => Ok((field_name(one, "desc")?, true)),
        [] => Err(Mistake::at(list.path.span(), "`desc` requires a field")
            .help("name one field, as in `desc(placed_at)`")
            .into()),
        [_, second, ..] => Err(Mistake::at(second.span(), "`desc` accepts only one field")
            .help("write `desc` for each field, as in `columns(desc(a), desc(b))`")
            .into()),
    }
}

/// The other table of a foreign key, and the names of its fields.
#[derive(Clone)]
pub(crate) struct References {
    pub(crate) path: Path,
    pub(crate) fields: Vec<Ident>,
}

impl Value for References {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let list = parenthesized(meta, "references", "Other, id")?;
        let mut mistakes = Mistakes::default();
        let items = items("references", list.tokens.clone(), &mut mistakes);
        let path = items.first().and_then(|first| mistakes.take(type_path(first, "references")));
        let fields: Vec<_> = items
            .iter()
            .skip(1)
            .filter_map(|item| mistakes.take(field_name(item, "references")))
            .collect();
        if mistakes.is_empty() && fields.is_empty() {
            mistakes.push(match &path {
                Some(path) => {
                    let other = path_text(path);
                    Mistake::at(
                        path.span(),
                        format_args!("missing fields of `{other}` in `references`"),
                    )
                    .help(format_args!(
                        "name the referenced fields, as in `references({other}, id)`"
                    ))
                }
                None => Mistake::at(meta.path().span(), "missing table in `references`")
                    .help("name the other struct and its fields, as in `references(Other, id)`"),
            });
        }
        // Without a path there is a mistake, and this fallback is never used.
        mistakes.or(Self { path: path.unwrap_or_else(|| meta.path().clone()), fields })
    }
}

/// The table that an index is interleaved in.
impl Value for Path {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        let list = parenthesized(meta, &word, "Parent")?;
        let mut mistakes = Mistakes::default();
        let items = items(&word, list.tokens.clone(), &mut mistakes);
        mistakes.or(())?;
        match items.as_slice() {
            [one] => type_path(one, &word),
            [] => Err(Mistake::at(meta.path().span(), format_args!("missing table in `{word}`"))
                .help(format_args!("name an ancestor of this table, as in `{word}(Parent)`"))
                .into()),
            [_, second, ..] => {
                Err(Mistake::at(second.span(), format_args!("`{word}` accepts only one table"))
                    .help(format_args!("keep one, as in `{word}(Parent)`"))
                    .into())
            }
        }
    }
}

/// A range of values that a sequence skips.
#[derive(Clone, Copy)]
pub(crate) struct SkipRange(pub(crate) i64, pub(crate) i64);

impl Value for SkipRange {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let ends = parenthesized(meta, "skip_range", "1, 1_000_000")?;
        let help = "write the first and the last value to skip, as in `skip_range(1, 1_000_000)`";
        let numbers = Punctuated::<Expr, Token![,]>::parse_terminated
            .parse2(ends.tokens.clone())
            .unwrap_or_default();
        let numbers: Vec<_> = numbers
            .iter()
            .map(|value| integer(value).and_then(|number| i64::try_from(number).ok()))
            .collect();
        match numbers.as_slice() {
            [Some(first), Some(last)] if first <= last => Ok(Self(*first, *last)),
            [Some(first), Some(last)] => Err(Mistake::at(
                spot(meta),
                format_args!("`skip_range({first}, {last})` is an empty range"),
            )
            .help(format_args!("write the smaller value first: `skip_range({last}, {first})`"))
            .into()),
            _ => {
                Err(Mistake::at(spot(meta), "`skip_range` requires two integers").help(help).into())
            }
        }
    }
}

const DIALECTS: [&str; 2] = ["googlesql", "postgresql"];

/// SQL for both dialects, `default = "..."`, or for each of them, `default(googlesql = "...",
/// postgresql = "...")`.
pub(crate) struct Sql(pub(crate) SqlText);

#[derive(FromMeta)]
struct Dialects {
    googlesql: Option<Written<SqlLiteral>>,
    postgresql: Option<Written<SqlLiteral>>,
}

/// SQL that is not blank.
#[derive(Clone)]
pub(crate) struct SqlLiteral(pub(crate) LitStr);

impl Value for SqlLiteral {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        let Some(sql) = assigned(meta).and_then(text) else {
            return Err(Mistake::at(
                spot(meta),
                format_args!("expected a SQL string for `{word}`"),
            )
            .help(format_args!("write `{word} = \"{}\"`", example(&word)))
            .into());
        };
        not_blank(sql, &word).map(Self)
    }
}

/// The literal, or an error if it is blank.
pub(super) fn not_blank(sql: &LitStr, word: &str) -> darling::Result<LitStr> {
    if sql.value().trim().is_empty() {
        return Err(Mistake::at(sql.span(), format_args!("empty SQL in `{word}`"))
            .help(format_args!(
                "write an expression, for example `\"{}\"`, or remove `{word}`",
                example(word)
            ))
            .into());
    }
    Ok(sql.clone())
}

fn example(word: &str) -> &'static str {
    match word {
        "default" => "0",
        "generated" => "LOWER({email})",
        _ => "{total} >= 0",
    }
}

impl Value for Sql {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        match meta {
            Meta::List(list) => {
                let vocabulary = Vocabulary {
                    of: if word == "default" { "default" } else { "generated" },
                    words: &DIALECTS,
                    hints: &[],
                };
                let mut mistakes = Mistakes::default();
                let items = items(&word, list.tokens.clone(), &mut mistakes);
                if let ([NestedMeta::Lit(_)], true) = (items.as_slice(), mistakes.is_empty()) {
                    return Err(Mistake::at(
                        items[0].span(),
                        format_args!("expected `{word} = \"...\"`"),
                    )
                    .help(format_args!("write `{word} = {}`", items[0].to_token_stream()))
                    .into());
                }
                let read: Dialects = read(&vocabulary, items, mistakes)?;
                if read.googlesql.is_none() && read.postgresql.is_none() {
                    return Err(Mistake::at(
                        meta.path().span(),
                        format_args!("missing SQL in `{word}`"),
                    )
                    .help(format_args!(
                        "write `{word} = \"{}\"`, or set `googlesql` and `postgresql`",
                        example(&word)
                    ))
                    .into());
                }
                let literal = |word: Option<Written<SqlLiteral>>| word.map(|word| word.value.0);
                Ok(Self(SqlText {
                    googlesql: literal(read.googlesql),
                    postgresql: literal(read.postgresql),
                }))
            }
            _ => SqlLiteral::read(meta).map(|SqlLiteral(sql)| {
                Self(SqlText { googlesql: Some(sql.clone()), postgresql: Some(sql) })
            }),
        }
    }
}

/// The list in `word(...)`, or an error that shows the syntax.
fn parenthesized<'a>(meta: &'a Meta, word: &str, example: &str) -> darling::Result<&'a MetaList> {
    match meta {
        Meta::List(list) => Ok(list),
        _ => Err(Mistake::at(spot(meta), format_args!("expected `{word}(...)`"))
            .help(format_args!("write `{word}({example})`"))
            .into()),
    }
}

/// The field name that this item must be.
fn field_name(item: &NestedMeta, word: &str) -> darling::Result<Ident> {
    if let Some(name) = bare_ident(item) {
        return Ok(name.clone());
    }
    let mistake = Mistake::at(item.span(), format_args!("expected a field name in `{word}`"));
    Err(match item {
        NestedMeta::Lit(syn::Lit::Str(text)) if text.parse::<Ident>().is_ok() => {
            mistake.help(format_args!("write `{}` without quotes", text.value()))
        }
        NestedMeta::Meta(Meta::List(list)) if list.path.is_ident("desc") => {
            mistake.note("only index columns have a sort order").help("remove `desc`")
        }
        _ => mistake.help(match word {
            "references" => String::from(
                "name the other struct, then its fields, as in `references(Other, id)`",
            ),
            "desc" => String::from("name one field, as in `desc(placed_at)`"),
            _ => format!("name fields of the struct, as in `{word}(a, b)`"),
        }),
    }
    .into())
}

/// The path of a table struct that this item must be.
pub(super) fn type_path(item: &NestedMeta, word: &str) -> darling::Result<Path> {
    match item {
        NestedMeta::Meta(Meta::Path(path)) => Ok(path.clone()),
        other => {
            let mistake = Mistake::at(
                other.span(),
                format_args!("expected the path of a table struct in `{word}`"),
            );
            Err(match other {
                NestedMeta::Lit(syn::Lit::Str(text))
                    if text.parse_with(Path::parse_mod_style).is_ok() =>
                {
                    mistake.help(format_args!("write `{}` without quotes", text.value()))
                }
                _ => mistake.help(format_args!(
                    "name the struct first, as in `{word}(Customer)` or `{word}(models::Customer)`"
                )),
            }
            .into())
        }
    }
}
