//! What a word may carry: each kind of value reads itself and says in its own words what it wanted.

use darling::FromMeta;
use ident_case::RenameRule;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Meta, Path, UnOp};

use super::items::path_text;
use crate::model::Storage;
use crate::words::{Mistake, list, nearest};

/// A word that was written, with its value.
#[derive(Clone)]
pub(crate) struct Written<T> {
    pub(crate) value: T,
    /// The word itself.
    pub(crate) word: Span,
    /// The value, or the word where it has none.
    pub(crate) at: Span,
}

/// A word without a value.
pub(crate) type Flag = Written<()>;

/// Something that follows a word, or its absence.
pub(crate) trait Value: Sized {
    fn read(meta: &Meta) -> darling::Result<Self>;
}

impl<T: Value> FromMeta for Written<T> {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let word = meta.path().span();
        let at = match meta {
            Meta::NameValue(pair) => place(&pair.value, word),
            Meta::Path(_) | Meta::List(_) => word,
        };
        Ok(Self { value: T::read(meta)?, word, at })
    }
}

/// Where to point at for this value; an empty one has no place of its own.
fn place(value: &Expr, otherwise: Span) -> Span {
    if value.to_token_stream().is_empty() { otherwise } else { value.span() }
}

/// What stands after `word =`.
pub(super) fn assigned(meta: &Meta) -> Option<&Expr> {
    match meta {
        Meta::NameValue(pair) => Some(&pair.value),
        Meta::Path(_) | Meta::List(_) => None,
    }
}

/// Where to point at: the value if there is one, else the word.
pub(super) fn spot(meta: &Meta) -> Span {
    let word = meta.path().span();
    assigned(meta).map_or(word, |value| place(value, word))
}

pub(super) fn text(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        Expr::Paren(inner) => text(&inner.expr),
        Expr::Group(inner) => text(&inner.expr),
        _ => None,
    }
}

/// What may follow the digits of a number: `16k` is not 16.
const RUST_INTEGERS: &[&str] =
    &["", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// A whole number with its sign; one that is too large for anything is the largest.
pub(super) fn integer(value: &Expr) -> Option<i128> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. })
            if RUST_INTEGERS.contains(&number.suffix()) =>
        {
            Some(number.base10_parse().unwrap_or(i128::MAX))
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            integer(&unary.expr).map(|number| -number)
        }
        Expr::Paren(inner) => integer(&inner.expr),
        Expr::Group(inner) => integer(&inner.expr),
        _ => None,
    }
}

/// A name that stands alone: `cascade`, `expires_at`, also keywords.
pub(super) fn name(value: &Expr) -> Option<Ident> {
    syn::ext::IdentExt::parse_any.parse2(value.to_token_stream()).ok()
}

impl Value for () {
    fn read(meta: &Meta) -> darling::Result<Self> {
        if let Meta::Path(_) = meta {
            return Ok(());
        }
        let word = path_text(meta.path());
        Err(Mistake::at(spot(meta), format_args!("`{word}` takes no value"))
            .help(format_args!("write the word alone: `{word}`"))
            .into())
    }
}

impl Value for LitStr {
    fn read(meta: &Meta) -> darling::Result<Self> {
        if let Some(text) = assigned(meta).and_then(text) {
            return Ok(text.clone());
        }
        let word = path_text(meta.path());
        let example = match assigned(meta).and_then(name) {
            Some(bare) => bare.to_string(),
            None => String::from(if word == "sequence" { "EventSeq" } else { "Name" }),
        };
        Err(Mistake::at(spot(meta), format_args!("`{word}` needs a name in quotes"))
            .help(format_args!("write `{word} = \"{example}\"`"))
            .into())
    }
}

/// Why the author vouches for a key, or accepts a hotspot.
#[derive(Clone)]
pub(crate) struct Reason(pub(crate) String);

impl Value for Reason {
    fn read(meta: &Meta) -> darling::Result<Self> {
        if let Some(text) =
            assigned(meta).and_then(text).filter(|text| !text.value().trim().is_empty())
        {
            return Ok(Self(text.value().trim().to_owned()));
        }
        let word = path_text(meta.path());
        let mistake = Mistake::at(spot(meta), format_args!("`{word}` needs a reason"));
        Err(if word == "spread" {
            mistake.help("say why the values do not follow time: `spread = \"tenant ids are drawn at random\"`")
        } else {
            mistake.help("say why one hot split is acceptable: `allow_hotspot = \"at most 10 writes a minute\"`")
        }
        .into())
    }
}

/// How many shards.
#[derive(Clone, Copy)]
pub(crate) struct ShardCount(pub(crate) u16);

impl Value for ShardCount {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let help = "write a count from 2 to 1024, for example `shard = 16`";
        let Some(count) = assigned(meta).and_then(integer) else {
            return Err(Mistake::at(spot(meta), "`shard` needs a count").help(help).into());
        };
        match u16::try_from(count) {
            Ok(count @ 2..=1024) => Ok(Self(count)),
            Ok(0 | 1) => {
                Err(Mistake::at(spot(meta), format_args!("`shard = {count}` spreads no writes"))
                    .help(help)
                    .into())
            }
            _ => Err(Mistake::at(
                spot(meta),
                format_args!("`shard = {}` is out of range", shown(meta)),
            )
            .help(help)
            .into()),
        }
    }
}

/// A number as it was written.
fn shown(meta: &Meta) -> String {
    assigned(meta)
        .map(|value| value.to_token_stream().to_string().replace(' ', ""))
        .unwrap_or_default()
}

/// The longest text or byte string.
#[derive(Clone, Copy)]
pub(crate) struct Length(pub(crate) u32);

impl Value for Length {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let help =
            "write a length such as `length = 256`, or leave `length` out for no limit of its own";
        let Some(length) = assigned(meta).and_then(integer) else {
            return Err(Mistake::at(spot(meta), "`length` needs a number").help(help).into());
        };
        match u32::try_from(length) {
            Ok(length @ 1..=10_485_760) => Ok(Self(length)),
            _ => Err(Mistake::at(
                spot(meta),
                format_args!("`length = {}` is out of range", shown(meta)),
            )
            .note("a text holds 1 to 2621440 characters, bytes hold 1 to 10485760")
            .help(help)
            .into()),
        }
    }
}

/// After how many days a row goes.
#[derive(Clone, Copy)]
pub(crate) struct Days(pub(crate) u32);

impl Value for Days {
    fn read(meta: &Meta) -> darling::Result<Self> {
        match assigned(meta).and_then(integer).map(u32::try_from) {
            Some(Ok(days)) => Ok(Self(days)),
            Some(Err(_)) => Err(Mistake::at(
                spot(meta),
                format_args!("`days = {}` is out of range", shown(meta)),
            )
            .help("write whole days, 0 or more: `days = 30`")
            .into()),
            None => Err(Mistake::at(spot(meta), "`days` needs a number")
                .help("write whole days, 0 or more: `days = 30`")
                .into()),
        }
    }
}

/// The first counter of a sequence.
#[derive(Clone, Copy)]
pub(crate) struct StartCounter(pub(crate) i64);

impl Value for StartCounter {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let help = "write a number of 1 or more: `start_counter = 50`";
        match assigned(meta).and_then(integer).map(i64::try_from) {
            Some(Ok(counter @ 1..)) => Ok(Self(counter)),
            Some(_) => Err(Mistake::at(
                spot(meta),
                format_args!("`start_counter = {}` is out of range", shown(meta)),
            )
            .help(help)
            .into()),
            None => {
                Err(Mistake::at(spot(meta), "`start_counter` needs a number").help(help).into())
            }
        }
    }
}

/// Whether `on_delete` says `cascade`.
#[derive(Clone, Copy)]
pub(crate) struct OnDelete {
    pub(crate) cascade: bool,
}

impl Value for OnDelete {
    fn read(meta: &Meta) -> darling::Result<Self> {
        Ok(Self { cascade: one_of(meta, &["cascade", "no_action"])? == "cascade" })
    }
}

impl Value for Storage {
    fn read(meta: &Meta) -> darling::Result<Self> {
        Ok(match one_of(meta, &["text", "bytes", "native", "integer"])? {
            "bytes" => Self::Bytes,
            "native" => Self::Native,
            "integer" => Self::Integer,
            _ => Self::Text,
        })
    }
}

/// One of a few words after `=`.
fn one_of(meta: &Meta, choices: &[&'static str]) -> darling::Result<&'static str> {
    let word = path_text(meta.path());
    let all = || match choices.split_last() {
        // Fields and enums have one choice in common.
        Some((&"integer", others)) => {
            format!(
                "`{word}` takes {} on a field, and `text` or `integer` on an enum",
                list(others.iter().copied())
            )
        }
        _ => format!("`{word}` takes {}", list(choices.iter().copied())),
    };
    let Some(value) = assigned(meta) else {
        return Err(Mistake::at(spot(meta), format_args!("`{word}` needs a value"))
            .help(all())
            .into());
    };
    let (written, quoted) = match (name(value), text(value)) {
        (Some(name), _) => (name.to_string(), false),
        (None, Some(text)) => (text.value(), true),
        (None, None) => {
            return Err(Mistake::at(spot(meta), format_args!("`{word}` needs a word after `=`"))
                .help(all())
                .into());
        }
    };
    match choices.iter().find(|choice| **choice == written) {
        Some(_) if quoted => {
            Err(Mistake::at(spot(meta), format_args!("`{word}` takes a word, not a text"))
                .help(format_args!("write `{word} = {written}`"))
                .into())
        }
        Some(choice) => Ok(choice),
        None => {
            let mistake =
                Mistake::at(spot(meta), format_args!("unknown value `{written}` for `{word}`"));
            Err(match nearest(&written, choices.iter().copied()) {
                Some(near) => mistake.help(format_args!("did you mean `{word} = {near}`?")),
                None => mistake.help(all()),
            }
            .into())
        }
    }
}

impl Value for RenameRule {
    fn read(meta: &Meta) -> darling::Result<Self> {
        case(
            meta,
            &[
                "lowercase",
                "snake_case",
                "camelCase",
                "PascalCase",
                "SCREAMING_SNAKE_CASE",
                "kebab-case",
            ],
        )
    }
}

/// The case of column names; not `kebab-case`, because a name in SQL holds no `-`.
#[derive(Clone, Copy)]
pub(crate) struct ColumnCase(pub(crate) RenameRule);

impl Value for ColumnCase {
    fn read(meta: &Meta) -> darling::Result<Self> {
        case(meta, &["snake_case", "camelCase", "PascalCase", "SCREAMING_SNAKE_CASE", "lowercase"])
            .map(Self)
    }
}

/// One of these cases, in quotes.
fn case(meta: &Meta, cases: &[&'static str]) -> darling::Result<RenameRule> {
    let help = || format!("`rename_all` takes {}, in quotes", list(cases.iter().copied()));
    let Some(text) = assigned(meta).and_then(text) else {
        return Err(Mistake::at(spot(meta), "`rename_all` needs a case in quotes")
            .help(help())
            .into());
    };
    let written = text.value();
    match written.parse() {
        Ok(rule) if cases.contains(&written.as_str()) => Ok(rule),
        _ => {
            let mistake =
                Mistake::at(text.span(), format_args!("unknown case `{written}` for `rename_all`"));
            Err(match nearest(&written, cases.iter().copied()) {
                Some(near) => mistake.help(format_args!("did you mean `rename_all = \"{near}\"`?")),
                None => mistake.help(help()),
            }
            .into())
        }
    }
}

/// Where `spanner-keys` is to be found.
#[derive(Clone)]
pub(crate) struct CratePath(pub(crate) TokenStream);

impl Value for CratePath {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let path = match assigned(meta) {
            Some(Expr::Path(path)) if path.qself.is_none() => Some(path.path.clone()),
            Some(other) => match text(other) {
                Some(text) => text.parse_with(Path::parse_mod_style).ok(),
                // `crate = crate` is no expression.
                None => Path::parse_mod_style.parse2(other.to_token_stream()).ok(),
            },
            None => None,
        };
        match path {
            Some(path) => Ok(Self(path.into_token_stream())),
            None => Err(Mistake::at(spot(meta), "`crate` needs the path to `spanner-keys`")
                .help("write a path, for example `crate = \"::spanner_keys\"`")
                .into()),
        }
    }
}

/// A field of this struct by name, as in `column = expires_at`.
#[derive(Clone)]
pub(crate) struct FieldName(pub(crate) Ident);

impl Value for FieldName {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        if let Some(name) = assigned(meta).and_then(name) {
            return Ok(Self(name));
        }
        let mistake = Mistake::at(spot(meta), format_args!("`{word}` needs the name of a field"));
        Err(match assigned(meta).and_then(text).and_then(|text| text.parse::<Ident>().ok()) {
            Some(field) => {
                mistake.help(format_args!("write it without quotes: `{word} = {field}`"))
            }
            None => mistake
                .help(format_args!("write `{word} = expires_at`, with a field of this struct")),
        }
        .into())
    }
}
