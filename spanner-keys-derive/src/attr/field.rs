//! The attributes of a field: `key` and `column`.

use darling::FromMeta;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::LitStr;

use super::items::{items, read};
use super::lists::{Names, SkipRange, Sql};
use super::names::{AttributeName, FieldArgument};
use super::values::{Flag, Length, Reason, ShardCount, StartCounter, Written, waivers};
use crate::model::{Storage, Waiver};
use crate::words::{Mistakes, Vocabulary, nearest};

const KEY: Vocabulary = Vocabulary {
    of: "key",
    words: &[
        "uuid",
        "random",
        "bit_reversed",
        "sequence",
        "identity",
        "shard",
        "ulid",
        "uuid_v7",
        "parent",
        "desc",
        "spread",
        "allow_hotspot",
        "storage",
        "of",
        "client",
        "skip_range",
        "start_counter",
    ],
    hints: &[
        ("uuid_v4", "did you mean `uuid`?"),
        ("uuidv4", "did you mean `uuid`?"),
        ("uuid4", "did you mean `uuid`?"),
        ("v4", "did you mean `uuid`?"),
        ("primary", "write `#[key]`: every key part is part of the primary key"),
        ("primary_key", "write `#[key]`: every key part is part of the primary key"),
        ("auto_increment", "did you mean `identity`?"),
        ("autoincrement", "did you mean `identity`?"),
        ("serial", "did you mean `identity`?"),
        ("descending", "did you mean `desc`?"),
        ("asc", "remove it: key parts are ascending by default"),
        ("interleave", "write `#[key(parent)]` here and `#[interleave(Parent)]` on the struct"),
        ("count", "write `shard = 16`"),
        ("name", "add `#[column(name = \"Name\")]` next to `#[key]`"),
        ("length", "add `#[column(length = 256)]` next to `#[key]`"),
        ("default", "use `#[column(default = \"0\")]`"),
        ("generated", "use `#[column(generated = \"LOWER({name})\")]`"),
        ("virtual", "use `#[column(generated = \"LOWER({name})\", virtual)]`"),
        ("commit_timestamp", "add `#[column(commit_timestamp)]` next to `#[key]`"),
    ],
};

const COLUMN: Vocabulary = Vocabulary {
    of: "column",
    words: &[
        "name",
        "length",
        "default",
        "generated",
        "virtual",
        "commit_timestamp",
        "storage",
        "shard",
        "of",
        "client",
    ],
    hints: &[
        ("rename", "did you mean `name`?"),
        ("size", "did you mean `length`?"),
        ("max_length", "did you mean `length`?"),
        ("stored", "remove it: a `generated` column is stored unless it is `virtual`"),
        (
            "nullable",
            "make the field an `Option`: a column is nullable if its field is an `Option`",
        ),
        ("null", "make the field an `Option`: a column is nullable if its field is an `Option`"),
        ("not_null", "remove it: a column is NOT NULL unless its field is an `Option`"),
        ("unique", "write `#[index(Name, columns(field), unique)]` on the struct"),
        ("index", "write `#[index(Name, columns(field))]` on the struct"),
        ("check", "write `#[check(\"{total} >= 0\")]` on the struct"),
        ("key", "write `#[key]` on the field"),
        ("primary_key", "write `#[key]` on the field"),
        ("uuid", "`uuid` is an argument of `key`: `#[key(uuid)]`"),
        (
            "random",
            "`random` is an argument of `key`: `#[key(random)]`; a shard outside the key is computed, as in `shard = 16, of(id)`",
        ),
        ("ulid", "`ulid` is an argument of `key`: `#[key(ulid)]`"),
        ("uuid_v7", "`uuid_v7` is an argument of `key`: `#[key(uuid_v7)]`"),
        ("bit_reversed", "`bit_reversed` is an argument of `key`: `#[key(bit_reversed)]`"),
        ("sequence", "`sequence` is an argument of `key`: `#[key(sequence = \"EventSeq\")]`"),
        ("identity", "`identity` is an argument of `key`: `#[key(identity)]`"),
        ("parent", "`parent` is an argument of `key`: `#[key(parent)]`"),
        ("desc", "`desc` is an argument of `key`: `#[key(desc)]`"),
        ("spread", "`spread` is an argument of `key`: `#[key(spread = \"why\")]`"),
        (
            "allow_hotspot",
            "`allow_hotspot` is an argument of `key`: `#[key(allow_hotspot = \"why\")]`",
        ),
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
    pub(crate) length: Option<Written<Length>>,
    pub(crate) default: Option<Written<Sql>>,
    pub(crate) generated: Option<Written<Sql>>,
    #[darling(rename = "virtual")]
    pub(crate) computed_on_read: Option<Flag>,
    pub(crate) commit_timestamp: Option<Flag>,
    pub(crate) storage: Option<Written<Storage>>,
    pub(crate) shard: Option<Written<ShardCount>>,
    pub(crate) of: Option<Written<Names>>,
    pub(crate) client: Option<Flag>,
}

pub(super) fn key(tokens: TokenStream) -> darling::Result<KeyWords> {
    let mut mistakes = Mistakes::default();
    let items = items("key", tokens, &mut mistakes);
    read(&KEY, items, mistakes)
}

pub(super) fn column(tokens: TokenStream) -> darling::Result<ColumnWords> {
    let mut mistakes = Mistakes::default();
    let items = items("column", tokens, &mut mistakes);
    read(&COLUMN, items, mistakes)
}

/// The arguments that were most likely meant in an unreadable attribute. The stand-in is made from
/// them.
pub(super) fn meant(attribute: AttributeName, tokens: TokenStream) -> Vec<FieldArgument> {
    let vocabulary = if attribute == AttributeName::Key { &KEY } else { &COLUMN };
    let mut is_first = true;
    let mut meant = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(word) if is_first => meant.extend(
                nearest(&word.to_string(), vocabulary.words.iter().copied())
                    .and_then(FieldArgument::from_name),
            ),
            _ => {}
        }
        is_first = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
    }
    meant
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
