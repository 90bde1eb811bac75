//! The values of arguments. Each type reads itself and reports what it expected.

use std::ops::RangeInclusive;

use darling::FromMeta;
use ident_case::RenameRule;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Meta, Path, UnOp};

use super::items::path_text;
use crate::limits::{BYTES_LENGTH, FEWEST_SHARDS, MOST_SHARDS, TEXT_LENGTH};
use crate::model::{Dialect, OnDelete, Storage, Waiver, WaiverKind};
use crate::words::{Mistake, OR_ELSE, nearest};

/// An argument with its value.
#[derive(Clone)]
pub(crate) struct Written<T> {
    pub(crate) value: T,
    /// The name of the argument.
    pub(crate) word: Span,
    /// The value, or the name if there is no value.
    pub(crate) at: Span,
}

/// An argument without a value.
pub(crate) type Flag = Written<()>;

/// A value of an argument; `()` for none.
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

/// The span of the value; an empty value has none.
fn place(value: &Expr, otherwise: Span) -> Span {
    if value.to_token_stream().is_empty() { otherwise } else { value.span() }
}

/// The expression after `=`.
pub(super) fn assigned(meta: &Meta) -> Option<&Expr> {
    match meta {
        Meta::NameValue(pair) => Some(&pair.value),
        Meta::Path(_) | Meta::List(_) => None,
    }
}

/// The literal in `name(literal)`.
fn argument(meta: &Meta) -> Option<Lit> {
    match meta {
        Meta::List(list) => syn::parse2(list.tokens.clone()).ok(),
        Meta::Path(_) | Meta::NameValue(_) => None,
    }
}

/// The author's own number for the help, if it was only written in another way, as in `length(64)`.
fn example(meta: &Meta, usual: i128, allowed: RangeInclusive<i128>) -> i128 {
    let written = match (assigned(meta), argument(meta)) {
        (_, Some(Lit::Int(number))) => number.base10_parse().ok(),
        (Some(value), _) => text(value).and_then(|text| text.value().trim().parse().ok()),
        _ => None,
    };
    written.filter(|number| allowed.contains(number)).unwrap_or(usual)
}

/// The span for an error: the value, or the name if there is no value.
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

/// The suffixes of integer literals: `16k` is not 16.
const RUST_INTEGERS: &[&str] =
    &["", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// An integer with its sign; saturates if the literal is too large.
pub(crate) fn integer(value: &Expr) -> Option<i128> {
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

/// A single identifier, such as `cascade` or `expires_at`, or a keyword.
pub(super) fn name(value: &Expr) -> Option<Ident> {
    syn::ext::IdentExt::parse_any.parse2(value.to_token_stream()).ok()
}

impl Value for () {
    fn read(meta: &Meta) -> darling::Result<Self> {
        if let Meta::Path(_) = meta {
            return Ok(());
        }
        let word = path_text(meta.path());
        Err(Mistake::at(spot(meta), format_args!("`{word}` does not accept a value"))
            .help(format_args!("write `{word}` without a value"))
            .into())
    }
}

impl Value for LitStr {
    fn read(meta: &Meta) -> darling::Result<Self> {
        if let Some(text) = assigned(meta).and_then(text) {
            return Ok(text.clone());
        }
        let word = path_text(meta.path());
        let expected = Mistake::at(spot(meta), format_args!("expected a string for `{word}`"));
        let is_given = assigned(meta).and_then(name).is_some() || argument(meta).is_some();
        if word == "renamed_from" && !is_given {
            return Err(expected.help("write the former name in quotes").into());
        }
        let example = match (assigned(meta).and_then(name), argument(meta)) {
            (Some(bare), _) => bare.to_string(),
            (None, Some(Lit::Str(text))) => text.value(),
            _ => String::from(if word == "sequence" { "<Struct>Seq" } else { "<name>" }),
        };
        Err(expected
            .help(format_args!("write `{word} = \"{example}\"`{OR_ELSE}write a name in quotes"))
            .into())
    }
}

/// The reason of a waiver: `spread` or `allow_hotspot`.
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
        let mistake = Mistake::at(spot(meta), format_args!("`{word}` requires a reason"));
        Err(if word == "spread" {
            mistake.help("write why the values do not grow with time: `spread = \"tenant ids are drawn at random\"`")
        } else {
            mistake.help("write why one hot split is acceptable: `allow_hotspot = \"at most 10 writes a minute\"`")
        }
        .into())
    }
}

/// The reason in `spread` or `allow_hotspot`; both together are a mistake.
pub(crate) fn waivers<'a>(
    spread: Option<&'a Written<Reason>>,
    allow_hotspot: Option<&'a Written<Reason>>,
) -> Vec<Waiver> {
    let waiver = |kind, written: &Written<Reason>| Waiver {
        kind,
        word: written.word,
        reason: written.value.0.clone(),
    };
    let spread = spread.map(|written| waiver(WaiverKind::Spread, written));
    let allow_hotspot = allow_hotspot.map(|written| waiver(WaiverKind::AllowHotspot, written));
    spread.into_iter().chain(allow_hotspot).collect()
}

/// The number of shards.
#[derive(Clone, Copy)]
pub(crate) struct ShardCount(pub(crate) u16);

impl Value for ShardCount {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let count = example(meta, 16, i128::from(FEWEST_SHARDS)..=i128::from(MOST_SHARDS));
        let help = format!(
            "write a count from {FEWEST_SHARDS} to {MOST_SHARDS}, for example `shard = {count}`"
        );
        let Some(count) = assigned(meta).and_then(integer) else {
            return Err(Mistake::at(spot(meta), "expected an integer for `shard`")
                .help(help)
                .into());
        };
        match u16::try_from(count) {
            Ok(count @ FEWEST_SHARDS..=MOST_SHARDS) => Ok(Self(count)),
            Ok(0 | 1) => Err(Mistake::at(
                spot(meta),
                format_args!("`shard = {count}` does not spread the writes"),
            )
            .help(help)
            .into()),
            _ => Err(Mistake::at(
                spot(meta),
                format_args!("`shard = {}` is out of range", shown(meta)),
            )
            .help(help)
            .into()),
        }
    }
}

/// The number as in the source.
fn shown(meta: &Meta) -> String {
    assigned(meta)
        .map(|value| value.to_token_stream().to_string().replace(' ', ""))
        .unwrap_or_default()
}

/// The maximum length of text or bytes.
#[derive(Clone, Copy)]
pub(crate) struct Length(pub(crate) u32);

impl Value for Length {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let length = example(meta, 256, 1..=i128::from(TEXT_LENGTH));
        let help = format!(
            "write a length, for example `length = {length}`, or remove `length` to allow the maximum"
        );
        let Some(length) = assigned(meta).and_then(integer) else {
            return Err(Mistake::at(spot(meta), "expected an integer for `length`")
                .help(help)
                .into());
        };
        match u32::try_from(length) {
            Ok(length @ 1..=BYTES_LENGTH) => Ok(Self(length)),
            _ => Err(Mistake::at(
                spot(meta),
                format_args!("`length = {}` is out of range", shown(meta)),
            )
            .note(format_args!(
                "text allows 1 to {TEXT_LENGTH} characters, bytes allow 1 to {BYTES_LENGTH}"
            ))
            .help(help)
            .into()),
        }
    }
}

/// The number of days after which a row is deleted.
#[derive(Clone, Copy)]
pub(crate) struct Days(pub(crate) u32);

impl Value for Days {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let days = example(meta, 30, 0..=i128::from(u32::MAX));
        let help = format!("write 0 or more whole days, for example `days = {days}`");
        match assigned(meta).and_then(integer).map(u32::try_from) {
            Some(Ok(days)) => Ok(Self(days)),
            Some(Err(_)) => Err(Mistake::at(
                spot(meta),
                format_args!("`days = {}` is out of range", shown(meta)),
            )
            .help(help)
            .into()),
            None => {
                Err(Mistake::at(spot(meta), "expected an integer for `days`").help(help).into())
            }
        }
    }
}

/// The first counter value of a sequence.
#[derive(Clone, Copy)]
pub(crate) struct StartCounter(pub(crate) i64);

impl Value for StartCounter {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let help = "write an integer of at least 1, for example `start_counter = 50`";
        match assigned(meta).and_then(integer).map(i64::try_from) {
            Some(Ok(counter @ 1..)) => Ok(Self(counter)),
            Some(_) => Err(Mistake::at(
                spot(meta),
                format_args!("`start_counter = {}` is out of range", shown(meta)),
            )
            .help(help)
            .page_of("counter")
            .into()),
            None => Err(Mistake::at(spot(meta), "expected an integer for `start_counter`")
                .help(help)
                .into()),
        }
    }
}

impl Value for OnDelete {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let help =
            "write `on_delete = cascade` or `on_delete = no_action` or `on_delete = unchecked`";
        let choices = [
            ("cascade", Self::Cascade),
            ("no_action", Self::NoAction),
            ("unchecked", Self::Unchecked),
        ];
        one_of(meta, &choices, help)
    }
}

impl Value for Dialect {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let choices = [("googlesql", Self::GoogleSql), ("postgresql", Self::PostgreSql)];
        match assigned(meta) {
            Some(Expr::Path(path)) if is_constant(&path.path, &choices) => {
                Ok(Self::Constant(path.path.clone()))
            }
            _ => one_of(meta, &choices, "write `dialect = googlesql` or `dialect = postgresql`"),
        }
    }
}

/// A path, or a name in the case of constants, unless it is one of the choices in another case.
fn is_constant<T>(path: &Path, choices: &[(&str, T)]) -> bool {
    let Some(name) = path.get_ident().map(ToString::to_string) else { return true };
    !name.contains(char::is_lowercase)
        && nearest(&name, choices.iter().map(|(choice, _)| *choice)).is_none()
}

/// The number of elements of a vector.
#[derive(Clone, Copy)]
pub(crate) struct VectorLength(pub(crate) u32);

impl Value for VectorLength {
    fn read(meta: &Meta) -> darling::Result<Self> {
        match assigned(meta).and_then(integer).map(u32::try_from) {
            Some(Ok(length @ 1..)) => Ok(Self(length)),
            _ => Err(Mistake::at(spot(meta), "expected an integer for `vector_length`")
                .help(format_args!(
                    "write the number of elements, for example `vector_length = {}`",
                    example(meta, 768, 1..=i128::from(u32::MAX))
                ))
                .into()),
        }
    }
}

impl Value for Storage {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let choices = [
            ("text", Self::Text),
            ("bytes", Self::Bytes),
            ("native", Self::Native),
            ("integer", Self::Integer),
        ];
        let help =
            "a field can be stored as text, bytes, or native, and an enum as text or integer";
        one_of(meta, &choices, help)
    }
}

/// One of a few identifiers after `=`, with the value that it means.
fn one_of<T: Clone>(meta: &Meta, choices: &[(&str, T)], help: &str) -> darling::Result<T> {
    let word = path_text(meta.path());
    let Some(value) = assigned(meta) else {
        let listed = match meta {
            Meta::List(list) => list.tokens.to_string(),
            Meta::Path(_) | Meta::NameValue(_) => String::new(),
        };
        let mistake = Mistake::at(spot(meta), format_args!("missing value for `{word}`"));
        return Err(match choices.iter().find(|(choice, _)| *choice == listed) {
            Some((choice, _)) => mistake.help(format_args!("write `{word} = {choice}`")),
            None => mistake.help(help),
        }
        .into());
    };
    let (written, quoted) = match (name(value), text(value)) {
        (Some(name), _) => (name.to_string(), false),
        (None, Some(text)) => (text.value(), true),
        (None, None) => {
            return Err(Mistake::at(
                spot(meta),
                format_args!("expected an identifier for `{word}`"),
            )
            .help(help)
            .into());
        }
    };
    match choices.iter().find(|(choice, _)| *choice == written) {
        Some(_) if quoted => Err(Mistake::at(
            spot(meta),
            format_args!("expected an identifier for `{word}`, found a string"),
        )
        .help(format_args!("write `{word} = {written}`"))
        .into()),
        Some((_, value)) => Ok(value.clone()),
        None => {
            let mistake =
                Mistake::at(spot(meta), format_args!("unknown value `{written}` for `{word}`"));
            Err(match nearest(&written, choices.iter().map(|(choice, _)| *choice)) {
                Some(near) => mistake.help(format_args!("did you mean `{word} = {near}`?")),
                None => mistake.help(help),
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
                "lowercase", "snake_case", "camelCase", "PascalCase", "SCREAMING_SNAKE_CASE",
                "kebab-case",
            ],
        )
    }
}

/// The case of column names. Not `kebab-case`, because names in SQL cannot contain `-`.
#[derive(Clone, Copy)]
pub(crate) struct ColumnCase(pub(crate) RenameRule);

impl Value for ColumnCase {
    fn read(meta: &Meta) -> darling::Result<Self> {
        case(meta, &["snake_case", "camelCase", "PascalCase", "SCREAMING_SNAKE_CASE", "lowercase"])
            .map(Self)
    }
}

/// One of these cases, as a string.
fn case(meta: &Meta, cases: &[&'static str]) -> darling::Result<RenameRule> {
    let help = || {
        let cases: Vec<_> = cases.iter().map(|case| format!("`rename_all = \"{case}\"`")).collect();
        format!("write {}", cases.join(" or "))
    };
    let Some(text) = assigned(meta).and_then(text) else {
        let bare = assigned(meta).and_then(name).map(|name| name.to_string());
        return Err(Mistake::at(spot(meta), "expected a string for `rename_all`")
            .help(match bare.filter(|bare| cases.contains(&bare.as_str())) {
                Some(bare) => format!("write `rename_all = \"{bare}\"`"),
                None => help(),
            })
            .into());
    };
    let written = text.value();
    match written.parse() {
        Ok(rule) if cases.contains(&written.as_str()) => Ok(rule),
        _ => {
            let mistake =
                Mistake::at(text.span(), format_args!("unknown case `{written}` for `rename_all`"));
            let meant = if written == "kebab-case" {
                Some("snake_case")
            } else if written.contains(|letter: char| letter.is_lowercase()) {
                nearest(&written.replace('-', "_"), cases.iter().copied())
            } else {
                // `UPPERCASE`, `SCREAMING-KEBAB-CASE`.
                (!written.is_empty()).then_some("SCREAMING_SNAKE_CASE")
            };
            Err(match meant {
                Some(near) => mistake.help(format_args!("did you mean `rename_all = \"{near}\"`?")),
                None => mistake.help(help()),
            }
            .into())
        }
    }
}

/// The name of a generated type: `new = "InsertUser"`, with or without quotes.
#[derive(Clone)]
pub(crate) struct TypeName(pub(crate) Ident);

impl Value for TypeName {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        let written = assigned(meta).and_then(|value| match text(value) {
            Some(text) => text.parse::<Ident>().ok(),
            None => syn::parse2(value.to_token_stream()).ok(),
        });
        written.filter(|name| name != "_").map(Self).ok_or_else(|| {
            let mistake =
                Mistake::at(spot(meta), format_args!("expected a type name for `{word}`"));
            match (meta, word.as_str()) {
                (Meta::NameValue(_), "new") => mistake.help("write `new = \"New<Struct>\"`"),
                (Meta::NameValue(_), _) => mistake.help("write `key = \"<Struct>Key\"`"),
                (_, "new") => mistake.help("write a name in quotes behind an equals sign"),
                // `table(key(id))`.
                _ => mistake.help("mark each key field separately"),
            }
            .into()
        })
    }
}

/// The path of `spanner-keys`.
#[derive(Clone)]
pub(crate) struct CratePath(pub(crate) TokenStream);

impl Value for CratePath {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let path = match assigned(meta) {
            Some(Expr::Path(path)) if path.qself.is_none() => Some(path.path.clone()),
            Some(other) => match text(other) {
                Some(text) => text.parse_with(Path::parse_mod_style).ok(),
                // `crate` alone is not an expression.
                None => Path::parse_mod_style.parse2(other.to_token_stream()).ok(),
            },
            None => None,
        };
        // A `use` does not accept all that an expression does.
        let is_importable = |path: &Path| {
            path.segments
                .iter()
                .all(|segment| segment.arguments.is_none() && segment.ident != "Self")
        };
        match path.filter(is_importable) {
            Some(path) => Ok(Self(path.into_token_stream())),
            None => Err(Mistake::at(spot(meta), "expected the path of `spanner-keys` for `crate`")
                .help("write a path, for example `crate = \"::spanner_keys\"`")
                .into()),
        }
    }
}

/// The name of a field of this struct, as in `column = expires_at`.
#[derive(Clone)]
pub(crate) struct FieldName(pub(crate) Ident);

impl Value for FieldName {
    fn read(meta: &Meta) -> darling::Result<Self> {
        let word = path_text(meta.path());
        if let Some(name) = assigned(meta).and_then(name) {
            return Ok(Self(name));
        }
        let mistake = Mistake::at(spot(meta), format_args!("expected a field name for `{word}`"));
        Err(match assigned(meta).and_then(text).and_then(|text| text.parse::<Ident>().ok()) {
            Some(field) => mistake.help(format_args!("write `{word} = {field}`")),
            None => mistake.help("name a field of this struct"),
        }
        .into())
    }
}
