//! From words to the model. Words with mistakes are left out of it, for a stand-in is made of the
//! rest.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, Path};

use super::{key, names, shard};
use crate::attr::{FieldWords, ForeignKeyWords, IndexWords, KeyWords, Words};
use crate::model::{
    Check, CounterOptions, Field, Fill, ForeignKey, Index, IndexColumn, IndexParent, Interleave,
    Key, Shard, ShardBy, Spanned, SqlText, Table, Ttl, Waiver, WaiverKind,
};

pub(crate) fn table(words: &Words) -> Table {
    Table {
        ident: words.ident.clone(),
        vis: words.vis.clone(),
        krate: words.krate.clone(),
        name: words
            .table
            .name
            .as_ref()
            .map_or_else(|| words.ident.unraw().to_string(), |name| name.value.value()),
        schema: words.table.schema.as_ref().map(|schema| schema.value.value()),
        fields: (0..words.fields.len()).map(|at| field(words, at)).collect(),
        // Inherited parts come first because `check` demands it of the fields.
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
                cascade: interleave
                    .on_delete
                    .as_ref()
                    .is_some_and(|on_delete| on_delete.value.cascade),
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
            })
            .collect(),
        ttl: words.ttl.as_ref().and_then(|ttl| {
            Some(Ttl { field: words.field(&ttl.column)?, span: ttl.column.span(), days: ttl.days })
        }),
    }
}

fn field(words: &Words, at: usize) -> Field {
    let field = &words.fields[at];
    let storage =
        field.key.as_ref().and_then(|key| key.storage.as_ref()).or(field.column.storage.as_ref());
    Field {
        ident: field.ident.clone(),
        vis: field.vis.clone(),
        ty: field.ty.clone(),
        column: names::column(words, field),
        name: field.name.clone(),
        length: field
            .column
            .length
            .as_ref()
            .map(|length| Spanned { value: length.value.0, span: length.at }),
        storage: storage.map(|storage| Spanned { value: storage.value, span: storage.at }),
        commit_timestamp: field
            .column
            .commit_timestamp
            .as_ref()
            .map(|flag| flag.word)
            .or_else(|| field.meant.contains(&"commit_timestamp").then(|| field.ident.span())),
        fill: fill(words, at),
        key: match &field.key {
            Some(key) => Some(key_part(key)),
            None => field.in_key.then(|| Key {
                inherited: field.meant.contains(&"parent").then(|| field.ident.span()),
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
        } else {
            Fill::Supplied
        }
    })
}

/// The fill that was most likely meant by words that cannot be read: it decides what a stand-in
/// asks for.
fn meant(field: &FieldWords) -> Option<Fill> {
    let says = |word| field.meant.contains(&word);
    let sql = || SqlText { googlesql: None, postgresql: None };
    let shard = |by| Fill::Shard(Shard { count: 2, inputs: Vec::new(), by });
    let unreadable_key = field.in_key && field.key.is_none();
    Some(match () {
        () if says("shard") && says("random") => shard(ShardBy::Chance),
        () if says("shard") && says("client") => shard(ShardBy::Client),
        () if says("shard") => shard(ShardBy::Database),
        () if says("bit_reversed") => Fill::BitReversed,
        () if says("sequence") || says("identity") => {
            Fill::Identity { options: CounterOptions::default() }
        }
        () if says("default") => Fill::Default(sql()),
        () if says("generated") || says("virtual") => Fill::Generated { sql: sql(), stored: true },
        () if !unreadable_key => return None,
        () if ["parent", "desc", "spread", "allow_hotspot"].into_iter().any(says) => Fill::Supplied,
        // Most words in `key` fill the part, so one like no other is taken for such a word.
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
        "uuid" => Fill::UuidV4,
        "uuid_v7" => Fill::UuidV7(word),
        "ulid" => Fill::Ulid(word),
        "random" => Fill::Random,
        "bit_reversed" => Fill::BitReversed,
        "identity" => Fill::Identity { options },
        _ => Fill::Sequence { name: key.sequence.as_ref()?.value.value(), options },
    })
}

fn key_part(key: &KeyWords) -> Key {
    let spread = key.spread.as_ref().map(|reason| (WaiverKind::Spread, reason));
    let hot = key.allow_hotspot.as_ref().map(|reason| (WaiverKind::AllowHotspot, reason));
    Key {
        inherited: key.parent.as_ref().map(|flag| flag.word),
        desc: key.desc.as_ref().map(|flag| flag.word),
        waiver: spread.or(hot).map(|(kind, reason)| Waiver {
            kind,
            word: reason.word,
            reason: reason.value.0.clone(),
        }),
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
        interleave: rest.interleave.as_ref().map(|path| {
            if key::is_own(words, &path.value) {
                IndexParent::OwnTable
            } else {
                IndexParent::Ancestor(path.value.clone())
            }
        }),
        allow_hotspot: rest
            .allow_hotspot
            .as_ref()
            .map(|reason| Spanned { value: reason.value.0.clone(), span: reason.word }),
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
            // Generated code stands outside of the struct's own impl.
            Some(path) if path == "Self" => own(path.span()),
            _ => written.references.path.clone(),
        },
        fields: written.references.fields.clone(),
        name: written.name.as_ref().map(|name| name.value.value()),
        cascade: written.on_delete.as_ref().is_some_and(|on_delete| on_delete.value.cascade),
    }
}
