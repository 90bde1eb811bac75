//! The words on one field, against each other.

use crate::attr::{ColumnWords, FieldWords, FillWord, KeyWords, Words};
use crate::model::Storage;
use crate::words::{Mistake, Mistakes};

pub(super) fn check(words: &Words, at: usize, mistakes: &mut Mistakes) {
    let field = &words.fields[at];
    if field.broken {
        return;
    }
    writers(field, mistakes);
    if let Some(key) = &field.key {
        in_key(field, key, mistakes);
        waivers(key, mistakes);
    }
    in_column(words, field, mistakes);
    storage(field, mistakes);
}

/// At most one word may say where the value comes from.
pub(super) fn writers_of(field: &FieldWords) -> Vec<FillWord> {
    let column = &field.column;
    let parent = field
        .key
        .as_ref()
        .and_then(|key| key.parent.as_ref())
        .map(|parent| ("parent", parent.word));
    let mut writers: Vec<FillWord> = parent.into_iter().collect();
    writers.extend(field.key.as_ref().map(KeyWords::fills).unwrap_or_default());
    writers.extend(column.shard.as_ref().map(|shard| ("shard", shard.word)));
    writers.extend(column.default.as_ref().map(|default| ("default", default.word)));
    writers.extend(column.generated.as_ref().map(|generated| ("generated", generated.word)));
    if parent.is_none() {
        // An inherited part may repeat the parent's word.
        writers
            .extend(column.commit_timestamp.as_ref().map(|flag| ("commit_timestamp", flag.word)));
    }
    writers
}

fn writers(field: &FieldWords, mistakes: &mut Mistakes) {
    let column = &field.column;
    match writers_of(field).as_slice() {
        [] => {}
        [("shard", word)] if field.key.is_some() && column.shard.is_some() => mistakes.push(
            Mistake::at(*word, "the shard of a key part belongs to `key`")
                .help("write `#[key(shard = 16)]` in place of both attributes"),
        ),
        [("generated", word)] if field.key.is_some() => mistakes.push(
            Mistake::at(*word, format_args!("the key part `{}` cannot be generated", field.name))
                .note("the application must know the key before the database has seen the row")
                .help("remove `generated` and supply the value, or compute a shard with `#[key(shard = 16)]`"),
        ),
        [(first, _), others @ ..] => {
            for (other, word) in others {
                let mistake = Mistake::at(*word, format_args!("`{first}` and `{other}` both fill the column `{}`", field.name));
                mistakes.push(match *first {
                    "parent" => {
                        mistake.note("`parent` takes the value from the parent's key").help(format_args!("remove `{other}`"))
                    }
                    _ => mistake.help("keep one of them"),
                });
            }
        }
    }
}

fn in_key(field: &FieldWords, key: &KeyWords, mistakes: &mut Mistakes) {
    let no_shard = key.shard.is_none();
    if let Some(of) = key.of.as_ref().filter(|_| no_shard && field.column.shard.is_none()) {
        mistakes.push(
            Mistake::at(
                of.word,
                "`of` says what a shard is computed from, and there is no `shard`",
            )
            .help("write it after `shard = 16`, or remove it"),
        );
    }
    if let Some(client) = key.client.as_ref().filter(|_| no_shard && field.column.shard.is_none()) {
        mistakes.push(
            Mistake::at(client.word, "`client` says who computes a shard, and there is no `shard`")
                .help("write `shard = 16, client`, or remove it"),
        );
    }
    if let (Some(_), Some(random)) = (&key.shard, &key.random) {
        if key.client.is_some() {
            mistakes.push(
                Mistake::at(random.word, "`client` and `random` are two ways to fill one shard")
                    .note("`client` computes the shard from the key, `random` draws it")
                    .help("keep one of them"),
            );
        }
        if let Some(of) = &key.of {
            mistakes.push(
                Mistake::at(of.word, "`of` has no effect on a random shard")
                    .note("a random shard is drawn, not computed from other fields")
                    .help("keep `of` or `random`"),
            );
        }
    }
    if let (Some(_), Some(desc)) = (&key.shard, &key.desc) {
        mistakes.push(
            Mistake::at(desc.word, "`desc` has no effect on a shard")
                .note("shard numbers only spread the rows, nothing is read in their order")
                .help("remove `desc`, or write it on the key part after the shard"),
        );
    }
    if key.sequence.is_none() && key.identity.is_none() {
        let range = key
            .skip_range
            .as_ref()
            .map(|range| ("skip_range", "skip_range(1, 1_000_000)", range.word));
        let start = key
            .start_counter
            .as_ref()
            .map(|start| ("start_counter", "start_counter = 50", start.word));
        for (name, example, word) in range.into_iter().chain(start) {
            mistakes.push(
                Mistake::at(word, format_args!("`{name}` needs `sequence` or `identity`"))
                    .help(format_args!("write `#[key(identity, {example})]`, or remove `{name}`")),
            );
        }
    }
}

fn waivers(key: &KeyWords, mistakes: &mut Mistakes) {
    let waivers = key.waivers();
    let fills = key.fills();
    if let [(first, _), (second, word)] = waivers.as_slice() {
        mistakes.push(
            Mistake::at(*word, format_args!("`{first}` and `{second}` contradict each other"))
                .note("`spread` says that there is no hotspot, `allow_hotspot` says that there is one")
                .help("keep one of them"),
        );
    } else if let Some((waiver, word)) = waivers.first() {
        let mistake = if key.parent.is_some() {
            Mistake::at(*word, format_args!("`{waiver}` has no effect on a part of the parent's key"))
                .note("a child's rows are stored with their parent, so the parent's key decides how writes spread")
        } else if let (Some((fill, _)), true) = (fills.first(), *waiver == "spread") {
            Mistake::at(*word, "`spread` vouches for values that the application supplies")
                .note(format_args!("`{fill}` fills this key part"))
        } else if let Some((fill, _)) =
            fills.iter().find(|(fill, _)| !matches!(*fill, "ulid" | "uuid_v7"))
        {
            Mistake::at(*word, "`allow_hotspot` waives nothing here")
                .note(format_args!("`{fill}` spreads the writes by itself"))
        } else {
            return;
        };
        mistakes.push(mistake.help(format_args!("remove `{waiver}`")));
    }
}

fn in_column(words: &Words, field: &FieldWords, mistakes: &mut Mistakes) {
    let column: &ColumnWords = &field.column;
    if let (Some(flag), None) = (&column.computed_on_read, &column.generated) {
        mistakes.push(
            Mistake::at(flag.word, "`virtual` needs `generated`")
                .note("`virtual` says that a generated column is computed when it is read")
                .help(format_args!(
                    "write `generated = \"{}\", virtual`, or remove `virtual`",
                    some_sql(words, field)
                )),
        );
    }
    if let (Some(_), Some(length)) = (&column.computed_on_read, &column.length) {
        mistakes.push(
            Mistake::at(length.word, "`length` has no effect on a `virtual` column")
                .note("a column that is computed when it is read has no length of its own")
                .help("remove `length`, or remove `virtual` to store the value"),
        );
    }
    let example = words
        .fields
        .iter()
        .find(|other| other.key.is_some() && other.name != field.name)
        .map_or("id", |other| &other.name);
    match &column.shard {
        None => {
            if let Some(of) = &column.of {
                mistakes.push(
                    Mistake::at(
                        of.word,
                        "`of` says what a shard is computed from, and there is no `shard`",
                    )
                    .help("write it after `shard = 16`, or remove it"),
                );
            }
            if let Some(client) = &column.client {
                mistakes.push(
                    Mistake::at(
                        client.word,
                        "`client` says who computes a shard, and there is no `shard`",
                    )
                    .help(format_args!("write `shard = 16, of({example}), client`, or remove it")),
                );
            }
        }
        Some(shard) => {
            if column.of.is_none() && field.key.is_none() {
                mistakes.push(
                    Mistake::at(shard.word, "a shard outside the key needs `of`")
                        .note("only a shard in the key is computed from the rest of the key")
                        .help(format_args!(
                            "name the fields to compute it from: `shard = 16, of({example})`"
                        )),
                );
            }
        }
    }
}

/// SQL that this struct would take.
fn some_sql(words: &Words, field: &FieldWords) -> String {
    let fits = |other: &&FieldWords| {
        other.name != field.name
            && !other.broken
            && other.key.is_none()
            && other.column.commit_timestamp.is_none()
    };
    words
        .fields
        .iter()
        .find(fits)
        .map_or_else(|| String::from("0"), |other| format!("{{{}}}", other.name))
}

fn storage(field: &FieldWords, mistakes: &mut Mistakes) {
    let in_key = field.key.as_ref().and_then(|key| key.storage.as_ref());
    let in_column = field.column.storage.as_ref();
    if let (Some(_), Some(second)) = (in_key, in_column) {
        mistakes.push(
            Mistake::at(second.word, "`storage` is written in `key` and in `column`")
                .help("keep one of them"),
        );
        return;
    }
    let Some(storage) = in_key.or(in_column) else { return };
    let integer_fill = field
        .key
        .as_ref()
        .map(KeyWords::fills)
        .unwrap_or_default()
        .into_iter()
        .chain(field.column.shard.as_ref().map(|shard| ("shard", shard.word)))
        .find(|(fill, _)| !matches!(*fill, "uuid" | "uuid_v7" | "ulid"));
    if let Some((fill, _)) = integer_fill {
        mistakes.push(
            Mistake::at(storage.word, format_args!("`storage` does not go with `{fill}`"))
                .note(format_args!(
                    "`{fill}` fills an integer column, which is stored in one way only"
                ))
                .help("remove `storage`"),
        );
    } else if storage.value == Storage::Integer {
        mistakes.push(
            Mistake::at(storage.at, "`storage = integer` belongs on an enum")
                .note("a field takes `text`, `bytes`, and `native`; how an enum is stored is said once, where it is declared")
                .help("write `#[column(storage = integer)]` on the enum that derives `SpannerColumn`"),
        );
    }
}
