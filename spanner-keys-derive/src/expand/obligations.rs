//! The questions for the compiler: which permission each field needs, written where the error
//! should point.
//!
//! Only what the words make possible is asked. A part behind one that spreads for certain, or in a
//! child table, can never be hot, so nothing is asked about it; most tables ask nothing at all.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::{check_at, table};
use crate::model::{Field, Fill, Index, IndexParent, Table};

pub(super) fn of(model: &Table) -> TokenStream {
    let mut questions = Questions::new(model);
    for (at, field) in model.fields.iter().enumerate() {
        words(&mut questions, at, field);
    }
    if let Some(ttl) = &model.ttl {
        let spec = spec(&model.fields[ttl.field]);
        questions.decide(
            &type_at(ttl.field, ttl.span),
            "MayExpireRows",
            quote!(__sk::holds_timestamp(#spec)),
        );
    }
    key(&mut questions);
    for (at, written) in model.indexes.iter().enumerate() {
        index(&mut questions, at, written);
    }
    foreign_keys(&mut questions);
    if let Some(interleave) = &model.interleave {
        questions.checks.extend(check_at(&interleave.parent, "check_interleave", &quote!(__TABLE)));
    }
    let aliases = aliases(model);
    let questions = questions.written();
    quote!(#aliases #questions)
}

/// What one table asks. All of it stands in one body with as few constants as can be: they are what
/// it costs the compiler.
struct Questions<'a> {
    model: &'a Table,
    /// Permissions that hang on a decision each: the type, the permission, and the decision.
    decisions: Vec<(TokenStream, Ident, TokenStream)>,
    /// What was found, as types.
    findings: TokenStream,
    /// How many of them there are.
    found: usize,
    /// Permissions that hang on what was found.
    asked: Vec<TokenStream>,
    /// Checks that may panic, each a constant of its own.
    checks: TokenStream,
}

impl<'a> Questions<'a> {
    fn new(model: &'a Table) -> Self {
        let (findings, checks) = (TokenStream::new(), TokenStream::new());
        Self { model, decisions: Vec::new(), findings, found: 0, asked: Vec::new(), checks }
    }

    /// One permission that a decision grants or refuses.
    fn decide(&mut self, ty: &impl ToTokens, name: &str, decision: TokenStream) {
        self.decisions.push((ty.to_token_stream(), format_ident!("{name}"), decision));
    }

    /// Several permissions that hang on one finding, of which at most one is refused.
    fn ask(&mut self, ty: &impl ToTokens, found: &TokenStream, questions: &[(&str, &str)]) {
        let name = format_ident!("__FOUND{}", self.found);
        self.found += 1;
        self.findings.extend(quote!(const #name: __sk::Outcome = #found;));
        for (question, finding) in questions {
            let finding = format_ident!("{finding}");
            self.decide(ty, question, quote!(#name.is_not(__sk::Outcome::#finding)));
        }
    }

    fn written(self) -> TokenStream {
        let ident = &self.model.ident;
        let Self { decisions, findings, asked, checks, .. } = self;
        let mut all = findings;
        let permissions: Vec<_> = decisions.iter().map(|(ty, name, decision)| {
            quote!(<#ty as __sk::#name<#ident, <__sk::Decision<{ #decision }> as __sk::Decided>::Verdict>>::asked)
        }).collect();
        all.extend(checks);
        if !permissions.is_empty() {
            all.extend(quote!(let _ = (#(#permissions,)*);));
        }
        all
    }
}

/// The verdicts that one constant of several decisions has.
const VERDICTS: [&str; 4] = ["First", "Second", "Third", "Fourth"];

/// A second name for each type that an error may have to show at another place than its field: one
/// that does not resolve is then reported once, at the field.
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
            Fill::Shard(shard) => {
                shard.inputs.iter().any(|input| input.field == at && input.span.is_some())
            }
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
fn spec(field: &Field) -> TokenStream {
    let ops = super::ops(field);
    quote!(#ops.spec)
}

/// What the words on one field ask of its type.
fn words(questions: &mut Questions<'_>, at: usize, field: &Field) {
    let model = questions.model;
    let spec = spec(field);
    let fill = match &field.fill {
        Fill::UuidV4 | Fill::UuidV7(_) => Some(("MayHoldUuid", quote!(__sk::holds_uuid(#spec)))),
        Fill::Ulid(_) => Some(("MayHoldUlid", quote!(__sk::holds_ulid(#spec)))),
        Fill::Random | Fill::BitReversed | Fill::Sequence { .. } | Fill::Identity { .. } => {
            Some(("MayHoldInt64", quote!(__sk::holds_int64(#spec))))
        }
        Fill::Shard(shard) => {
            for input in &shard.inputs {
                let (field, hashed) = (input.field, &model.fields[input.field]);
                let ty = input.span.map_or_else(
                    || hashed.ty.to_token_stream(),
                    |span| type_at(field, span).to_token_stream(),
                );
                let in_key = hashed.key.is_some();
                questions.decide(
                    &ty,
                    "MayBeHashed",
                    quote!(__sk::may_be_hashed(&__TABLE.columns[#field], #in_key)),
                );
            }
            Some(("MayHoldShard", quote!(__sk::holds_shard(#spec))))
        }
        Fill::Supplied | Fill::Default(_) | Fill::Generated { .. } => None,
    };
    if let Some((name, decision)) = fill {
        questions.decide(&field.ty, name, decision);
    }
    if let Some(length) = field.length {
        let value = length.value;
        let ty = type_at(at, length.span);
        questions.decide(&ty, "MayHaveLength", quote!(__sk::takes_length(#spec, #value)));
        if matches!(field.fill, Fill::UuidV4 | Fill::UuidV7(_) | Fill::Ulid(_)) {
            questions.decide(&ty, "MayBeThisLong", quote!(__sk::holds_its_id(&__TABLE.columns[#at])));
        }
    }
    if let Some(storage) = field.storage
        && let Some(word) = table::storage(storage.value)
    {
        questions.decide(
            &type_at(at, storage.span),
            "MayBeStoredSo",
            quote!(__sk::takes_storage(#spec, #word)),
        );
    }
    if let Some(word) = field.commit_timestamp {
        questions.decide(
            &type_at(at, word),
            "MayHoldCommitTimestamp",
            quote!(__sk::holds_timestamp(#spec)),
        );
    }
}

/// Whether the fill spreads the writes whatever its type: a shard may not, when its inputs have few
/// values.
fn spreads_for_certain(fill: &Fill) -> bool {
    matches!(
        fill,
        Fill::UuidV4
            | Fill::Random
            | Fill::BitReversed
            | Fill::Sequence { .. }
            | Fill::Identity { .. }
    )
}

fn key(questions: &mut Questions<'_>) {
    let model = questions.model;
    let mut decided = model.interleave.is_some();
    for (part, at) in model.key.iter().copied().enumerate() {
        let field = &model.fields[at];
        let Some(key) = &field.key else { continue };
        if key.inherited.is_some() {
            continue;
        }
        if let Some(waiver) = &key.waiver {
            questions.checks.extend(check_at(
                &word_at(waiver.word),
                "check_key_waiver",
                &quote!(__TABLE, #part),
            ));
        }
        let (found, spec) = (quote!(__sk::found_in_key(__TABLE, #part)), spec(field));
        match (&field.fill, decided) {
            (Fill::Supplied | Fill::Default(_), true) => {
                questions.decide(&field.ty, "MayBeKey", quote!(__sk::fits_key(#found)))
            }
            (Fill::Supplied | Fill::Default(_), false) => {
                // A commit timestamp is never hashed.
                let unhashed = if field.commit_timestamp.is_some() {
                    "CommitTimestampMayLead"
                } else {
                    "UnhashedTimestampMayLead"
                };
                let asked = [
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
                questions.ask(&field.ty, &found, &asked);
            }
            // A type that cannot hold the id is a mistake of its own, and the only one reported.
            (Fill::Ulid(word), false) => {
                let asked = [
                    ("UlidFillMayLead", "TimeOrdered"),
                    ("UlidFillMayLead", "FewBefore"),
                    ("UnhashedUlidFillMayLead", "UnhashedTimeOrdered"),
                ];
                questions.ask(
                    &type_at(at, *word),
                    &quote!(#found.only_if(__sk::holds_ulid(#spec))),
                    &asked,
                );
            }
            (Fill::UuidV7(word), false) => {
                let asked = [
                    ("UuidV7FillMayLead", "TimeOrdered"),
                    ("UuidV7FillMayLead", "FewBefore"),
                    ("UnhashedUuidV7FillMayLead", "UnhashedTimeOrdered"),
                ];
                questions.ask(
                    &type_at(at, *word),
                    &quote!(#found.only_if(__sk::holds_uuid(#spec))),
                    &asked,
                );
            }
            _ => {}
        }
        decided = decided || spreads_for_certain(&field.fill);
    }
}

fn index(questions: &mut Questions<'_>, at: usize, index: &Index) {
    let mut decided = index.interleave.is_some();
    for (place, column) in index.columns.iter().enumerate() {
        let field = &questions.model.fields[column.field];
        let found = quote!(__sk::found_in_index(__TABLE, #at, #place));
        let ty = type_at(column.field, column.span);
        match (&field.fill, decided) {
            (Fill::Ulid(_) | Fill::UuidV7(_), false) => {
                let asked = [
                    ("TimeOrderedFillMayLeadIndex", "TimeOrdered"),
                    ("TimeOrderedFillMayLeadIndex", "FewBefore"),
                ];
                questions.ask(&ty, &found, &asked);
            }
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, false) => {
                let asked = [
                    ("MayBeIndexed", "KeyType"),
                    ("TimestampMayLeadIndex", "Timestamp"),
                    ("DateMayLeadIndex", "Date"),
                    ("TimeOrderedIdMayLeadIndex", "TimeOrdered"),
                    ("MayFollowFewValuesInIndex", "FewBefore"),
                ];
                questions.ask(&ty, &found, &asked);
            }
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, true)
                if field.key.is_none() =>
            {
                questions.decide(&ty, "MayBeIndexed", quote!(__sk::fits_key(#found)));
            }
            _ => {}
        }
        decided = decided || spreads_for_certain(&field.fill);
    }
    let arguments = quote!(__TABLE, #at);
    questions.checks.extend(match &index.interleave {
        Some(IndexParent::Ancestor(path)) => check_at(path, "check_index", &arguments),
        _ => check_at(&index.name, "check_index", &arguments),
    });
    let waiver = index.allow_hotspot.as_ref();
    questions.checks.extend(
        waiver.map(|reason| check_at(&word_at(reason.span), "check_index_waiver", &arguments)),
    );
}

fn foreign_keys(questions: &mut Questions<'_>) {
    for (at, key) in questions.model.foreign_keys.iter().enumerate() {
        let other = table::other(at);
        for (place, field) in key.fields.iter().enumerate() {
            questions.checks.extend(check_at(
                field,
                "check_foreign_key",
                &quote!(__TABLE, #at, #place, #other),
            ));
        }
    }
}

/// A token that is there only for its place.
fn word_at(span: Span) -> TokenStream {
    quote::quote_spanned!(span=> word)
}
