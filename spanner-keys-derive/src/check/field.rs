//! The arguments of one field: which of them can be combined.

use proc_macro2::Span;

use crate::attr::{ColumnWords, FieldArgument, FieldWords, KeyWords, Words};
use crate::model::{Storage, Waiver, WaiverKind};
use crate::words::{Mistake, Mistakes};

pub(super) fn check(words: &Words, at: usize, mistakes: &mut Mistakes) {
    let field = &words.fields[at];
    if field.broken {
        return;
    }
    sources(field, mistakes);
    if let Some(key) = &field.key {
        in_key(field, key, mistakes);
        waivers(key, mistakes);
    }
    in_column(words, field, mistakes);
    storage(field, mistakes);
}

/// The arguments that set where the value comes from. At most one is allowed.
pub(super) fn sources_of(field: &FieldWords) -> Vec<(FieldArgument, Span)> {
    let column = &field.column;
    let parent = field
        .key
        .as_ref()
        .and_then(|key| key.parent.as_ref())
        .map(|parent| (FieldArgument::Parent, parent.word));
    let mut sources: Vec<_> = parent.into_iter().collect();
    sources.extend(field.key.as_ref().map(KeyWords::fills).unwrap_or_default());
    sources.extend(column.shard.as_ref().map(|shard| (FieldArgument::Shard, shard.word)));
    sources.extend(column.default.as_ref().map(|default| (FieldArgument::Default, default.word)));
    sources.extend(column.generated.as_ref().map(|sql| (FieldArgument::Generated, sql.word)));
    if parent.is_none() {
        // An inherited part may repeat the parent's `commit_timestamp`.
        let commit = column.commit_timestamp.as_ref();
        sources.extend(commit.map(|flag| (FieldArgument::CommitTimestamp, flag.word)));
    }
    sources
}

fn sources(field: &FieldWords, mistakes: &mut Mistakes) {
    let column = &field.column;
    match sources_of(field).as_slice() {
        [] => {}
        [(FieldArgument::Shard, word)] if field.key.is_some() && column.shard.is_some() => mistakes.push(
            Mistake::at(*word, "`shard` of a key part is an argument of `key`")
                .help("replace both attributes with `#[key(shard = 16)]`"),
        ),
        [(FieldArgument::Generated, word)] if field.key.is_some() => mistakes.push(
            Mistake::at(*word, format_args!("key part `{}` cannot be a generated column", field.name))
                .note("the application must know the key before it writes the row")
                .help("remove `generated` and supply the value, or compute a shard with `#[key(shard = 16)]`"),
        ),
        [(first, _), others @ ..] => {
            for (other, word) in others {
                let mistake = Mistake::at(*word, format_args!("`{first}` and `{other}` both fill the column `{}`", field.name));
                mistakes.push(match first {
                    FieldArgument::Parent => {
                        mistake.note("`parent` copies the value from the parent's key").help(format_args!("remove `{other}`"))
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
            Mistake::at(of.word, "`of` requires `shard`").help("add `shard = 16`, or remove `of`"),
        );
    }
    if let Some(client) = key.client.as_ref().filter(|_| no_shard && field.column.shard.is_none()) {
        mistakes.push(
            Mistake::at(client.word, "`client` requires `shard`")
                .help("write `shard = 16, client`, or remove `client`"),
        );
    }
    if let (Some(_), Some(random)) = (&key.shard, &key.random) {
        if key.client.is_some() {
            mistakes.push(
                Mistake::at(random.word, "`client` and `random` cannot be combined")
                    .note("`client` computes the shard from the key, `random` picks a random one")
                    .help("keep one of them"),
            );
        }
        if let Some(of) = &key.of {
            mistakes.push(
                Mistake::at(of.word, "`of` has no effect on a random shard")
                    .note("a random shard is not computed from other fields")
                    .help("remove `of` or `random`"),
            );
        }
    }
    if let (Some(_), Some(desc)) = (&key.shard, &key.desc) {
        mistakes.push(
            Mistake::at(desc.word, "`desc` has no effect on a shard")
                .note("shard numbers only spread the rows; their order has no meaning")
                .help("remove `desc`, or move it to the key part after the shard"),
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
                Mistake::at(word, format_args!("`{name}` requires `sequence` or `identity`"))
                    .help(format_args!("write `#[key(identity, {example})]`, or remove `{name}`")),
            );
        }
    }
}

/// `spread` and `allow_hotspot` exclude each other.
pub(super) fn one_waiver(waivers: &[Waiver], mistakes: &mut Mistakes) {
    if let [first, second] = waivers {
        mistakes.push(
            Mistake::at(
                second.word,
                format_args!("`{}` and `{}` contradict each other", first.kind, second.kind),
            )
            .note("`spread` means that there is no hotspot, `allow_hotspot` that there is one")
            .help("keep one of them"),
        );
    }
}

fn waivers(key: &KeyWords, mistakes: &mut Mistakes) {
    let waivers = key.waivers();
    let fills = key.fills();
    one_waiver(&waivers, mistakes);
    let [waiver] = waivers.as_slice() else { return };
    let (kind, word) = (waiver.kind, waiver.word);
    let mistake = if key.parent.is_some() {
        Mistake::at(word, format_args!("`{kind}` has no effect on a part of the parent's key"))
            .note("a child's rows are stored with their parent, so the parent's key decides how writes spread")
    } else if let (Some((fill, _)), WaiverKind::Spread) = (fills.first(), kind) {
        Mistake::at(word, "`spread` applies only to values that the application supplies")
            .note(format_args!("`{fill}` fills this key part"))
    } else if let Some((fill, _)) =
        fills.iter().find(|(fill, _)| !matches!(fill, FieldArgument::Ulid | FieldArgument::UuidV7))
    {
        Mistake::at(word, "`allow_hotspot` has no effect here")
            .note(format_args!("`{fill}` already spreads the writes"))
    } else {
        return;
    };
    mistakes.push(mistake.help(format_args!("remove `{kind}`")));
}

fn in_column(words: &Words, field: &FieldWords, mistakes: &mut Mistakes) {
    let column: &ColumnWords = &field.column;
    if let (Some(flag), None) = (&column.computed_on_read, &column.generated) {
        mistakes.push(
            Mistake::at(flag.word, "`virtual` requires `generated`")
                .note("a `virtual` column is a generated column that is computed when it is read")
                .help(format_args!(
                    "write `generated = \"{}\", virtual`, or remove `virtual`",
                    some_sql(words, field)
                )),
        );
    }
    if let (Some(_), Some(length)) = (&column.computed_on_read, &column.length) {
        mistakes.push(
            Mistake::at(length.word, "`length` has no effect on a `virtual` column")
                .note("a `virtual` column is not stored, so it has no length limit")
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
                    Mistake::at(of.word, "`of` requires `shard`")
                        .help("add `shard = 16`, or remove `of`"),
                );
            }
            if let Some(client) = &column.client {
                mistakes.push(Mistake::at(client.word, "`client` requires `shard`").help(
                    format_args!("write `shard = 16, of({example}), client`, or remove `client`"),
                ));
            }
        }
        Some(shard) => {
            if column.of.is_none() && field.key.is_none() {
                mistakes.push(
                    Mistake::at(shard.word, "a shard outside the key requires `of`")
                        .note("only a shard in the key is computed from the rest of the key by default")
                        .help(format_args!(
                            "name the fields to compute it from: `shard = 16, of({example})`"
                        )),
                );
            }
        }
    }
}

/// An example of SQL that is valid in this struct.
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
            Mistake::at(second.word, "duplicate argument `storage` in `key` and `column`")
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
        .map(|(fill, _)| fill)
        .chain(field.column.shard.as_ref().map(|_| FieldArgument::Shard))
        .find(|fill| {
            !matches!(fill, FieldArgument::Uuid | FieldArgument::UuidV7 | FieldArgument::Ulid)
        });
    if let Some(fill) = integer_fill {
        mistakes.push(
            Mistake::at(storage.word, format_args!("`storage` cannot be combined with `{fill}`"))
                .note(format_args!(
                    "`{fill}` fills an integer column, which has only one storage format"
                ))
                .help("remove `storage`"),
        );
    } else if storage.value == Storage::Integer {
        mistakes.push(
            Mistake::at(storage.at, "`storage = integer` applies only to enums")
                .note("a field accepts `text`, `bytes`, and `native`; an enum declares its own storage")
                .help("write `#[column(storage = integer)]` on the enum that derives `SpannerColumn`"),
        );
    }
}
