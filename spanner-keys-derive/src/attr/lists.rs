//! Arguments with a list: `of(a, b)`, `columns(a, desc(b))`, `references(Other, b)`,
//! `skip_range(1, 10)`, and SQL for each dialect.

use darling::FromMeta;
use darling::ast::NestedMeta;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitStr, Meta, MetaList, Path, Token, Type};

use super::items::{bare_ident, items, path_text, read};
use super::values::{Value, Written, assigned, integer, spot, text};
use crate::model::SqlText;
use crate::words::{Mistake, Mistakes, OR_ELSE, Vocabulary, is_type, names_in, nearest};

/// Field names: `of(a, b)`, `storing(c)`.
#[derive(Clone)]
pub(crate) struct Names(pub(crate) Vec<Ident>);

impl Value for Names {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        let list = parenthesized(meta, &word, "the fields")?;
        let mut mistakes = Mistakes::default();
        let names: Vec<_> =
            one_mistake(&items(&word, list.tokens.clone(), &mut mistakes), &mut mistakes, |item| {
                field_name(item, &word)
            });
        if names.is_empty() && mistakes.is_empty() {
            mistakes.push(
                Mistake::at(
                    meta.path().span(),
                    format_args!("`{word}` requires at least one field"),
                )
                .help(if word == "of" {
                    format!("write `of(<input>)`{OR_ELSE}name the fields to hash")
                } else {
                    String::from("name the fields")
                }),
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
        let list = parenthesized(meta, "columns", "the fields")?;
        let mut mistakes = Mistakes::default();
        let columns: Vec<_> = one_mistake(
            &items("columns", list.tokens.clone(), &mut mistakes),
            &mut mistakes,
            index_column,
        );
        if columns.is_empty() && mistakes.is_empty() {
            mistakes.push(
                Mistake::at(meta.path().span(), "`columns` requires at least one field")
                    .help(format_args!("write `columns(<column>)`{OR_ELSE}name the fields")),
            );
        }
        mistakes.or(Self(columns))
    }
}

/// Reads each item. If one is not readable, the others most likely have the same mistake.
fn one_mistake<T>(
    items: &[NestedMeta],
    mistakes: &mut Mistakes,
    read: impl Fn(&NestedMeta) -> darling::Result<T>,
) -> Vec<T> {
    match items.iter().map(read).collect() {
        Ok(all) => all,
        Err(first) => {
            mistakes.take::<()>(Err(first));
            Vec::new()
        }
    }
}

/// The field in `name = desc`, `name(desc)`, or `"name DESC"`.
fn descending(item: &NestedMeta) -> Option<String> {
    let is_desc = |text: &str| ["desc", "descending"].contains(&text.to_lowercase().as_str());
    match item {
        NestedMeta::Meta(Meta::NameValue(pair)) => {
            let value = pair.value.to_token_stream().into_iter().last()?;
            is_desc(&value.to_string()).then(|| path_text(&pair.path))
        }
        NestedMeta::Meta(Meta::List(list)) => {
            is_desc(&list.tokens.to_string()).then(|| path_text(&list.path))
        }
        NestedMeta::Lit(syn::Lit::Str(text)) => {
            let text = text.value();
            let (name, order) = text.trim().split_once(' ')?;
            (is_desc(order.trim()) && syn::parse_str::<Ident>(name).is_ok())
                .then(|| name.to_owned())
        }
        NestedMeta::Meta(Meta::Path(_))
        | NestedMeta::Lit(_)
        | NestedMeta::NameValueInvalidExpr(_) => None,
    }
}

fn index_column(item: &NestedMeta) -> darling::Result<(Ident, bool)> {
    if let Some(name) = descending(item) {
        return Err(Mistake::at(item.span(), "expected a field name in `columns`")
            .help(format_args!("write `desc({name})`"))
            .into());
    }
    let NestedMeta::Meta(Meta::List(list)) = item else {
        return Ok((field_name(item, "columns")?, false));
    };
    if list.path.is_ident("asc") {
        let mistake = Mistake::at(list.path.span(), "unknown argument `asc` in `columns`");
        return Err(mistake
            .help(format_args!("write `{}`: columns are ascending by default", list.tokens))
            .into());
    }
    if !list.path.is_ident("desc") {
        return Err(Mistake::at(
            list.path.span(),
            format_args!("unknown argument `{}` in `columns`", path_text(&list.path)),
        )
        .help(match nearest(&path_text(&list.path), ["desc", "descending"].into_iter()) {
            Some(_) => format!("did you mean `desc({})`?", list.tokens),
            None => String::from("name a field"),
        })
        .into());
    }
    let mut mistakes = Mistakes::default();
    let inner = items("desc", list.tokens.clone(), &mut mistakes);
    mistakes.or(())?;
    match inner.as_slice() {
        [one] => Ok((field_name(one, "desc")?, true)),
        [] => Err(Mistake::at(list.path.span(), "`desc` requires a field")
            .help("name the field that is sorted in descending order")
            .into()),
        several => Err(Mistake::at(list.path.span(), "`desc` accepts only one field")
            .help({
                let each = several.iter().map(|field| format!("desc({})", field.to_token_stream()));
                format!("write `{}`", each.collect::<Vec<_>>().join(", "))
            })
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
        let list = parenthesized(meta, "references", "the other struct and its fields")?;
        let mut mistakes = Mistakes::default();
        let items = items("references", list.tokens.clone(), &mut mistakes);
        let in_quotes = |item: &NestedMeta| match item {
            NestedMeta::Lit(syn::Lit::Str(text)) => text.parse::<Path>().is_ok(),
            _ => false,
        };
        if items.len() > 1 && items.iter().all(in_quotes) {
            let names = list.tokens.to_string().replace('"', "").replace(" ,", ",");
            return Err(Mistake::at(
                items[0].span(),
                "expected names without quotes in `references`",
            )
            .help(format_args!("write `references({names})`"))
            .into());
        }
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
                    .help(match split_field(path) {
                        Some((table, field)) => format!("write `references({table}, {field})`"),
                        None => format!("name the referenced fields after `{other}`"),
                    })
                }
                None => Mistake::at(meta.path().span(), "missing table in `references`")
                    .help("name the other struct and its fields"),
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
        let list = parenthesized(meta, &word, "an ancestor of this table")?;
        let mut mistakes = Mistakes::default();
        let items = items(&word, list.tokens.clone(), &mut mistakes);
        mistakes.or(())?;
        match items.as_slice() {
            [one] => type_path(one, &word),
            [] => Err(Mistake::at(meta.path().span(), format_args!("missing table in `{word}`"))
                .help("name an ancestor of this table")
                .into()),
            [_, second, ..] => {
                Err(Mistake::at(second.span(), format_args!("`{word}` accepts only one table"))
                    .help("keep one of them")
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
            .page_of("counter")
            .into()),
            _ => {
                Err(Mistake::at(spot(meta), "`skip_range` requires two integers").help(help).into())
            }
        }
    }
}

/// Options as SQL: `options(locality_group = "'cold'")`.
#[derive(Clone)]
pub(crate) struct Options(pub(crate) Vec<(String, LitStr)>);

impl Value for Options {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let list = parenthesized(meta, "options", "locality_group = \"'cold'\"")?;
        let mut mistakes = Mistakes::default();
        let mut options: Vec<(String, LitStr)> = Vec::new();
        for item in items("options", list.tokens.clone(), &mut mistakes) {
            let NestedMeta::Meta(meta) = &item else {
                mistakes.push(
                    Mistake::at(item.span(), "expected the name of an option")
                        .help("write `options(locality_group = \"'cold'\")`"),
                );
                continue;
            };
            let name = path_text(meta.path());
            if name == "allow_commit_timestamp" {
                mistakes.push(
                    Mistake::at(
                        meta.path().span(),
                        "`allow_commit_timestamp` has its own argument",
                    )
                    .help("write `#[column(commit_timestamp)]` on the field"),
                );
            } else if options.iter().any(|(other, _)| *other == name) {
                mistakes.push(
                    Mistake::at(meta.path().span(), format_args!("duplicate option `{name}`"))
                        .help("keep one of them"),
                );
            } else if let Some(SqlLiteral(sql)) = mistakes.take(SqlLiteral::read(meta)) {
                options.push((name, sql));
            }
        }
        if options.is_empty() && mistakes.is_empty() {
            mistakes.push(
                Mistake::at(meta.path().span(), "`options` requires at least one option")
                    .help("write `options(locality_group = \"'cold'\")`, or remove `options`"),
            );
        }
        mistakes.or(Self(options))
    }
}

/// Derives of a generated type: `key_derive(Copy, Ord)`.
#[derive(Clone)]
pub(crate) struct Derives(pub(crate) Vec<Path>);

impl Value for Derives {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        let derive = |item: &NestedMeta| match item {
            NestedMeta::Meta(Meta::Path(path)) => Ok(path.clone()),
            other => {
                let mistake = Mistake::at(
                    other.span(),
                    format_args!("expected the name of a derive in `{word}`"),
                );
                Err(match other {
                    NestedMeta::Lit(syn::Lit::Str(text)) if text.parse::<Path>().is_ok() => {
                        mistake.help(format_args!("write `{}` without quotes", text.value()))
                    }
                    _ => mistake.help("name derives, separated by commas"),
                }
                .into())
            }
        };
        list_of(meta, "the derives", derive).map(Self)
    }
}

/// Attributes of a generated type: `new_attr(serde(deny_unknown_fields))`.
#[derive(Clone)]
pub(crate) struct Attributes(pub(crate) Vec<Meta>);

impl Value for Attributes {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        let attribute = |item: &NestedMeta| match item {
            NestedMeta::Meta(meta) => Ok(meta.clone()),
            other => {
                Err(Mistake::at(other.span(), format_args!("expected an attribute in `{word}`"))
                    .help("name attributes, separated by commas")
                    .into())
            }
        };
        list_of(meta, "the attributes", attribute).map(Self)
    }
}

/// The items of a list that is not empty.
fn list_of<T>(
    meta: &Meta,
    what: &str,
    read: impl Fn(&NestedMeta) -> darling::Result<T>,
) -> darling::Result<Vec<T>> {
    let word = path_text(meta.path());
    let list = parenthesized(meta, &word, what)?;
    let mut mistakes = Mistakes::default();
    let items = items(&word, list.tokens.clone(), &mut mistakes);
    let all = one_mistake(&items, &mut mistakes, read);
    if items.is_empty() && mistakes.is_empty() {
        mistakes.push(
            Mistake::at(meta.path().span(), format_args!("`{word}` is empty"))
                .help(format_args!("remove `{word}`")),
        );
    }
    mistakes.or(all)
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
            .help(match assigned(meta).map(|value| value.to_token_stream().to_string()) {
                Some(bare) if !bare.is_empty() => {
                    format!("write `{word} = \"{}\"`", bare.replace('"', "\\\""))
                }
                _ => format!(
                    "write `{word} = \"{}\"`{OR_ELSE}write the SQL in quotes",
                    example(&word)
                ),
            })
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
                "write an expression, for example `{}\"{}\"`, or remove `{word}`{OR_ELSE}\
                 write an expression, or remove `{word}`",
                if word == "check" { String::new() } else { format!("{word} = ") },
                example(word)
            ))
            .into());
    }
    Ok(sql.clone())
}

fn example(word: &str) -> &'static str {
    match word {
        "default" => "0",
        "generated" => "{<column>}",
        "sql_type" => "TOKENLIST",
        "on_update" => "PENDING_COMMIT_TIMESTAMP()",
        "check" | "googlesql" | "postgresql" => "{<column>} IS NOT NULL",
        _ => "'cold'",
    }
}

impl Value for Sql {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        match meta {
            Meta::List(list) => {
                let vocabulary = Vocabulary {
                    of: match word.as_str() {
                        "default" => "default",
                        "sql_type" => "sql_type",
                        "on_update" => "on_update",
                        _ => "generated",
                    },
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
                        "write `{word} = \"{}\"`{OR_ELSE}write SQL for both dialects, or for each",
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
            .help(match names_in(assigned(meta)) {
                _ if word == "skip_range" => format!("write `{word}({example})`"),
                names if names.is_empty() || word == "references" && names.len() == 1 => {
                    format!("name {example} in parentheses")
                }
                names => format!("write `{word}({})`", names.join(", ")),
            })
            .into()),
    }
}

/// `Customer::customer_id` as a table and its field, if the names look like it.
fn split_field(path: &Path) -> Option<(String, String)> {
    let text = path_text(path);
    let (table, field) = text.rsplit_once("::")?;
    let is_field = field.starts_with(|first: char| first.is_lowercase());
    is_field.then(|| (table.to_owned(), field.to_owned()))
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
        NestedMeta::Meta(Meta::List(list)) if list.path.is_ident("desc") => mistake
            .note("only index columns have a sort order")
            .help(format_args!("write `{}`", list.tokens)),
        NestedMeta::Meta(Meta::Path(path)) => match split_field(path) {
            Some((_, field)) => mistake.help(format_args!("write `{field}`")),
            None => mistake.help("write the name alone"),
        },
        _ => mistake.help(match word {
            "references" => "name the other struct, then its fields",
            _ => "name fields of the struct",
        }),
    }
    .into())
}

/// The path of a table struct that this item must be.
pub(super) fn type_path(item: &NestedMeta, word: &str) -> darling::Result<Path> {
    match item {
        // A keyword can name an argument, but not a type.
        NestedMeta::Meta(Meta::Path(path))
            if syn::parse2::<Type>(path.to_token_stream()).is_ok() =>
        {
            Ok(path.clone())
        }
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
                // `references(Customer(customer_id))`.
                NestedMeta::Meta(Meta::List(list)) if word == "references" => mistake.help(
                    format_args!("write `references({}, {})`", path_text(&list.path), list.tokens),
                ),
                // `interleave(Customer(customer_id))`.
                NestedMeta::Meta(Meta::List(list)) => {
                    match syn::parse2::<Path>(list.tokens.clone()) {
                        Ok(path) if !is_type(&path_text(&list.path)) => {
                            mistake.help(format_args!("write `{}`", path_text(&path)))
                        }
                        _ => mistake.help(format_args!("write `{}`", path_text(&list.path))),
                    }
                }
                // `interleave(parent = Customer)`.
                NestedMeta::Meta(Meta::NameValue(pair)) if matches!(pair.value, Expr::Path(_)) => {
                    let path = pair.value.to_token_stream().to_string().replace(' ', "");
                    mistake.help(format_args!("write `{path}`"))
                }
                _ => mistake.help("name the struct by its path"),
            }
            .into())
        }
    }
}
