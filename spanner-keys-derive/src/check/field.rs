//! The arguments of one field: which of them can be combined.

use proc_macro2::Span;

use crate::attr::{
    ColumnWords, FieldArgument, FieldWords, KeyWords, SkipRange, StartCounter, Words, Written,
};
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
    sources.extend(column.counters());
    sources.extend(column.shard.as_ref().map(|shard| (FieldArgument::Shard, shard.word)));
    sources.extend(column.default.as_ref().map(|default| (FieldArgument::Default, default.word)));
    sources.extend(column.generated.as_ref().map(|sql| (FieldArgument::Generated, sql.word)));
    sources.extend(column.retry_id.as_ref().map(|flag| (FieldArgument::RetryId, flag.word)));
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
        [(FieldArgument::Shard, word)] if field.key.is_some() && column.shard.is_some() => mistakes
            .push(
                Mistake::at(*word, "`shard` of a key part is an argument of `key`")
                    .help("move `shard` and its options from `column` to `key`"),
            ),
        [(fill, word)] if field.key.is_some() && column.counters().next().is_some() => mistakes.push(
            Mistake::at(*word, format_args!("`{fill}` of a key part is an argument of `key`"))
                .help(format_args!("move `{fill}` from `column` to `key`")),
        ),
        [(FieldArgument::Generated, word)] if field.key.is_some() => mistakes.push(
            Mistake::at(
                *word,
                format_args!("key part `{}` cannot be a generated column", field.name),
            )
            .note("the application must know the key before it writes the row")
            .help("remove `generated`, and supply the value"),
        ),
        [(FieldArgument::RetryId, word)] if field.key.is_some() => mistakes.push(
            Mistake::at(*word, format_args!("key part `{}` cannot be a `retry_id`", field.name))
                .note("a `retry_id` is for rows whose key the database fills")
                .help("write `#[key(uuid)]`: the key is then known before the commit, and a retry writes the same row"),
        ),
        [(first, _), others @ ..] => {
            for (other, word) in others {
                let mistake = Mistake::at(
                    *word,
                    format_args!("`{first}` and `{other}` both fill the column `{}`", field.name),
                );
                mistakes.push(match first {
                    FieldArgument::Parent => mistake
                        .note("`parent` copies the value from the parent's key")
                        .help(format_args!("remove `{other}`")),
                    _ => mistake.help("keep one of them"),
                });
            }
        }
    }
}

fn in_key(field: &FieldWords, key: &KeyWords, mistakes: &mut Mistakes) {
    let no_shard = key.shard.is_none();
    if let Some(of) = key.of.as_ref().filter(|_| no_shard && field.column.shard.is_none()) {
        mistakes.push(without_shard(field, of.word, "of"));
    }
    let no_client = no_shard && field.column.shard.is_none() && key.uuid.is_none();
    if let Some(client) = key.client.as_ref().filter(|_| no_client) {
        mistakes.push(without_shard(field, client.word, "client"));
    }
    if let Some(skip) = &field.column.skip {
        mistakes.push(
            Mistake::at(skip.word, format_args!("key part `{}` cannot be skipped", field.name))
                .note("a field with `skip` is not a column")
                .help("remove `skip`"),
        );
    }
    if let Some(secret) = &field.column.secret {
        mistakes.push(
            Mistake::at(secret.word, format_args!("key part `{}` cannot be secret", field.name))
                .note("Debug of an insert, an update and an error shows the key")
                .help("remove `secret`"),
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
        no_counter("key", field, key.skip_range.as_ref(), key.start_counter.as_ref(), mistakes);
    }
}

/// `skip_range` and `start_counter` without anything that counts.
fn no_counter(
    attribute: &str,
    field: &FieldWords,
    range: Option<&Written<SkipRange>>,
    start: Option<&Written<StartCounter>>,
    mistakes: &mut Mistakes,
) {
    let range = range.map(|range| {
        let SkipRange(first, last) = range.value;
        ("skip_range", format!("skip_range({first}, {last})"), range.word)
    });
    let start = start
        .map(|start| ("start_counter", format!("start_counter = {}", start.value.0), start.word));
    for (name, written, word) in range.into_iter().chain(start) {
        let mistake = Mistake::at(word, format_args!("`{name}` requires `sequence` or `identity`"));
        mistakes.push(if is_i64(field) {
            mistake.help(format_args!(
                "write `#[{attribute}(identity, {written})]`, or remove `{name}`"
            ))
        } else {
            mistake.help(format_args!("remove `{name}`"))
        });
    }
}

/// The error for an option of a shard where there is none.
fn without_shard(field: &FieldWords, word: Span, option: &str) -> Mistake {
    let or_uuid = if option == "client" && field.key.is_some() { " or `uuid`" } else { "" };
    let mistake = Mistake::at(word, format_args!("`{option}` requires `shard`{or_uuid}"));
    if sources_of(field).is_empty() && is_i64(field) {
        // Without it, an integer of the key may be hot.
        let or_remove = field.key.is_none().then(|| format!(", or remove `{option}`"));
        mistake.help(format_args!("add `shard = 16`{}", or_remove.unwrap_or_default()))
    } else {
        mistake.help(format_args!("remove `{option}`"))
    }
}

/// Whether the type is named `i64`. Only the proposals of helps depend on it.
fn is_i64(field: &FieldWords) -> bool {
    matches!(&field.ty, syn::Type::Path(path) if path.path.is_ident("i64"))
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
        let mistake = Mistake::at(word, "`allow_hotspot` has no effect here");
        if *fill == FieldArgument::Shard && key.random.is_none() {
            mistake.note("a shard spreads the writes unless it hashes only few values; then the waiver belongs to the key part after it that arrives in order")
        } else {
            mistake.note(format_args!("`{fill}` already spreads the writes"))
        }
    } else {
        return;
    };
    mistakes.push(mistake.help(format_args!("remove `{kind}`")));
}

fn in_column(words: &Words, field: &FieldWords, mistakes: &mut Mistakes) {
    let column: &ColumnWords = &field.column;
    if column.counters().next().is_none() {
        let (range, start) = (column.skip_range.as_ref(), column.start_counter.as_ref());
        no_counter("column", field, range, start, mistakes);
    }
    if let (Some(flag), None) = (&column.computed_on_read, &column.generated) {
        mistakes.push(
            Mistake::at(flag.word, "`virtual` requires `generated`")
                .note("a `virtual` column is a generated column that is computed when it is read")
                .help(
                    match some_sql(words, field)
                        .filter(|_| sources_of(field).is_empty() && column.length.is_none())
                    {
                        Some(sql) => {
                            format!("write `generated = \"{sql}\", virtual`, or remove `virtual`")
                        }
                        None => String::from("remove `virtual`"),
                    },
                ),
        );
    }
    if let (Some(_), Some(_), Some(length)) =
        (&column.generated, &column.computed_on_read, &column.length)
    {
        mistakes.push(
            Mistake::at(length.word, "`length` has no effect on a `virtual` column")
                .note("a `virtual` column is not stored, so it has no length limit")
                .help("remove `length`, or remove `virtual` to store the value"),
        );
    }
    if let (Some(_), Some(flag)) = (&column.sql_type, &column.check_values) {
        mistakes.push(
            Mistake::at(flag.word, "`check_values` cannot be combined with `sql_type`")
                .note("the values of a type without a Rust type are not known")
                .help("remove `check_values`"),
        );
    }
    let input = super::shard::good_input(words, field);
    match &column.shard {
        None => {
            if let Some(of) = &column.of {
                mistakes.push(without_shard(field, of.word, "of"));
            }
            if let Some(client) = &column.client {
                let mistake = Mistake::at(client.word, "`client` requires `shard`");
                let fits = sources_of(field).is_empty() && is_i64(field) && column.of.is_none();
                mistakes.push(match input.as_ref().filter(|_| fits) {
                    Some(input) => mistake.help(format_args!(
                        "write `shard = 16, of({input}), client`, or remove `client`"
                    )),
                    None => mistake.help("remove `client`"),
                });
            }
        }
        Some(shard) => {
            if column.of.is_none() && field.key.is_none() {
                mistakes.push(
                    Mistake::at(shard.word, "a shard outside the key requires `of`")
                        .note("only a shard in the key is computed from the rest of the key by default")
                        .help(match input {
                            Some(input) => {
                                format!("add the fields to compute it from: `of({input})`")
                            }
                            None => String::from("name the fields to compute it from"),
                        }),
                );
            }
        }
    }
}

/// An example of SQL that is valid in this struct.
fn some_sql(words: &Words, field: &FieldWords) -> Option<String> {
    let fits = |other: &&FieldWords| {
        other.name != field.name
            && !other.broken
            && other.key.is_none()
            && sources_of(other).is_empty()
    };
    words.fields.iter().find(fits).map(|other| format!("{{{}}}", other.name))
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
                .note("an enum declares how it is stored itself, where it derives SpannerColumn")
                .help("remove `storage`"),
        );
    }
}
