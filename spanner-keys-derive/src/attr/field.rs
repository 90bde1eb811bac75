//! The attributes of a field: `key` and `column`.

use darling::FromMeta;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::LitStr;

use super::items::{items, read};
use super::lists::{Names, SkipRange, Sql};
use super::values::{Flag, Length, Reason, ShardCount, StartCounter, Written};
use crate::model::Storage;
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
        ("asc", "leave it out: a key part is ascending unless it says `desc`"),
        ("interleave", "write `#[key(parent)]` here and `#[interleave(Parent)]` on the struct"),
        ("count", "write `shard = 16`"),
        ("name", "`name` belongs to `column`: `#[column(name = \"Name\")]` beside `#[key]`"),
        ("length", "`length` belongs to `column`: `#[column(length = 256)]` beside `#[key]`"),
        ("default", "`default` belongs to `column`: `#[column(default = \"0\")]`"),
        (
            "generated",
            "`generated` belongs to `column`: `#[column(generated = \"LOWER({name})\")]`",
        ),
        (
            "virtual",
            "`virtual` belongs to `column`: `#[column(generated = \"LOWER({name})\", virtual)]`",
        ),
        (
            "commit_timestamp",
            "`commit_timestamp` belongs to `column`: `#[column(commit_timestamp)]` beside `#[key]`",
        ),
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
        ("stored", "leave it out: `generated` is stored unless it says `virtual`"),
        ("nullable", "make the field an `Option`: that is what takes NULL"),
        ("null", "make the field an `Option`: that is what takes NULL"),
        ("not_null", "leave it out: a field is NOT NULL unless it is an `Option`"),
        ("unique", "write `#[index(Name, columns(field), unique)]` on the struct"),
        ("index", "write `#[index(Name, columns(field))]` on the struct"),
        ("check", "write `#[check(\"{total} >= 0\")]` on the struct"),
        ("key", "write `#[key]` on the field"),
        ("primary_key", "write `#[key]` on the field"),
        ("uuid", "`uuid` fills a key: `#[key(uuid)]`"),
        (
            "random",
            "`random` fills a key: `#[key(random)]`; a shard outside the key is computed, as in `shard = 16, of(id)`",
        ),
        ("ulid", "`ulid` fills a key: `#[key(ulid)]`"),
        ("uuid_v7", "`uuid_v7` fills a key: `#[key(uuid_v7)]`"),
        ("bit_reversed", "`bit_reversed` fills a key: `#[key(bit_reversed)]`"),
        ("sequence", "`sequence` fills a key: `#[key(sequence = \"EventSeq\")]`"),
        ("identity", "`identity` fills a key: `#[key(identity)]`"),
        ("parent", "`parent` belongs to `key`: `#[key(parent)]`"),
        ("desc", "`desc` belongs to `key`: `#[key(desc)]`"),
        ("spread", "`spread` belongs to `key`: `#[key(spread = \"why\")]`"),
        ("allow_hotspot", "`allow_hotspot` belongs to `key`: `#[key(allow_hotspot = \"why\")]`"),
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

/// The words that were most likely meant, where they cannot be read: a stand-in is made of them.
pub(super) fn meant(attribute: &str, tokens: TokenStream) -> Vec<&'static str> {
    let vocabulary = if attribute == "key" { &KEY } else { &COLUMN };
    let mut begins = true;
    let mut meant = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(word) if begins => {
                meant.extend(nearest(&word.to_string(), vocabulary.words.iter().copied()))
            }
            _ => {}
        }
        begins = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ',');
    }
    meant
}

/// A word that says who fills the column, as written and where.
pub(crate) type FillWord = (&'static str, Span);

impl KeyWords {
    /// The words that fill the column. `random` after `shard` is a manner of the shard.
    pub(crate) fn fills(&self) -> Vec<FillWord> {
        let flag =
            |name: &'static str, flag: &Option<Flag>| flag.as_ref().map(|flag| (name, flag.word));
        let random = if self.shard.is_some() { None } else { flag("random", &self.random) };
        [
            flag("uuid", &self.uuid),
            flag("uuid_v7", &self.uuid_v7),
            flag("ulid", &self.ulid),
            random,
            flag("bit_reversed", &self.bit_reversed),
            self.sequence.as_ref().map(|sequence| ("sequence", sequence.word)),
            flag("identity", &self.identity),
            self.shard.as_ref().map(|shard| ("shard", shard.word)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// `spread` or `allow_hotspot`.
    pub(crate) fn waivers(&self) -> Vec<FillWord> {
        let word = |name: &'static str, word: &Option<Written<Reason>>| {
            word.as_ref().map(|word| (name, word.word))
        };
        [word("spread", &self.spread), word("allow_hotspot", &self.allow_hotspot)]
            .into_iter()
            .flatten()
            .collect()
    }
}
