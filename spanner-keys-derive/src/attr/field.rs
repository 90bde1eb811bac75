//! The attributes of a field: `key` and `column`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::LitStr;
use syn::spanned::Spanned as _;

use super::items::{items, path_text, read};
use super::lists::{Names, Options, SkipRange, Sql};
use super::meant::{self, Meant};
use super::names::{AttributeName, FieldArgument};
use super::table::has;
use super::values::{
    Flag, Length, Reason, ShardCount, StartCounter, VectorLength, Written, waivers,
};
use crate::model::{Storage, Waiver};
use crate::words::{Mistake, Mistakes, Vocabulary};

const KEY: Vocabulary = Vocabulary {
    of: "key",
    words: &[
        "uuid", "random", "bit_reversed", "sequence", "identity", "shard", "ulid", "uuid_v7",
        "uuid_high", "uuid_low", "parent", "desc", "spread", "allow_hotspot", "storage", "of",
        "client", "skip_range", "start_counter",
    ],
    hints: &[
        ("uuid_v4", "did you mean `uuid`?"),
        ("uuidv4", "did you mean `uuid`?"),
        ("uuid4", "did you mean `uuid`?"),
        ("v4", "did you mean `uuid`?"),
        ("uuid_v1", "did you mean `uuid`?"),
        ("uuid_v6", "did you mean `uuid`?"),
        ("uuid_v8", "did you mean `uuid`?"),
        ("random_uuid", "did you mean `uuid`?"),
        ("gen_random_uuid", "did you mean `uuid`?"),
        ("generate_uuid", "did you mean `uuid`?"),
        ("guid", "did you mean `uuid`?"),
        ("uuid_upper", "did you mean `uuid_high`?"),
        ("uuid_msb", "did you mean `uuid_high`?"),
        ("uuid_lsb", "did you mean `uuid_low`?"),
        ("high", "did you mean `uuid_high`?"),
        ("low", "did you mean `uuid_low`?"),
        ("primary", "remove `primary`: every key part is part of the primary key"),
        ("primary_key", "remove `primary_key`: every key part is part of the primary key"),
        ("auto_increment", "did you mean `identity`?"),
        ("autoincrement", "did you mean `identity`?"),
        ("serial", "did you mean `identity`?"),
        ("descending", "did you mean `desc`?"),
        ("asc", "remove `asc`: key parts are ascending by default"),
        (
            "interleave",
            "did you mean `parent`?<interleaved>\u{1}an attribute of the struct names the parent, and marks the fields of its key",
        ),
        ("count", "did you mean `shard`?"),
        (
            "name",
            "remove `name`, and add `#[column(name = <value>)]`\u{1}`name` is an argument of column",
        ),
        (
            "length",
            "remove `length`, and add `#[column(length = <value>)]`\u{1}`length` is an argument of column",
        ),
        (
            "default",
            "remove `default`, and add `#[column(default = <value>)]`\u{1}`default` is an argument of column",
        ),
        ("generated", "a key part cannot be generated, but a shard can be computed from the key"),
        ("virtual", "remove `virtual`: a key part cannot be computed when it is read"),
        ("commit_timestamp", "`commit_timestamp` is an argument of column"),
    ],
};

const COLUMN: Vocabulary = Vocabulary {
    of: "column",
    words: &[
        "name", "renamed_from", "length", "default", "generated", "virtual", "commit_timestamp",
        "retry_id", "storage", "shard", "of", "client", "sequence", "identity", "skip_range",
        "start_counter", "sql_type", "vector_length", "hidden", "on_update", "options",
        "check_values", "secret", "skip",
    ],
    hints: &[
        ("values", "write `check_values`"),
        ("sensitive", "did you mean `secret`?"),
        ("redact", "did you mean `secret`?"),
        ("redacted", "did you mean `secret`?"),
        ("ignore", "did you mean `skip`?"),
        ("transient", "did you mean `skip`?"),
        ("idempotency", "did you mean `retry_id`?"),
        ("idempotency_key", "did you mean `retry_id`?"),
        ("rename", "did you mean `name`?"),
        ("size", "did you mean `length`?"),
        ("max_length", "did you mean `length`?"),
        ("len", "did you mean `length`?"),
        ("auto_now", "did you mean `commit_timestamp`?"),
        ("auto_now_add", "did you mean `commit_timestamp`?"),
        (
            "references",
            "remove `references`, and name both fields in the attribute foreign_key of the struct",
        ),
        (
            "foreign_key",
            "remove `foreign_key`, and name both fields in the attribute of that name of the struct",
        ),
        ("vector", "did you mean `vector_length`?"),
        ("dimension", "did you mean `vector_length`?"),
        ("dimensions", "did you mean `vector_length`?"),
        (
            "flatten",
            "give each value its own field, or derive SpannerColumn with column(json) for the type",
        ),
        ("json", "derive SpannerColumn with column(json) for the type, and remove the argument"),
        ("jsonb", "derive SpannerColumn with column(json) for the type, and remove the argument"),
        ("stored", "remove `stored`: a generated column is stored by default"),
        (
            "nullable",
            "remove `nullable`: a column is nullable if the type of its field is an Option",
        ),
        (
            "optional",
            "remove `optional`: a column is nullable if the type of its field is an Option",
        ),
        ("null", "remove `null`: a column is nullable if the type of its field is an Option"),
        (
            "not_null",
            "remove `not_null`: a column is NOT NULL unless the type of its field is an Option",
        ),
        ("type", "did you mean `sql_type`?"),
        (
            "unique",
            "remove `unique`, and add `#[index(<index>, columns(<field>), unique)]` to the struct\u{1}an index of the struct can be unique",
        ),
        (
            "index",
            "remove `index`, and add `#[index(<index>, columns(<field>))]` to the struct\u{1}`index` is an attribute of the struct",
        ),
        (
            "check",
            "remove `check`, and add `#[check(<value>)]` to the struct\u{1}`check` is an attribute of the struct",
        ),
        (
            "rename_all",
            "remove `rename_all`, and add `#[table(rename_all = <value>)]` to the struct<no table>\u{1}move `rename_all` to the attribute of the table",
        ),
        ("key", "remove `key`, and add `<key>`"),
        ("primary_key", "remove `primary_key`, and add `<key>`"),
        ("uuid", "remove `uuid`, and add `#[key(uuid)]`"),
        ("random", "`random` applies to the key; a shard outside the key is computed"),
        ("ulid", "remove `ulid`, and add `#[key(ulid)]`"),
        ("uuid_v7", "remove `uuid_v7`, and add `#[key(uuid_v7)]`"),
        ("bit_reversed", "remove `bit_reversed`, and add `#[key(bit_reversed)]`"),
        (
            "sequence",
            "remove `sequence`, and add `#[key(sequence = <value>)]`\u{1}remove `sequence`, and add `#[key(sequence = \"<Struct>Seq\")]`",
        ),
        ("identity", "remove `identity`, and add `#[key(identity)]`"),
        ("parent", "remove `parent`, and add `#[key(parent)]`"),
        ("desc", "remove `desc`, and add `#[key(desc)]`"),
        ("spread", "`spread` applies to the key and to indexes"),
        ("allow_hotspot", "`allow_hotspot` applies to the key and to indexes"),
    ],
};

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct KeyWords {
    pub(crate) uuid: Option<Flag>,
    pub(crate) random: Option<Flag>,
    pub(crate) bit_reversed: Option<Flag>,
    pub(crate) sequence: Option<Written<LitStr>>,
    pub(crate) identity: Option<Flag>,
    pub(crate) shard: Option<Written<ShardCount>>,
    pub(crate) ulid: Option<Flag>,
    pub(crate) uuid_v7: Option<Flag>,
    pub(crate) uuid_high: Option<Flag>,
    pub(crate) uuid_low: Option<Flag>,
    pub(crate) parent: Option<Flag>,
    pub(crate) desc: Option<Flag>,
    pub(crate) spread: Option<Written<Reason>>,
    pub(crate) allow_hotspot: Option<Written<Reason>>,
    pub(crate) storage: Option<Written<Storage>>,
    pub(crate) of: Option<Written<Names>>,
    pub(crate) client: Option<Flag>,
    pub(crate) skip_range: Option<Written<SkipRange>>,
    pub(crate) start_counter: Option<Written<StartCounter>>,
}

#[derive(FromMeta, Default)]
#[darling(default)]
pub(crate) struct ColumnWords {
    pub(crate) name: Option<Written<LitStr>>,
    pub(crate) renamed_from: Option<Written<LitStr>>,
    pub(crate) length: Option<Written<Length>>,
    pub(crate) default: Option<Written<Sql>>,
    pub(crate) generated: Option<Written<Sql>>,
    #[darling(rename = "virtual")]
    pub(crate) computed_on_read: Option<Flag>,
    pub(crate) commit_timestamp: Option<Flag>,
    pub(crate) retry_id: Option<Flag>,
    pub(crate) storage: Option<Written<Storage>>,
    pub(crate) shard: Option<Written<ShardCount>>,
    pub(crate) of: Option<Written<Names>>,
    pub(crate) client: Option<Flag>,
    pub(crate) sequence: Option<Written<LitStr>>,
    pub(crate) identity: Option<Flag>,
    pub(crate) skip_range: Option<Written<SkipRange>>,
    pub(crate) start_counter: Option<Written<StartCounter>>,
    pub(crate) sql_type: Option<Written<Sql>>,
    pub(crate) vector_length: Option<Written<VectorLength>>,
    pub(crate) hidden: Option<Flag>,
    pub(crate) on_update: Option<Written<Sql>>,
    pub(crate) options: Option<Written<Options>>,
    pub(crate) check_values: Option<Flag>,
    pub(crate) secret: Option<Flag>,
    pub(crate) skip: Option<Flag>,
}

impl ColumnWords {
    /// The arguments with which the database counts.
    pub(crate) fn counters(&self) -> impl Iterator<Item = (FieldArgument, Span)> {
        let sequence = self.sequence.as_ref().map(|word| (FieldArgument::Sequence, word.word));
        let identity = self.identity.as_ref().map(|flag| (FieldArgument::Identity, flag.word));
        sequence.into_iter().chain(identity)
    }
}

pub(super) fn key(tokens: TokenStream) -> darling::Result<KeyWords> {
    let mut mistakes = Mistakes::default();
    let items = items("key", tokens, &mut mistakes);
    read(&KEY, items, mistakes)
}

pub(super) fn column(tokens: TokenStream) -> darling::Result<ColumnWords> {
    let mut mistakes = Mistakes::default();
    let items = items("column", tokens, &mut mistakes);
    if let Some(mistake) = all_of_key(&items).filter(|_| mistakes.is_empty()) {
        return Err(mistake.into());
    }
    if has(&items, "skip") && mistakes.is_empty() {
        for other in &items {
            let NestedMeta::Meta(meta) = other else { continue };
            let word = path_text(meta.path());
            if word != "skip" && COLUMN.words.contains(&word.as_str()) {
                mistakes.push(
                    Mistake::at(
                        meta.path().span(),
                        format_args!("`{word}` has no effect with `skip`"),
                    )
                    .note("a field with `skip` is not a column")
                    .help(format_args!("remove `{word}`")),
                );
            }
        }
    }
    read(&COLUMN, items, mistakes)
}

/// `column(primary_key, uuid)`: several arguments, all of `key`.
fn all_of_key(items: &[NestedMeta]) -> Option<Mistake> {
    let word = |item: &NestedMeta| match item {
        NestedMeta::Meta(meta) => path_text(meta.path()),
        _ => String::new(),
    };
    let is_part = |word: &str| matches!(word, "key" | "primary_key" | "primary");
    let words: Vec<_> = items.iter().map(word).collect();
    let is_of_key = |word: &String| is_part(word) || KEY.words.contains(&word.as_str());
    let is_unknown = |word: &String| !COLUMN.words.contains(&word.as_str());
    let is_meant = words.iter().any(|word| is_part(word)) || words.iter().all(is_unknown);
    if words.len() < 2 || !words.iter().all(is_of_key) || !is_meant {
        return None;
    }
    let rest = items.iter().zip(&words).filter(|(_, word)| !is_part(word));
    let rest: Vec<_> = rest.map(|(item, _)| item.to_token_stream().to_string()).collect();
    let rest = if rest.is_empty() { String::new() } else { format!("({})", rest.join(", ")) };
    let what = format_args!("unknown argument `{}` in `column`", words[0]);
    let mistake = Mistake::at(items[0].span(), what);
    Some(mistake.help(format_args!("remove `column`, and add `#[key{rest}]`")))
}

/// What is meant by unreadable arguments of `key` or `column`.
pub(super) fn meant(attribute: AttributeName, tokens: TokenStream) -> Meant {
    let vocabulary = if attribute == AttributeName::Key { &KEY } else { &COLUMN };
    meant::arguments(attribute, vocabulary, tokens)
}

impl KeyWords {
    /// The arguments that fill the column. `random` together with `shard` only modifies the shard.
    pub(crate) fn fills(&self) -> Vec<(FieldArgument, Span)> {
        let flag = |argument: FieldArgument, flag: &Option<Flag>| {
            flag.as_ref().map(|flag| (argument, flag.word))
        };
        let random =
            if self.shard.is_some() { None } else { flag(FieldArgument::Random, &self.random) };
        [
            flag(FieldArgument::Uuid, &self.uuid),
            flag(FieldArgument::UuidV7, &self.uuid_v7),
            flag(FieldArgument::Ulid, &self.ulid),
            flag(FieldArgument::UuidHigh, &self.uuid_high),
            flag(FieldArgument::UuidLow, &self.uuid_low),
            random,
            flag(FieldArgument::BitReversed, &self.bit_reversed),
            self.sequence.as_ref().map(|sequence| (FieldArgument::Sequence, sequence.word)),
            flag(FieldArgument::Identity, &self.identity),
            self.shard.as_ref().map(|shard| (FieldArgument::Shard, shard.word)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// `spread` and `allow_hotspot`.
    pub(crate) fn waivers(&self) -> Vec<Waiver> {
        waivers(self.spread.as_ref(), self.allow_hotspot.as_ref())
    }
}
