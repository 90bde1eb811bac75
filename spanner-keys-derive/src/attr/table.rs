//! The attributes of the struct: `table`, `interleave`, `index`, `foreign_key`, `check` and `ttl`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Lit, LitStr, Meta, Path};

use super::items::{bare_ident, items, path_text, read};
use super::lists::{Columns, Names, References, SqlLiteral, not_blank, type_path};
use super::values::{ColumnCase, CratePath, Days, FieldName, Flag, OnDelete, Reason, Written};
use crate::model::SqlText;
use crate::words::{Mistake, Mistakes, Vocabulary};

const TABLE: Vocabulary = Vocabulary {
    of: "table",
    words: &["name", "schema", "rename_all", "crate"],
    hints: &[
        ("rename", "did you mean `name`?"),
        ("key", "the key is said on its fields: `#[key]`"),
        ("primary_key", "the key is said on its fields: `#[key]`"),
        ("interleave", "`interleave` stands alone: `#[interleave(Parent)]`"),
        ("parent", "the parent is said apart: `#[interleave(Parent)]`"),
        ("index", "`index` stands alone: `#[index(Name, columns(field))]`"),
        (
            "foreign_key",
            "`foreign_key` stands alone: `#[foreign_key(columns(field), references(Other, field))]`",
        ),
        ("check", "`check` stands alone: `#[check(\"{total} >= 0\")]`"),
        ("ttl", "`ttl` stands alone: `#[ttl(column = expires_at, days = 30)]`"),
    ],
};

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct TableWords {
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) schema: Option<Written<LitStr>>,
    pub(crate) rename_all: Option<Written<ColumnCase>>,
    // Read apart, because a stand-in needs it even where another word is wrong.
    #[darling(rename = "crate")]
    _krate: Option<Written<CratePath>>,
}

pub(super) fn table(tokens: TokenStream) -> darling::Result<TableWords> {
    let mut mistakes = Mistakes::default();
    let items = items("table", tokens, &mut mistakes);
    read(&TABLE, items, mistakes)
}

const INTERLEAVE: Vocabulary = Vocabulary {
    of: "interleave",
    words: &["on_delete"],
    hints: &[
        ("cascade", "write `on_delete = cascade`"),
        ("no_action", "write `on_delete = no_action`, or leave it out: that is the default"),
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

/// The parent alone, where the other words cannot be read.
pub(super) fn readable_parent(tokens: TokenStream) -> Option<InterleaveWords> {
    let first = tokens
        .into_iter()
        .take_while(|token| !matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','));
    let parent = syn::parse2::<Path>(first.collect()).ok()?;
    Some(InterleaveWords { parent, on_delete: None })
}

pub(super) fn interleave(word: Span, tokens: TokenStream) -> darling::Result<InterleaveWords> {
    let mut mistakes = Mistakes::default();
    let mut items = items("interleave", tokens, &mut mistakes);
    let first = positional(&mut items, &INTERLEAVE);
    if first.is_none() && mistakes.is_empty() {
        mistakes.push(
            Mistake::at(word, "`interleave` names no parent")
                .help("name the parent's struct first, as in `interleave(Customer)`"),
        );
    }
    let parent = first.and_then(|first| mistakes.take(type_path(&first, "interleave")));
    let InterleaveRest { on_delete } = read(&INTERLEAVE, items, mistakes)?;
    // Without a parent there was a mistake, and `read` has returned it.
    parent
        .map(|parent| InterleaveWords { parent, on_delete })
        .ok_or_else(|| unread(word, "interleave"))
}

const INDEX: Vocabulary = Vocabulary {
    of: "index",
    words: &["columns", "storing", "unique", "null_filtered", "interleave", "allow_hotspot"],
    hints: &[
        ("name", "the name comes first, without quotes: `index(ByStatus, columns(status))`"),
        ("on", "did you mean `columns`?"),
        ("include", "did you mean `storing`?"),
        ("desc", "`desc` stands inside `columns`, as in `columns(desc(placed_at))`"),
        ("parent", "did you mean `interleave`?"),
        ("where", "write `null_filtered` to leave rows with NULL out of the index"),
        (
            "spread",
            "an index takes `allow_hotspot = \"why\"` only; it is spread by what its columns hold",
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
    pub(crate) interleave: Option<Written<Path>>,
    pub(crate) allow_hotspot: Option<Written<Reason>>,
}

pub(super) fn index(word: Span, tokens: TokenStream) -> darling::Result<IndexWords> {
    let mut mistakes = Mistakes::default();
    let mut items = items("index", tokens, &mut mistakes);
    // What could not be read may have been the name.
    let unread_before = !mistakes.is_empty();
    let name = match index_name(word, &mut items) {
        Err(_) if unread_before => None,
        found => mistakes.take(found),
    };
    if !has(&items, "columns") && !misspelt(&items, &INDEX) && mistakes.is_empty() {
        mistakes.push(
            Mistake::at(word, "`index` needs columns")
                .help("name the indexed fields, as in `columns(status, desc(placed_at))`"),
        );
    }
    let mut rest: IndexRest = read(&INDEX, items, mistakes)?;
    match (name, rest.columns.take()) {
        (Some(name), Some(columns)) => Ok(IndexWords { name, columns: columns.value, rest }),
        _ => Err(unread(word, "index")),
    }
}

fn index_name(word: Span, items: &mut Vec<NestedMeta>) -> darling::Result<Ident> {
    if let Some(first) = positional(items, &INDEX) {
        if let Some(name) = bare_ident(&first) {
            return Ok(name.unraw());
        }
        let mistake = Mistake::at(first.span(), "`index` needs its name first");
        return Err(match &first {
            NestedMeta::Lit(Lit::Str(text)) if text.parse::<Ident>().is_ok() => {
                mistake.help(format_args!("write `{}` without quotes", text.value()))
            }
            _ => mistake
                .help("write the index's name in SQL, as in `index(ByStatus, columns(status))`"),
        }
        .into());
    }
    // A name in the wrong place is not an unknown word as well.
    let late = items.iter().position(|item| {
        bare_ident(item).is_some_and(|name| !INDEX.words.contains(&name.to_string().as_str()))
    });
    Err(match late.map(|at| items.remove(at)) {
        Some(name) => Mistake::at(name.span(), "the name of an index comes first")
            .help("move it before the other words of `index`"),
        None => Mistake::at(word, "`index` has no name")
            .help("write the index's name in SQL first, as in `index(ByStatus, columns(status))`"),
    }
    .into())
}

const FOREIGN_KEY: Vocabulary = Vocabulary {
    of: "foreign_key",
    words: &["columns", "references", "name", "on_delete"],
    hints: &[
        ("column", "did you mean `columns`?"),
        ("to", "did you mean `references`?"),
        ("table", "did you mean `references`?"),
        ("cascade", "write `on_delete = cascade`"),
        ("on_update", "remove it: Spanner has no action on update"),
    ],
};

pub(crate) struct ForeignKeyWords {
    /// The word `references`, where a mismatch is reported.
    pub(crate) references_word: Span,
    pub(crate) columns: Vec<Ident>,
    pub(crate) references: References,
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) on_delete: Option<Written<OnDelete>>,
}

#[derive(FromMeta)]
struct ForeignKeyRest {
    columns: Option<Written<Names>>,
    references: Option<Written<References>>,
    name: Option<Written<LitStr>>,
    on_delete: Option<Written<OnDelete>>,
}

pub(super) fn foreign_key(word: Span, tokens: TokenStream) -> darling::Result<ForeignKeyWords> {
    let mut mistakes = Mistakes::default();
    let items = items("foreign_key", tokens, &mut mistakes);
    let missing: Vec<_> =
        ["columns", "references"].into_iter().filter(|word| !has(&items, word)).collect();
    if let ([first, ..], false, true) =
        (missing.as_slice(), misspelt(&items, &FOREIGN_KEY), mistakes.is_empty())
    {
        let what =
            if missing.len() == 2 { "`columns` and `references`" } else { &format!("`{first}`") };
        mistakes.push(
            Mistake::at(word, format_args!("`foreign_key` needs {what}"))
                .help("write both sides, as in `foreign_key(columns(customer_id), references(Customer, customer_id))`"),
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
        }),
        _ => Err(unread(word, "foreign_key")),
    }
}

const CHECK: Vocabulary = Vocabulary {
    of: "check",
    words: &["googlesql", "postgresql", "name"],
    hints: &[("sql", "write the SQL first, as in `check(\"{total} >= 0\")`")],
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

/// Where SQL without quotes begins: read as words it would give no error that helps.
fn bare_sql(tokens: &TokenStream) -> Option<Span> {
    let mut tokens = tokens.clone().into_iter();
    let first = tokens.next()?;
    let is_word = match &first {
        TokenTree::Literal(_) => true,
        TokenTree::Group(group) => group.delimiter() == Delimiter::None,
        TokenTree::Punct(_) => false,
        TokenTree::Ident(name) => {
            let assigned = matches!(tokens.next(), Some(TokenTree::Punct(equals)) if equals.as_char() == '=' && equals.spacing() == Spacing::Alone);
            assigned || CHECK.words.iter().any(|word| name == word)
        }
    };
    (!is_word).then(|| first.span())
}

pub(super) fn check(word: Span, tokens: TokenStream) -> darling::Result<CheckWords> {
    if let Some(first) = bare_sql(&tokens) {
        return Err(Mistake::at(first, "`check` needs SQL in quotes")
            .help("write it first, as in `check(\"{total} >= 0\")`")
            .into());
    }
    let mut mistakes = Mistakes::default();
    let mut items = items("check", tokens, &mut mistakes);
    let leads = matches!(items.first(), Some(NestedMeta::Lit(_)));
    let both = match leads.then(|| items.remove(0)) {
        Some(NestedMeta::Lit(Lit::Str(sql))) => mistakes.take(not_blank(&sql, "check")),
        Some(other) => {
            mistakes.push(
                Mistake::at(other.span(), "`check` needs SQL in quotes")
                    .help("write it first, as in `check(\"{total} >= 0\")`"),
            );
            None
        }
        None => {
            if items
                .iter()
                .all(|item| matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident("name")))
                && mistakes.is_empty()
            {
                mistakes.push(
                    Mistake::at(word, "`check` has no SQL")
                        .help("write it first, as in `check(\"{total} >= 0\")`"),
                );
            }
            None
        }
    };
    let twice = if leads {
        items.iter().find(|item| {
            has(std::slice::from_ref(*item), "googlesql")
                || has(std::slice::from_ref(*item), "postgresql")
        })
    } else {
        None
    };
    if let Some(twice) = twice {
        mistakes.push(
            Mistake::at(twice.span(), "`check` has SQL for both dialects already")
                .help("give one text alone, or one for each of `googlesql` and `postgresql`"),
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
        ("hours", "rows expire after whole days: `days = 1`"),
        ("interval", "rows expire after whole days: `days = 30`"),
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
    let missing = ["column", "days"].into_iter().find(|word| !has(&items, word));
    if let (Some(missing), false, true) = (missing, misspelt(&items, &TTL), mistakes.is_empty()) {
        mistakes.push(
            Mistake::at(word, format_args!("`ttl` needs `{missing}`"))
                .help("say which time counts and how long a row stays, as in `ttl(column = expires_at, days = 30)`"),
        );
    }
    let rest: TtlRest = read(&TTL, items, mistakes)?;
    match (rest.column, rest.days) {
        (Some(column), Some(days)) => Ok(TtlWords { column: column.value.0, days: days.value.0 }),
        _ => Err(unread(word, "ttl")),
    }
}

/// Takes the first item if it is none of the vocabulary's words.
fn positional(items: &mut Vec<NestedMeta>, vocabulary: &Vocabulary) -> Option<NestedMeta> {
    misspelt(items.get(..1)?, vocabulary).then(|| items.remove(0))
}

/// Whether an item is none of the vocabulary's words. It is reported as unknown; no other word is
/// then reported as missing too.
fn misspelt(items: &[NestedMeta], vocabulary: &Vocabulary) -> bool {
    items.iter().any(|item| !matches!(item, NestedMeta::Meta(meta) if vocabulary.words.contains(&path_text(meta.path()).as_str())))
}

fn has(items: &[NestedMeta], word: &str) -> bool {
    items.iter().any(|item| matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident(word)))
}

/// Never seen: a part is missing only where `read` has already returned the mistake.
fn unread(word: Span, attribute: &str) -> darling::Error {
    Mistake::at(word, format_args!("`{attribute}` cannot be read")).into()
}

/// The path in `crate = …`, from whatever can be read.
pub(super) fn krate(owner: &str, tokens: TokenStream) -> Option<TokenStream> {
    items(owner, tokens, &mut Mistakes::default()).iter().find_map(|item| match item {
        NestedMeta::Meta(meta @ Meta::NameValue(_)) if meta.path().is_ident("crate") => {
            Written::<CratePath>::from_meta(meta).ok().map(|path| path.value.0)
        }
        _ => None,
    })
}
