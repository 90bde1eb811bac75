//! The questions for the compiler: which permission each field needs, written where the error should point.
//!
//! Only what the words make possible is asked. A part behind one that spreads for certain, or in a child table, can never be
//! hot, so nothing is asked about it; most tables ask nothing at all.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::{check_at, private, table};
use crate::model::{Field, Fill, Index, IndexParent, Table};

pub(super) fn of(model: &Table) -> TokenStream {
    let mut all = aliases(model);
    all.extend(model.fields.iter().enumerate().map(|(at, field)| words(model, at, field)));
    all.extend(key(model));
    all.extend(model.indexes.iter().enumerate().map(|(at, index)| self::index(model, at, index)));
    all.extend(foreign_keys(model));
    if let Some(interleave) = &model.interleave {
        let table = table_of();
        all.extend(check_at(&interleave.parent, "check_interleave", &quote!(&#table)));
    }
    all.extend(model.ttl.as_ref().map(|ttl| {
        let p = private();
        let field = ttl.field;
        let spec = spec(field);
        permission(model, &type_at(field, ttl.span), "MayExpireRows", &quote!(#p::holds_timestamp(#spec)))
    }));
    all
}

/// A second name for each type that an error may have to show at another place than its field: one that does not resolve
/// is then reported once, at the field.
fn aliases(model: &Table) -> TokenStream {
    model
        .fields
        .iter()
        .enumerate()
        .filter(|(at, field)| is_shown_elsewhere(model, *at, field))
        .map(|(at, field)| {
            let (alias, ty) = (alias(at), &field.ty);
            quote!(type #alias = #ty;)
        })
        .collect()
}

fn is_shown_elsewhere(model: &Table, at: usize, field: &Field) -> bool {
    field.length.is_some()
        || field.storage.is_some()
        || field.commit_timestamp.is_some()
        || matches!(field.fill, Fill::Ulid(_) | Fill::UuidV7(_))
        || model.ttl.as_ref().is_some_and(|ttl| ttl.field == at)
        || model.indexes.iter().any(|index| index.columns.iter().any(|column| column.field == at))
        || model.fields.iter().any(|other| match &other.fill {
            Fill::Shard(shard) => shard.inputs.iter().any(|input| input.field == at && input.span.is_some()),
            _ => false,
        })
}

fn alias(at: usize) -> Ident {
    format_ident!("__Type{at}")
}

/// The field's type, so that an error about it points at `place`.
fn type_at(at: usize, place: Span) -> Ident {
    let mut alias = alias(at);
    alias.set_span(place);
    alias
}

/// What is known of the field's type.
fn spec(at: usize) -> TokenStream {
    let ops = super::ops(at);
    quote!(#ops.spec)
}

fn table_of() -> TokenStream {
    quote!((*__TABLE))
}

/// One permission that a decision grants or refuses.
fn permission(model: &Table, ty: &impl ToTokens, name: &str, decision: &TokenStream) -> TokenStream {
    let (p, ident, name) = (private(), &model.ident, format_ident!("{name}"));
    quote!(const _: () = <#ty as #p::#name<#ident, <#p::If<{ #decision }> as #p::Decision>::Verdict>>::CHECKED;)
}

/// What the words on one field ask of its type.
fn words(model: &Table, at: usize, field: &Field) -> TokenStream {
    let p = private();
    let table = table_of();
    let mut all = TokenStream::new();
    let spec = spec(at);
    let holds = |name, decision: TokenStream| permission(model, &field.ty, name, &decision);
    let fill = match &field.fill {
        Fill::UuidV4 | Fill::UuidV7(_) => Some(holds("MayHoldUuid", quote!(#p::holds_uuid(#spec)))),
        Fill::Ulid(_) => Some(holds("MayHoldUlid", quote!(#p::holds_ulid(#spec)))),
        Fill::Random | Fill::BitReversed | Fill::Sequence { .. } | Fill::Identity { .. } => {
            Some(holds("MayHoldInt64", quote!(#p::holds_int64(#spec))))
        }
        Fill::Shard(shard) => {
            all.extend(shard.inputs.iter().map(|input| {
                let (field, hashed) = (input.field, &model.fields[input.field]);
                let ty = input.span.map_or_else(|| hashed.ty.to_token_stream(), |span| type_at(field, span).to_token_stream());
                let in_key = hashed.key.is_some();
                permission(model, &ty, "MayBeHashed", &quote!(#p::may_be_hashed(&#table.columns[#field], #in_key)))
            }));
            Some(holds("MayHoldShard", quote!(#p::holds_shard(#spec))))
        }
        Fill::Supplied | Fill::Default(_) | Fill::Generated { .. } => None,
    };
    all.extend(fill);
    if let Some(length) = field.length {
        let value = length.value;
        let decision = quote!(#p::takes_length(#spec, #value));
        let ty = type_at(at, length.span);
        all.extend(permission(model, &ty, "MayHaveLength", &decision));
        if matches!(field.fill, Fill::UuidV4 | Fill::UuidV7(_) | Fill::Ulid(_)) {
            all.extend(permission(model, &ty, "MayBeThisLong", &quote!(#p::holds_its_id(&#table.columns[#at]))));
        }
    }
    if let Some(storage) = field.storage
        && let Some(word) = table::storage(storage.value)
    {
        let decision = quote!(#p::takes_storage(#spec, #word));
        all.extend(permission(model, &type_at(at, storage.span), "MayBeStoredSo", &decision));
    }
    if let Some(word) = field.commit_timestamp {
        let decision = quote!(#p::holds_timestamp(#spec));
        all.extend(permission(model, &type_at(at, word), "MayHoldCommitTimestamp", &decision));
    }
    all
}

/// Whether the fill spreads the writes whatever its type: a shard may not, when its inputs have few values.
fn spreads_for_certain(fill: &Fill) -> bool {
    matches!(fill, Fill::UuidV4 | Fill::Random | Fill::BitReversed | Fill::Sequence { .. } | Fill::Identity { .. })
}

fn key(model: &Table) -> TokenStream {
    let p = private();
    let table = table_of();
    let mut decided = model.interleave.is_some();
    let mut all = TokenStream::new();
    for (part, at) in model.key.iter().copied().enumerate() {
        let field = &model.fields[at];
        let Some(key) = &field.key else { continue };
        if key.inherited.is_some() {
            continue;
        }
        if let Some(waiver) = &key.waiver {
            all.extend(check_at(&word_at(waiver.word), "check_key_waiver", &quote!(&#table, #part)));
        }
        let (found, spec) = (quote!(#p::found_in_key(&#table, #part)), spec(at));
        all.extend(match (&field.fill, decided) {
            (Fill::Supplied | Fill::Default(_), true) => ask(model, &field.ty, &found, &[("MayBeKey", "KeyType")]),
            (Fill::Supplied | Fill::Default(_), false) => {
                // A commit timestamp is never hashed.
                let unhashed = if field.commit_timestamp.is_some() { "CommitTimestampMayLead" } else { "UnhashedTimestampMayLead" };
                let questions = [
                    ("MayBeKey", "KeyType"),
                    ("TimestampMayLead", "Timestamp"),
                    (unhashed, "UnhashedTimestamp"),
                    ("DateMayLead", "Date"),
                    ("TimeOrderedIdMayLead", "TimeOrdered"),
                    ("UnhashedIdMayLead", "UnhashedTimeOrdered"),
                    ("IntegerMayLead", "Integer"),
                    ("MayFollowFewValues", "FewBefore"),
                    ("IntegerMayFollowFewValues", "FewBeforeInteger"),
                ];
                ask(model, &field.ty, &found, &questions)
            }
            // A type that cannot hold the id is a mistake of its own, and the only one reported.
            (Fill::Ulid(word), false) => {
                let questions = [
                    ("UlidFillMayLead", "TimeOrdered"),
                    ("UlidFillMayLead", "FewBefore"),
                    ("UnhashedUlidFillMayLead", "UnhashedTimeOrdered"),
                ];
                ask(model, &type_at(at, *word), &quote!(#p::found_if(#p::holds_ulid(#spec), #found)), &questions)
            }
            (Fill::UuidV7(word), false) => {
                let questions = [
                    ("UuidV7FillMayLead", "TimeOrdered"),
                    ("UuidV7FillMayLead", "FewBefore"),
                    ("UnhashedUuidV7FillMayLead", "UnhashedTimeOrdered"),
                ];
                ask(model, &type_at(at, *word), &quote!(#p::found_if(#p::holds_uuid(#spec), #found)), &questions)
            }
            _ => TokenStream::new(),
        });
        decided = decided || spreads_for_certain(&field.fill);
    }
    all
}

/// Several permissions that hang on one finding, of which at most one is refused.
fn ask(model: &Table, ty: &impl ToTokens, found: &TokenStream, questions: &[(&str, &str)]) -> TokenStream {
    let (p, ident) = (private(), &model.ident);
    let count = questions.len();
    let permissions = questions.iter().map(|(name, finding)| {
        let (name, finding) = (format_ident!("{name}"), format_ident!("{finding}"));
        quote!(<#ty as #p::#name<#ident, <__Found as #p::Findings>::#finding>>::CHECKED)
    });
    quote! {
        const _: [(); #count] = {
            type __Found = #p::Found<{ #found }>;
            [#(#permissions),*]
        };
    }
}

fn index(model: &Table, at: usize, index: &Index) -> TokenStream {
    let p = private();
    let table = table_of();
    let mut decided = index.interleave.is_some();
    let mut all = TokenStream::new();
    for (place, column) in index.columns.iter().enumerate() {
        let field = &model.fields[column.field];
        let found = quote!(#p::found_in_index(&#table, #at, #place));
        let ty = type_at(column.field, column.span);
        all.extend(match (&field.fill, decided) {
            (Fill::Ulid(_) | Fill::UuidV7(_), false) => ask(
                model,
                &ty,
                &found,
                &[("TimeOrderedFillMayLeadIndex", "TimeOrdered"), ("TimeOrderedFillMayLeadIndex", "FewBefore")],
            ),
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, false) => {
                let questions = [
                    ("MayBeIndexed", "KeyType"),
                    ("TimestampMayLeadIndex", "Timestamp"),
                    ("DateMayLeadIndex", "Date"),
                    ("TimeOrderedIdMayLeadIndex", "TimeOrdered"),
                    ("MayFollowFewValuesInIndex", "FewBefore"),
                ];
                ask(model, &ty, &found, &questions)
            }
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, true) if field.key.is_none() => {
                ask(model, &ty, &found, &[("MayBeIndexed", "KeyType")])
            }
            _ => TokenStream::new(),
        });
        decided = decided || spreads_for_certain(&field.fill);
    }
    let arguments = quote!(&#table, #at);
    all.extend(match &index.interleave {
        Some(IndexParent::Ancestor(path)) => check_at(path, "check_index", &arguments),
        _ => check_at(&index.name, "check_index", &arguments),
    });
    all.extend(index.allow_hotspot.as_ref().map(|reason| check_at(&word_at(reason.span), "check_index_waiver", &arguments)));
    all
}

fn foreign_keys(model: &Table) -> TokenStream {
    let table = table_of();
    let checks = model.foreign_keys.iter().enumerate().flat_map(|(at, key)| {
        let (table, other) = (&table, table::other(at));
        key.fields
            .iter()
            .enumerate()
            .map(move |(place, field)| check_at(field, "check_foreign_key", &quote!(&#table, #at, #place, #other)))
    });
    checks.collect()
}

/// A token that is there only for its place.
fn word_at(span: Span) -> TokenStream {
    quote::quote_spanned!(span=> word)
}
