//! The attributes of the struct: `table`, `interleave`, `index`, `foreign_key`, `check` and `ttl`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Lit, LitStr, Meta, Path};

use super::items::{bare_ident, items, path_text, read};
use super::lists::{Columns, Names, References, SqlLiteral, not_blank, type_path};
use super::values::{
    ColumnCase, CratePath, Days, FieldName, Flag, OnDelete, Reason, Written, waivers,
};
use crate::model::{SqlText, Waiver};
use crate::words::{Mistake, Mistakes, Vocabulary};

const TABLE: Vocabulary = Vocabulary {
    of: "table",
    words: &["name", "schema", "rename_all", "crate"],
    hints: &[
        ("rename", "did you mean `name`?"),
        ("key", "mark the key fields with `#[key]`"),
        ("primary_key", "mark the key fields with `#[key]`"),
        ("interleave", "`interleave` is a separate attribute: `#[interleave(Parent)]`"),
        ("parent", "set the parent with `#[interleave(Parent)]`"),
        ("index", "`index` is a separate attribute: `#[index(Name, columns(field))]`"),
        (
            "foreign_key",
            "`foreign_key` is a separate attribute: `#[foreign_key(columns(field), references(Other, field))]`",
        ),
        ("check", "`check` is a separate attribute: `#[check(\"{total} >= 0\")]`"),
        ("ttl", "`ttl` is a separate attribute: `#[ttl(column = expires_at, days = 30)]`"),
    ],
};

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct TableWords {
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) schema: Option<Written<LitStr>>,
    pub(crate) rename_all: Option<Written<ColumnCase>>,
    // `krate` reads it, because a stand-in needs it even if another argument is invalid.
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
        ("no_action", "write `on_delete = no_action`, or remove it: this is the default"),
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
            Mistake::at(word, "missing parent in `interleave`")
                .help("name the parent's struct first, as in `interleave(Customer)`"),
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
        "columns",
        "storing",
        "unique",
        "null_filtered",
        "interleave",
        "spread",
        "allow_hotspot",
    ],
    hints: &[
        ("name", "write the name first, without quotes: `index(ByStatus, columns(status))`"),
        ("on", "did you mean `columns`?"),
        ("include", "did you mean `storing`?"),
        ("desc", "write `desc` inside `columns`, as in `columns(desc(placed_at))`"),
        ("parent", "did you mean `interleave`?"),
        ("where", "write `null_filtered` to exclude rows with NULL from the index"),
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
    let mut items = items("index", tokens, &mut mistakes);
    // An unreadable item could be the name.
    let unread_before = !mistakes.is_empty();
    let name = match index_name(word, &mut items) {
        Err(_) if unread_before => None,
        found => mistakes.take(found),
    };
    if !has(&items, "columns") && !has_unknown(&items, &INDEX) && mistakes.is_empty() {
        mistakes.push(
            Mistake::at(word, "missing `columns` in `index`")
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
        let mistake = Mistake::at(first.span(), "expected an index name");
        return Err(match &first {
            NestedMeta::Lit(Lit::Str(text)) if text.parse::<Ident>().is_ok() => {
                mistake.help(format_args!("write `{}` without quotes", text.value()))
            }
            _ => mistake.help(
                "write the name of the index first, as in `index(ByStatus, columns(status))`",
            ),
        }
        .into());
    }
    // Removed, so that a misplaced name is not reported as an unknown argument, too.
    let late = items.iter().position(|item| {
        bare_ident(item).is_some_and(|name| !INDEX.words.contains(&name.to_string().as_str()))
    });
    Err(match late.map(|at| items.remove(at)) {
        Some(name) => Mistake::at(name.span(), "the index name must come first")
            .help("move it before the other arguments of `index`"),
        None => Mistake::at(word, "missing name in `index`")
            .help("write the name of the index first, as in `index(ByStatus, columns(status))`"),
    }
    .into())
}

const FOREIGN_KEY: Vocabulary = Vocabulary {
    of: "foreign_key",
    words: &["columns", "references", "name", "on_delete", "spread", "allow_hotspot"],
    hints: &[
        ("column", "did you mean `columns`?"),
        ("to", "did you mean `references`?"),
        ("table", "did you mean `references`?"),
        ("cascade", "write `on_delete = cascade`"),
        ("on_update", "remove it: Spanner does not support actions on update"),
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
    let missing: Vec<_> =
        ["columns", "references"].into_iter().filter(|word| !has(&items, word)).collect();
    if let ([first, ..], false, true) =
        (missing.as_slice(), has_unknown(&items, &FOREIGN_KEY), mistakes.is_empty())
    {
        let what =
            if missing.len() == 2 { "`columns` and `references`" } else { &format!("`{first}`") };
        mistakes.push(
            Mistake::at(word, format_args!("missing {what} in `foreign_key`"))
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
            spread: rest.spread,
            allow_hotspot: rest.allow_hotspot,
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

pub(super) fn check(word: Span, tokens: TokenStream) -> darling::Result<CheckWords> {
    if let Some(first) = bare_sql(&tokens) {
        return Err(Mistake::at(first, "expected a SQL string for `check`")
            .help("write the SQL first, as in `check(\"{total} >= 0\")`")
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
                    .help("write the SQL first, as in `check(\"{total} >= 0\")`"),
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
                    Mistake::at(word, "missing SQL in `check`")
                        .help("write the SQL first, as in `check(\"{total} >= 0\")`"),
                );
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
                .help("give one string for both dialects, or set `googlesql` and `postgresql`"),
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
        ("hours", "use whole days: `days = 1`"),
        ("interval", "use whole days: `days = 30`"),
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
    if let (Some(missing), false, true) = (missing, has_unknown(&items, &TTL), mistakes.is_empty())
    {
        mistakes.push(
            Mistake::at(word, format_args!("missing `{missing}` in `ttl`"))
                .help("name a timestamp field and the days to keep a row after it, as in `ttl(column = expires_at, days = 30)`"),
        );
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

fn has(items: &[NestedMeta], word: &str) -> bool {
    items.iter().any(|item| matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident(word)))
}

/// Never shown: if something is missing, `read` has returned that mistake already.
fn unread(word: Span, attribute: &str) -> darling::Error {
    Mistake::at(word, format_args!("invalid `{attribute}`")).into()
}

/// The path in `crate = ...`, even if other arguments are invalid.
pub(super) fn krate(owner: &str, tokens: TokenStream) -> Option<TokenStream> {
    items(owner, tokens, &mut Mistakes::default()).iter().find_map(|item| match item {
        NestedMeta::Meta(meta @ Meta::NameValue(_)) if meta.path().is_ident("crate") => {
            Written::<CratePath>::from_meta(meta).ok().map(|path| path.value.0)
        }
        _ => None,
    })
}
