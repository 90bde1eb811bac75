//! Builds the model from the attributes. It leaves out what has mistakes, so that a stand-in can be
//! built from the rest.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, LitStr, Path, Type};

use super::{derives, key, names, shard};
use crate::attr::{
    ColumnWords, FieldArgument, FieldWords, ForeignKeyWords, IndexWords, KeyWords, Options, Words,
    Written,
};
use crate::model::{
    Check, CounterOptions, Extra, Field, Fill, ForeignKey, Index, IndexColumn, IndexParent,
    Interleave, Key, Known, OnDelete, PRIMITIVE, Shard, ShardBy, Spanned, SqlText, Table, Ttl,
};

/// The model of a table, without the parts that have mistakes.
pub(crate) fn table(words: &Words) -> Table {
    Table {
        ident: words.ident.clone(),
        vis: words.vis.clone(),
        docs: words.docs.clone(),
        new_name: names::new_row(words),
        key_name: names::key(words),
        of_new: derives::of_new(words),
        of_key: derives::of_key(words),
        deprecated: words.deprecated.clone(),
        krate: words.krate.clone(),
        name: words
            .table
            .name
            .as_ref()
            .map_or_else(|| words.ident.unraw().to_string(), |name| name.value.value()),
        schema: words.table.schema.as_ref().map(|schema| schema.value.value()),
        dialect: words.table.dialect.as_ref().map(|dialect| dialect.value.clone()),
        fields: fields(words),
        skipped: words
            .skipped
            .iter()
            .map(|field| (field.ident.clone(), field.ty.clone()))
            .collect(),
        // `check` has ensured that inherited parts come first.
        key: words
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.in_key)
            .map(|(at, _)| at)
            .collect(),
        interleave: words
            .interleave
            .as_ref()
            .filter(|interleave| !key::is_own(words, &interleave.parent))
            .map(|interleave| Interleave {
                parent: interleave.parent.clone(),
                on_delete: written_or_default(interleave.on_delete.as_ref()),
            }),
        indexes: words.indexes.iter().map(|written| index(words, written)).collect(),
        foreign_keys: words
            .foreign_keys
            .iter()
            .map(|written| foreign_key(words, written))
            .collect(),
        checks: words
            .checks
            .iter()
            .map(|check| Check {
                name: check.name.as_ref().map(|name| name.value.value()),
                sql: check.sql.clone(),
                fields: super::sql::named(words, &check.sql),
            })
            .collect(),
        options: options(words.table.options.as_ref()),
        renamed_from: former(words.table.renamed_from.as_ref()),
        ttl: words.ttl.as_ref().and_then(|ttl| {
            Some(Ttl { field: words.field(&ttl.column)?, span: ttl.column.span(), days: ttl.days })
        }),
    }
}

fn written_or_default(written: Option<&Written<OnDelete>>) -> OnDelete {
    written.map(|written| written.value).unwrap_or_default()
}

fn options(written: Option<&Written<Options>>) -> Vec<(String, LitStr)> {
    written.map(|options| options.value.0.clone()).unwrap_or_default()
}

/// The types that are single names. Only these are compared, because it would take longer to compare
/// more.
fn type_names(words: &Words) -> Vec<Option<String>> {
    let name = |field: &FieldWords| match &field.ty {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident().map(Ident::to_string),
        _ => None,
    };
    words.fields.iter().map(name).collect()
}

fn former(name: Option<&Written<LitStr>>) -> Option<String> {
    name.map(|name| name.value.value())
}

fn fields(words: &Words) -> Vec<Field> {
    let types = type_names(words);
    (0..words.fields.len()).map(|at| field(words, &types, at)).collect()
}

fn field(words: &Words, types: &[Option<String>], at: usize) -> Field {
    let field = &words.fields[at];
    let ty = types[at].as_ref();
    let storage =
        field.key.as_ref().and_then(|key| key.storage.as_ref()).or(field.column.storage.as_ref());
    Field {
        ident: field.ident.clone(),
        vis: field.vis.clone(),
        docs: field.docs.clone(),
        carried: field.carried.clone(),
        ty: field.ty.clone(),
        same_type: types[..at]
            .iter()
            .position(|other| ty.is_some() && other.as_ref() == ty)
            .unwrap_or(at),
        primitive: PRIMITIVE.iter().copied().find(|name| ty.is_some_and(|ty| ty == name)),
        column: names::column(words, field),
        name: field.name.clone(),
        length: field
            .column
            .length
            .as_ref()
            .map(|length| Spanned { value: length.value.0, span: length.at }),
        storage: storage.map(|storage| Spanned { value: storage.value, span: storage.at }),
        commit_timestamp: field.column.commit_timestamp.as_ref().map(|flag| flag.word).or_else(
            || field.meant.contains(&FieldArgument::CommitTimestamp).then(|| field.ident.span()),
        ),
        fill: fill(words, at),
        known: Known::All,
        extra: Extra {
            sql_type: field.column.sql_type.as_ref().map(|sql| sql.value.0.clone()),
            vector_length: field
                .column
                .vector_length
                .as_ref()
                .map(|length| Spanned { value: length.value.0, span: length.at }),
            hidden: field.column.hidden.is_some(),
            on_update: field.column.on_update.as_ref().map(|sql| sql.value.0.clone()),
            without_default: field
                .key
                .as_ref()
                .is_some_and(|key| key.uuid.is_some() && key.client.is_some()),
            check_values: field.column.check_values.as_ref().map(|flag| flag.word),
            secret: field.column.secret.is_some(),
            options: options(field.column.options.as_ref()),
            renamed_from: former(field.column.renamed_from.as_ref()),
        },
        key: match &field.key {
            Some(key) => Some(key_part(key)),
            None => field.in_key.then(|| Key {
                inherited: field.meant.contains(&FieldArgument::Parent).then(|| field.ident.span()),
                desc: None,
                waiver: None,
            }),
        },
    }
}

fn fill(words: &Words, at: usize) -> Fill {
    let field = &words.fields[at];
    if let Some(fill) = meant(field) {
        return fill;
    }
    if let Some(written) = shard::words_of(field) {
        let inputs = shard::inputs(words, at, &written);
        return Fill::Shard(Shard { count: written.count, inputs, by: written.by });
    }
    key_fill(field).unwrap_or_else(|| {
        let column = &field.column;
        if let Some(default) = &column.default {
            Fill::Default(default.value.0.clone())
        } else if let Some(generated) = &column.generated {
            Fill::Generated {
                sql: generated.value.0.clone(),
                stored: column.computed_on_read.is_none(),
            }
        } else if column.retry_id.is_some() {
            Fill::UuidV4
        } else if let Some(sequence) = &column.sequence {
            Fill::Sequence { name: sequence.value.value(), options: counter_options(column) }
        } else if column.identity.is_some() {
            Fill::Identity { options: counter_options(column) }
        } else {
            Fill::Supplied
        }
    })
}

fn counter_options(column: &ColumnWords) -> CounterOptions {
    CounterOptions {
        skip_range: column.skip_range.as_ref().map(|range| (range.value.0, range.value.1)),
        start_counter: column.start_counter.as_ref().map(|counter| counter.value.0),
    }
}

/// The fill that was most likely meant in unreadable attributes. It decides which fields the
/// stand-in has.
fn meant(field: &FieldWords) -> Option<Fill> {
    use FieldArgument::{
        AllowHotspot, BitReversed, Client, Default, Desc, Generated, Identity, Parent, Random,
        RetryId, Sequence, Spread, Supplied, Ulid, Uuid, UuidHigh, UuidLow, UuidV7, Virtual,
    };
    let has = |argument| field.meant.contains(&argument);
    let sql = || SqlText { googlesql: None, postgresql: None };
    let shard = |by| Fill::Shard(Shard { count: 2, inputs: Vec::new(), by });
    let unreadable_key = field.in_key && field.key.is_none();
    Some(match () {
        () if has(FieldArgument::Shard) && has(Random) => shard(ShardBy::Chance),
        () if has(FieldArgument::Shard) && has(Client) => shard(ShardBy::Client),
        () if has(FieldArgument::Shard) => shard(ShardBy::Database),
        () if has(BitReversed) => Fill::BitReversed,
        () if has(Sequence) || has(Identity) => {
            Fill::Identity { options: CounterOptions::default() }
        }
        () if has(Default) => Fill::Default(sql()),
        () if has(Generated) || has(Virtual) => Fill::Generated { sql: sql(), stored: true },
        () if has(RetryId) => Fill::UuidV4,
        () if !unreadable_key => return None,
        () if has(Parent) => Fill::Supplied,
        () if [Uuid, UuidV7, Ulid, UuidHigh, UuidLow, Random].into_iter().any(has) => Fill::UuidV4,
        () if [Desc, Spread, AllowHotspot, Supplied].into_iter().any(has) => Fill::Supplied,
        // Most arguments of `key` fill the column, so an unknown one most likely does, too.
        () => Fill::UuidV4,
    })
}

fn key_fill(field: &FieldWords) -> Option<Fill> {
    let key = field.key.as_ref()?;
    let options = CounterOptions {
        skip_range: key.skip_range.as_ref().map(|range| (range.value.0, range.value.1)),
        start_counter: key.start_counter.as_ref().map(|counter| counter.value.0),
    };
    let (fill, word) = *key.fills().first()?;
    Some(match fill {
        FieldArgument::Uuid => Fill::UuidV4,
        FieldArgument::UuidV7 => Fill::UuidV7(word),
        FieldArgument::Ulid => Fill::Ulid(word),
        FieldArgument::UuidHigh => Fill::UuidHalf { high: true },
        FieldArgument::UuidLow => Fill::UuidHalf { high: false },
        FieldArgument::Random => Fill::Random,
        FieldArgument::BitReversed => Fill::BitReversed,
        FieldArgument::Identity => Fill::Identity { options },
        FieldArgument::Sequence => {
            Fill::Sequence { name: key.sequence.as_ref()?.value.value(), options }
        }
        _ => return None,
    })
}

fn key_part(key: &KeyWords) -> Key {
    Key {
        inherited: key.parent.as_ref().map(|flag| flag.word),
        desc: key.desc.as_ref().map(|flag| flag.word),
        waiver: key.waivers().into_iter().next(),
    }
}

fn index(words: &Words, written: &IndexWords) -> Index {
    let rest = &written.rest;
    let column = |(name, desc): &(Ident, bool)| {
        Some(IndexColumn { field: words.field(name)?, span: name.span(), desc: *desc })
    };
    Index {
        name: written.name.clone(),
        columns: written.columns.0.iter().filter_map(column).collect(),
        storing: rest
            .storing
            .iter()
            .flat_map(|names| &names.value.0)
            .filter_map(|name| words.field(name))
            .collect(),
        unique: rest.unique.is_some(),
        null_filtered: rest.null_filtered.is_some(),
        keep_nulls: rest.keep_nulls.is_some(),
        not_null: rest
            .not_null
            .iter()
            .flat_map(|names| &names.value.0)
            .filter_map(|name| words.field(name))
            .collect(),
        options: options(rest.options.as_ref()),
        interleave: rest.interleave.as_ref().map(|path| {
            if key::is_own(words, &path.value) {
                IndexParent::OwnTable
            } else {
                IndexParent::Ancestor(path.value.clone())
            }
        }),
        waiver: rest.waivers().into_iter().next(),
    }
}

fn foreign_key(words: &Words, written: &ForeignKeyWords) -> ForeignKey {
    let own = |span: Span| {
        let mut ident = words.ident.clone();
        ident.set_span(span);
        Path::from(ident)
    };
    ForeignKey {
        columns: written
            .columns
            .iter()
            .filter_map(|name| Some(Spanned { value: words.field(name)?, span: name.span() }))
            .collect(),
        references: match written.references.path.get_ident() {
            // Generated code is outside of the struct's impl, where `Self` has no meaning.
            Some(path) if path == "Self" => own(path.span()),
            _ => written.references.path.clone(),
        },
        fields: written.references.fields.clone(),
        name: written.name.as_ref().map(|name| name.value.value()),
        on_delete: written_or_default(written.on_delete.as_ref()),
        waiver: written.waivers().into_iter().next(),
    }
}
