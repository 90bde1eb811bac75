//! The attributes of the struct: `table`, `interleave`, `index`, `foreign_key`, `check` and `ttl`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned;
use syn::{Field, Ident, Lit, LitStr, Meta, Path};

use super::items::{bare_ident, items, path_text, read};
use super::lists::{
    Attributes, Columns, Derives, Names, Options, References, SqlLiteral, not_blank, type_path,
};
use super::names::AttributeName;
use super::values::{
    ColumnCase, CratePath, Days, FieldName, Flag, Reason, TypeName, Written, integer, name, text,
    waivers,
};
use super::{bare, meant};
use crate::model::{Dialect, OnDelete, SqlText, Waiver};
use crate::words::{Mistake, Mistakes, OR_ELSE, Vocabulary};

const TABLE: Vocabulary = Vocabulary {
    of: "table",
    words: &[
        "name", "schema", "renamed_from", "rename_all", "dialect", "new", "key", "new_derive",
        "key_derive", "new_attr", "key_attr", "options", "crate",
    ],
    hints: &[
        ("rename", "did you mean `name`?"),
        ("table", "did you mean `name`?"),
        ("derive", "did you mean `new_derive`?"),
        ("attr", "did you mean `new_attr`?"),
        ("primary_key", "mark each key field separately"),
        ("interleave", "`interleave` is a separate attribute"),
        ("parent", "a separate attribute, interleave, names the parent"),
        ("index", "`index` is a separate attribute"),
        ("foreign_key", "`foreign_key` is a separate attribute"),
        (
            "check",
            "remove `check`, and add `#[check(<value>)]`\u{1}`check` is a separate attribute",
        ),
        ("ttl", "`ttl` is a separate attribute"),
    ],
};

/// The arguments of `table`.
pub(super) const ARGUMENTS: &[&str] = TABLE.words;

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct TableWords {
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) schema: Option<Written<LitStr>>,
    pub(crate) renamed_from: Option<Written<LitStr>>,
    pub(crate) rename_all: Option<Written<ColumnCase>>,
    pub(crate) dialect: Option<Written<Dialect>>,
    /// The names of the generated types.
    #[darling(rename = "new")]
    pub(crate) new_name: Option<Written<TypeName>>,
    #[darling(rename = "key")]
    pub(crate) key_name: Option<Written<TypeName>>,
    pub(crate) new_derive: Option<Written<Derives>>,
    pub(crate) key_derive: Option<Written<Derives>>,
    pub(crate) new_attr: Option<Written<Attributes>>,
    pub(crate) key_attr: Option<Written<Attributes>>,
    pub(crate) options: Option<Written<Options>>,
    // `krate` reads it, because a stand-in needs it even if another argument is invalid.
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

pub(super) fn table(tokens: TokenStream) -> darling::Result<TableWords> {
    let mut mistakes = Mistakes::default();
    let items = items("table", tokens, &mut mistakes);
    read(&TABLE, items, mistakes)
}

/// Only what concerns the generated types, if another argument is invalid: other code uses them.
pub(super) fn names_in_table(tokens: TokenStream) -> TableWords {
    fn find<T: FromMeta>(items: &[NestedMeta], word: &str) -> Option<T> {
        items.iter().find_map(|item| match item {
            NestedMeta::Meta(meta) if meta.path().is_ident(word) => T::from_meta(meta).ok(),
            _ => None,
        })
    }
    let items = items("table", tokens, &mut Mistakes::default());
    TableWords {
        new_name: find(&items, "new"),
        key_name: find(&items, "key"),
        new_derive: find(&items, "new_derive"),
        key_derive: find(&items, "key_derive"),
        ..TableWords::default()
    }
}

/// Whether one of these identifiers is among the tokens, perhaps in a group. Reading the arguments costs
/// more.
fn names(tokens: &TokenStream, words: &[&str]) -> bool {
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => words.iter().any(|word| ident == word),
        TokenTree::Group(group) => names(&group.stream(), words),
        _ => false,
    })
}

/// The fields of the key, if it is an argument of `table`.
pub(super) fn key_in_table(tokens: TokenStream) -> Option<Vec<String>> {
    if !names(&tokens, &["primary_key", "key"]) {
        return None;
    }
    let items = items("table", tokens, &mut Mistakes::default());
    items.iter().find_map(|item| match item {
        NestedMeta::Meta(Meta::List(list))
            if list.path.is_ident("primary_key") || list.path.is_ident("key") =>
        {
            Some(meant::words(list.tokens.clone()))
        }
        NestedMeta::Meta(Meta::NameValue(pair))
            if pair.path.is_ident("primary_key") || pair.path.is_ident("key") =>
        {
            Some(meant::words(pair.value.to_token_stream()))
        }
        _ => None,
    })
}

/// The parent, if it is an argument of `table`.
pub(super) fn parent_in_table(tokens: TokenStream) -> Option<TokenStream> {
    if !names(&tokens, &["interleave", "parent"]) {
        return None;
    }
    let items = items("table", tokens, &mut Mistakes::default());
    items.iter().find_map(|item| match item {
        NestedMeta::Meta(meta)
            if meta.path().is_ident("interleave") || meta.path().is_ident("parent") =>
        {
            Some(meta.to_token_stream())
        }
        _ => None,
    })
}

const INTERLEAVE: Vocabulary = Vocabulary {
    of: "interleave",
    words: &["on_delete"],
    hints: &[
        ("cascade", "write `on_delete = cascade`"),
        ("no_action", "write `on_delete = no_action`, or remove `no_action`: this is the default"),
        ("delete", "did you mean `on_delete`?"),
    ],
};

pub(crate) struct InterleaveWords {
    pub(crate) parent: Path,
    pub(crate) on_delete: Option<Written<OnDelete>>,
}

#[derive(FromMeta)]
struct InterleaveRest {
    on_delete: Option<Written<OnDelete>>,
}

/// The parent, if only the other arguments are unreadable.
pub(super) fn readable_parent(tokens: TokenStream) -> Option<InterleaveWords> {
    let first: TokenStream = tokens
        .into_iter()
        .take_while(|token| !matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','))
        .collect();
    if matches!(first.clone().into_iter().next(), Some(TokenTree::Ident(word)) if word == "on_delete")
    {
        return None;
    }
    let parent = syn::parse2::<Path>(first.clone())
        .ok()
        .or_else(|| other_spelling(first.clone()))
        .or_else(|| before_a_missing_comma(first))?;
    let is_plain = parent.segments.iter().all(|segment| segment.arguments.is_none());
    is_plain.then_some(InterleaveWords { parent, on_delete: None })
}

/// The parent in `Customer on_delete = cascade`.
fn before_a_missing_comma(tokens: TokenStream) -> Option<Path> {
    let path = |input: ParseStream<'_>| {
        let path = input.call(Path::parse_mod_style)?;
        input.parse::<Ident>()?;
        input.parse::<TokenStream>()?;
        Ok(path)
    };
    path.parse2(tokens).ok()
}

/// The parent in `parent = Customer`, `in Customer`, `parent(Customer)`, `Customer(customer_id)` or
/// `"Customer"`.
fn other_spelling(tokens: TokenStream) -> Option<Path> {
    let mut tokens = tokens.into_iter().peekable();
    match tokens.next()? {
        // Most likely the name of a table, not of a struct, if it is a plural.
        TokenTree::Literal(text) => {
            let name = text.to_string();
            let name = name.trim_matches('"');
            syn::parse_str(name).ok().filter(|_| !name.ends_with('s'))
        }
        TokenTree::Ident(first) => match tokens.peek()? {
            // `Customer(customer_id)`, `Customer.customer_id`.
            TokenTree::Group(_) | TokenTree::Punct(_)
                if crate::words::is_type(&first.to_string()) =>
            {
                Some(first.into())
            }
            TokenTree::Group(group) => syn::parse2(group.stream()).ok(),
            TokenTree::Punct(mark) if mark.as_char() == '=' => {
                syn::parse2(tokens.skip(1).collect()).ok()
            }
            _ => syn::parse2(tokens.collect()).ok(),
        },
        _ => None,
    }
}

/// The help for an attribute of the struct that is on a field: how it reads there.
pub(super) fn moved(name: AttributeName, field: &Ident, tokens: &TokenStream) -> String {
    let items = items(name.name(), tokens.clone(), &mut Mistakes::default());
    let first = items.first().and_then(bare_ident);
    if let (AttributeName::Table, [NestedMeta::Meta(Meta::List(list))]) = (name, &items[..])
        && list.path.is_ident("key")
    {
        return format!("remove `table`, and write `#[key({})]`", list.tokens);
    }
    let written = match name {
        AttributeName::Interleave if !items.is_empty() => {
            return format!(
                "remove `interleave`, and write `#[interleave({tokens})]` on the struct, and `#[key(parent)]` here"
            );
        }
        AttributeName::Index => {
            let unique = if has(&items, "unique") { ", unique" } else { "" };
            let name = first.filter(|name| *name != "unique");
            name.map(|name| format!("index({name}, columns({field}){unique})"))
        }
        AttributeName::Ttl => {
            items.iter().find_map(days).map(|days| format!("ttl(column = {field}, days = {days})"))
        }
        AttributeName::ForeignKey => items.iter().find_map(|item| match item {
            NestedMeta::Meta(Meta::List(list)) if list.path.is_ident("references") => {
                Some(format!("foreign_key(columns({field}), references({}))", list.tokens))
            }
            _ => None,
        }),
        AttributeName::Check | AttributeName::Table if !items.is_empty() => {
            Some(format!("{name}({tokens})"))
        }
        _ => None,
    };
    match written {
        Some(written) => format!("remove `{name}`, and write `#[{written}]` on the struct"),
        None => String::from("move it to the struct and name the fields there"),
    }
}

/// A number of days, wherever it is.
fn days(item: &NestedMeta) -> Option<String> {
    let number = match item {
        NestedMeta::Lit(Lit::Int(number)) => number.base10_digits().to_owned(),
        NestedMeta::Meta(Meta::NameValue(pair)) => integer(&pair.value)?.to_string(),
        _ => return None,
    };
    Some(number)
}

pub(super) fn interleave(word: Span, tokens: TokenStream) -> darling::Result<InterleaveWords> {
    let mut mistakes = Mistakes::default();
    let mut items = items("interleave", tokens, &mut mistakes);
    let first = positional(&mut items, &INTERLEAVE);
    if first.is_none() && mistakes.is_empty() {
        mistakes.push(
            Mistake::at(word, "missing parent in `interleave`")
                .help("name the parent's struct first"),
        );
    }
    let parent = first.and_then(|first| mistakes.take(type_path(&first, "interleave")));
    let InterleaveRest { on_delete } = read(&INTERLEAVE, items, mistakes)?;
    // Without a parent there is a mistake, and `read` has returned it.
    parent
        .map(|parent| InterleaveWords { parent, on_delete })
        .ok_or_else(|| unread(word, "interleave"))
}

const INDEX: Vocabulary = Vocabulary {
    of: "index",
    words: &[
        "columns", "storing", "unique", "null_filtered", "keep_nulls", "not_null", "options",
        "interleave", "spread", "allow_hotspot",
    ],
    hints: &[
        ("name", "begin with the name, without quotes"),
        ("on", "did you mean `columns`?"),
        ("include", "did you mean `storing`?"),
        ("covering", "did you mean `storing`?"),
        ("store", "did you mean `storing`?"),
        ("using", "remove `using`: Spanner has one kind of index"),
        ("desc", "`desc` belongs around a field in the list of columns"),
        ("parent", "did you mean `interleave`?"),
        (
            "where",
            "remove `where`, and add `null_filtered` to exclude rows with NULL from the index",
        ),
    ],
};

pub(crate) struct IndexWords {
    pub(crate) name: Ident,
    pub(crate) columns: Columns,
    pub(crate) rest: IndexRest,
}

#[derive(FromMeta)]
pub(crate) struct IndexRest {
    columns: Option<Written<Columns>>,
    pub(crate) storing: Option<Written<Names>>,
    pub(crate) unique: Option<Flag>,
    pub(crate) null_filtered: Option<Flag>,
    pub(crate) keep_nulls: Option<Flag>,
    pub(crate) not_null: Option<Written<Names>>,
    pub(crate) options: Option<Written<Options>>,
    pub(crate) interleave: Option<Written<Path>>,
    pub(crate) spread: Option<Written<Reason>>,
    pub(crate) allow_hotspot: Option<Written<Reason>>,
}

impl IndexRest {
    /// `spread` and `allow_hotspot`.
    pub(crate) fn waivers(&self) -> Vec<Waiver> {
        waivers(self.spread.as_ref(), self.allow_hotspot.as_ref())
    }
}

pub(super) fn index(word: Span, tokens: TokenStream) -> darling::Result<IndexWords> {
    let mut mistakes = Mistakes::default();
    let written = tokens.to_string();
    let mut items = items("index", tokens, &mut mistakes);
    // An unreadable item could be the name.
    let unread_before = !mistakes.is_empty();
    let name = match index_name(word, &mut items, &written) {
        Err(_) if unread_before => None,
        found => mistakes.take(found),
    };
    if let Some(name) = name.as_ref().filter(|_| !has(&items, "columns") && mistakes.is_empty())
        && let Some(mistake) = bare::columns(name, &items, &INDEX)
    {
        return Err(mistake.into());
    }
    if !has(&items, "columns") && !has_unknown(&items, &INDEX) && mistakes.is_empty() {
        mistakes.push(
            Mistake::at(word, "missing `columns` in `index`")
                .help(format_args!("add `columns(<column>)`{OR_ELSE}name the indexed fields"))
                .page_of("index-columns"),
        );
    }
    let mut rest: IndexRest = read(&INDEX, items, mistakes)?;
    match (name, rest.columns.take()) {
        (Some(name), Some(columns)) => Ok(IndexWords { name, columns: columns.value, rest }),
        _ => Err(unread(word, "index")),
    }
}

/// `OrderByStatus`, for the help of an index without a name.
fn by_columns(items: &[NestedMeta]) -> String {
    let columns = items.iter().find_map(|item| match item {
        NestedMeta::Meta(Meta::List(list)) if list.path.is_ident("columns") => {
            Some(list.tokens.clone())
        }
        _ => None,
    });
    let first = columns.into_iter().flatten().find_map(|token| match token {
        TokenTree::Ident(name) if name != "desc" => Some(name.unraw().to_string()),
        TokenTree::Group(group) => group.stream().into_iter().next().map(|name| name.to_string()),
        _ => None,
    });
    let pascal = first
        .filter(|name| name.is_ascii())
        .map(|name| ident_case::RenameRule::PascalCase.apply_to_field(name.trim_matches('_')));
    format!("<Struct>By{}", pascal.unwrap_or_default())
}

fn index_name(word: Span, items: &mut Vec<NestedMeta>, written: &str) -> darling::Result<Ident> {
    if let Some(first) = positional(items, &INDEX) {
        if let Some(name) = bare_ident(&first) {
            return Ok(name.unraw());
        }
        let mistake = Mistake::at(first.span(), "expected an index name");
        return Err(match &first {
            NestedMeta::Lit(Lit::Str(text)) if text.parse::<Ident>().is_ok() => {
                mistake.help(format_args!("write `{}` without quotes", text.value()))
            }
            NestedMeta::Meta(Meta::NameValue(pair)) if pair.path.is_ident("name") => {
                match text(&pair.value).filter(|text| text.parse::<Ident>().is_ok()) {
                    Some(text) => mistake.help(format_args!("write `{}`", text.value())),
                    None => mistake.help("begin with the name of the index"),
                }
            }
            _ => mistake.help("begin with the name of the index"),
        }
        .into());
    }
    // Removed, so that a misplaced name is not reported as an unknown argument, too.
    let assigned = items.iter().position(
        |item| matches!(item, NestedMeta::Meta(Meta::NameValue(pair)) if pair.path.is_ident("name")),
    );
    if let Some(NestedMeta::Meta(Meta::NameValue(pair))) = assigned.map(|at| items.remove(at)) {
        let mistake = Mistake::at(pair.path.span(), "the index name must come first");
        let text = text(&pair.value).and_then(|text| text.parse::<Ident>().ok());
        return Err(match text.or_else(|| name(&pair.value)) {
            Some(name) => mistake
                .help(format_args!("write `#[index({name}{})]`", bare::further(items.iter()))),
            None => mistake.help("begin with the name, without quotes"),
        }
        .into());
    }
    let late = items.iter().position(|item| {
        bare_ident(item).is_some_and(|name| !INDEX.words.contains(&name.to_string().as_str()))
    });
    Err(match late.map(|at| items.remove(at)) {
        Some(name) => Mistake::at(name.span(), "the index name must come first")
            .help("move it before the other arguments of `index`"),
        None => Mistake::at(word, "missing name in `index`").help(if items.is_empty() {
            String::from("write a name, and the indexed fields")
        } else {
            format!(
                "write `#[index({}, {})]`",
                by_columns(items),
                written.replace(" (", "(").replace(" ,", ",")
            )
        }),
    }
    .into())
}

const FOREIGN_KEY: Vocabulary = Vocabulary {
    of: "foreign_key",
    words: &["columns", "references", "name", "on_delete", "spread", "allow_hotspot"],
    hints: &[
        ("column", "did you mean `columns`?"),
        ("to", "did you mean `references`?"),
        ("table", "name the other struct and its fields with references"),
        ("not_enforced", "write `on_delete = unchecked`"),
        ("cascade", "write `on_delete = cascade`"),
        ("on_update", "remove `on_update`: Spanner does not support actions on update"),
    ],
};

pub(crate) struct ForeignKeyWords {
    /// The argument `references`, where a mismatch is reported.
    pub(crate) references_word: Span,
    pub(crate) columns: Vec<Ident>,
    pub(crate) references: References,
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) on_delete: Option<Written<OnDelete>>,
    pub(crate) spread: Option<Written<Reason>>,
    pub(crate) allow_hotspot: Option<Written<Reason>>,
}

impl ForeignKeyWords {
    /// `spread` and `allow_hotspot`.
    pub(crate) fn waivers(&self) -> Vec<Waiver> {
        waivers(self.spread.as_ref(), self.allow_hotspot.as_ref())
    }
}

#[derive(FromMeta)]
struct ForeignKeyRest {
    columns: Option<Written<Names>>,
    references: Option<Written<References>>,
    name: Option<Written<LitStr>>,
    on_delete: Option<Written<OnDelete>>,
    spread: Option<Written<Reason>>,
    allow_hotspot: Option<Written<Reason>>,
}

pub(super) fn foreign_key(word: Span, tokens: TokenStream) -> darling::Result<ForeignKeyWords> {
    let mut mistakes = Mistakes::default();
    let items = items("foreign_key", tokens, &mut mistakes);
    let mistake = bare::foreign_key(&items, &FOREIGN_KEY).filter(|_| mistakes.is_empty());
    if let Some(mistake) = mistake {
        return Err(mistake.into());
    }
    let missing: Vec<_> =
        ["columns", "references"].into_iter().filter(|word| !has(&items, word)).collect();
    if let ([first, ..], false, true) =
        (missing.as_slice(), has_unknown(&items, &FOREIGN_KEY), mistakes.is_empty())
    {
        let what =
            if missing.len() == 2 { "`columns` and `references`" } else { &format!("`{first}`") };
        mistakes.push(
            Mistake::at(word, format_args!("missing {what} in `foreign_key`"))
                .help("name the fields of this struct, and the other struct with its fields"),
        );
    }
    let rest: ForeignKeyRest = read(&FOREIGN_KEY, items, mistakes)?;
    match (rest.columns, rest.references) {
        (Some(columns), Some(references)) => Ok(ForeignKeyWords {
            references_word: references.word,
            columns: columns.value.0,
            references: references.value,
            name: rest.name,
            on_delete: rest.on_delete,
            spread: rest.spread,
            allow_hotspot: rest.allow_hotspot,
        }),
        _ => Err(unread(word, "foreign_key")),
    }
}

const CHECK: Vocabulary = Vocabulary {
    of: "check",
    words: &["googlesql", "postgresql", "name"],
    hints: &[("sql", "write `<value>`\u{1}write the SQL first, in quotes")],
};

pub(crate) struct CheckWords {
    pub(crate) sql: SqlText,
    pub(crate) name: Option<Written<LitStr>>,
}

#[derive(FromMeta)]
struct CheckRest {
    googlesql: Option<Written<SqlLiteral>>,
    postgresql: Option<Written<SqlLiteral>>,
    name: Option<Written<LitStr>>,
}

/// SQL without quotes as text, with the names of fields in braces.
fn with_braces(fields: &[&Field], tokens: TokenStream) -> String {
    let is_field = |name: &Ident| fields.iter().any(|field| field.ident.as_ref() == Some(name));
    let text: String = tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(name) if is_field(&name) => format!("{{{name}}} "),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                format!("({}) ", with_braces(fields, group.stream()))
            }
            TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint => mark.to_string(),
            other => format!("{other} "),
        })
        .collect();
    text.trim_end().replace(" (", "(").replace(" ,", ",")
}

/// The start of SQL without quotes. Read as arguments, it would give confusing errors.
fn bare_sql(tokens: &TokenStream) -> Option<Span> {
    let mut tokens = tokens.clone().into_iter();
    let first = tokens.next()?;
    let is_argument = match &first {
        TokenTree::Literal(_) => true,
        TokenTree::Group(group) => group.delimiter() == Delimiter::None,
        TokenTree::Punct(_) => false,
        TokenTree::Ident(name) => {
            let assigned = matches!(tokens.next(), Some(TokenTree::Punct(equals)) if equals.as_char() == '=' && equals.spacing() == Spacing::Alone);
            assigned || CHECK.words.iter().any(|word| name == word)
        }
    };
    (!is_argument).then(|| first.span())
}

pub(super) fn check(
    word: Span,
    fields: &[&Field],
    tokens: TokenStream,
) -> darling::Result<CheckWords> {
    if let Some(first) = bare_sql(&tokens) {
        return Err(Mistake::at(first, "expected a SQL string for `check`")
            .help({
                let quoted = LitStr::new(&with_braces(fields, tokens), first).to_token_stream();
                format!("write `#[check({quoted})]`")
            })
            .into());
    }
    let mut mistakes = Mistakes::default();
    let mut items = items("check", tokens, &mut mistakes);
    let leads = matches!(items.first(), Some(NestedMeta::Lit(_)));
    let both = match leads.then(|| items.remove(0)) {
        Some(NestedMeta::Lit(Lit::Str(sql))) => mistakes.take(not_blank(&sql, "check")),
        Some(other) => {
            mistakes.push(
                Mistake::at(other.span(), "expected a SQL string for `check`")
                    .help("write the SQL first, in quotes"),
            );
            None
        }
        None => {
            if items
                .iter()
                .all(|item| matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident("name")))
                && mistakes.is_empty()
            {
                mistakes.push(Mistake::at(word, "missing SQL in `check`").help(format_args!(
                    "write `#[check(\"{{<column>}} IS NOT NULL\")]`, or another condition\
                             {OR_ELSE}write a condition in quotes"
                )));
            }
            None
        }
    };
    let duplicate = if leads {
        items.iter().find(|item| {
            has(std::slice::from_ref(*item), "googlesql")
                || has(std::slice::from_ref(*item), "postgresql")
        })
    } else {
        None
    };
    if let Some(duplicate) = duplicate {
        mistakes.push(
            Mistake::at(duplicate.span(), "duplicate SQL in `check`")
                .help("give one string for both dialects, or one for each"),
        );
    }
    let rest: CheckRest = read(&CHECK, items, mistakes)?;
    let literal = |word: Option<Written<SqlLiteral>>| word.map(|word| word.value.0);
    let sql = match both {
        Some(sql) => SqlText { googlesql: Some(sql.clone()), postgresql: Some(sql) },
        None => {
            SqlText { googlesql: literal(rest.googlesql), postgresql: literal(rest.postgresql) }
        }
    };
    Ok(CheckWords { sql, name: rest.name })
}

const TTL: Vocabulary = Vocabulary {
    of: "ttl",
    words: &["column", "days"],
    hints: &[
        ("field", "did you mean `column`?"),
        ("hours", "write whole days: `days = 1`"),
        ("interval", "write whole days: `days = 30`"),
    ],
};

pub(crate) struct TtlWords {
    pub(crate) column: Ident,
    pub(crate) days: u32,
}

#[derive(FromMeta)]
struct TtlRest {
    column: Option<Written<FieldName>>,
    days: Option<Written<Days>>,
}

pub(super) fn ttl(word: Span, tokens: TokenStream) -> darling::Result<TtlWords> {
    let mut mistakes = Mistakes::default();
    let items = items("ttl", tokens, &mut mistakes);
    let mistake = bare::ttl(&items, &TTL).filter(|_| mistakes.is_empty());
    if let Some(mistake) = mistake {
        return Err(mistake.into());
    }
    let missing = ["column", "days"].into_iter().find(|word| !has(&items, word));
    if let (Some(missing), false, true) = (missing, has_unknown(&items, &TTL), mistakes.is_empty())
    {
        mistakes.push(Mistake::at(word, format_args!("missing `{missing}` in `ttl`")).help(
            if missing == "days" {
                "add `days = 30`, or the number of days to keep a row after that time"
            } else {
                "name a timestamp field"
            },
        ));
    }
    let rest: TtlRest = read(&TTL, items, mistakes)?;
    match (rest.column, rest.days) {
        (Some(column), Some(days)) => Ok(TtlWords { column: column.value.0, days: days.value.0 }),
        _ => Err(unread(word, "ttl")),
    }
}

/// Removes and returns the first item if it is not an argument of the vocabulary.
fn positional(items: &mut Vec<NestedMeta>, vocabulary: &Vocabulary) -> Option<NestedMeta> {
    has_unknown(items.get(..1)?, vocabulary).then(|| items.remove(0))
}

/// Whether an item is not an argument of the vocabulary. It is reported as unknown and may be a typo,
/// so nothing is reported as missing then.
fn has_unknown(items: &[NestedMeta], vocabulary: &Vocabulary) -> bool {
    items.iter().any(|item| !matches!(item, NestedMeta::Meta(meta) if vocabulary.words.contains(&path_text(meta.path()).as_str())))
}

pub(super) fn has(items: &[NestedMeta], word: &str) -> bool {
    items.iter().any(|item| matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident(word)))
}

/// Never shown: if something is missing, `read` has returned that mistake already.
fn unread(word: Span, attribute: &str) -> darling::Error {
    Mistake::at(word, format_args!("invalid `{attribute}`")).into()
}

/// The path in `crate = ...`, even if other arguments are invalid.
pub(super) fn krate(owner: &str, tokens: TokenStream) -> Option<TokenStream> {
    if !names(&tokens, &["crate"]) {
        return None;
    }
    items(owner, tokens, &mut Mistakes::default()).iter().find_map(|item| match item {
        NestedMeta::Meta(meta @ Meta::NameValue(_)) if meta.path().is_ident("crate") => {
            Written::<CratePath>::from_meta(meta).ok().map(|path| path.value.0)
        }
        _ => None,
    })
}
