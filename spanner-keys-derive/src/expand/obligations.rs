//! The questions for the compiler: which permission each field needs, written where the error
//! should point.
//!
//! The derive does not know types, so it cannot judge them. It writes down questions, and the
//! compiler answers them with the functions of `spanner_keys::rules`. There are two kinds:
//!
//! - A *permission* is about the type of a field: [`Questions::ask`], or [`Questions::ask_about`]
//!   where one outcome decides on several permissions. The trait of that name in
//!   `rules/permissions.rs` holds the words of the error.
//! - A *check* is about a whole table, a pair of tables, or an index: [`Questions::check`]. The
//!   function panics with the words of the error.
//!
//! To add a permission: add its trait to `permissions.rs`, export its `const fn` from `private.rs`,
//! and ask for it in [`words`], [`key`] or [`index`].
//!
//! Only what the attributes make possible is asked. A part behind one that spreads for certain can
//! never be hot, so nothing is asked about it; most tables ask little.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::{check_at, table};
use crate::limits::INDEXES;
use crate::model::{Field, Fill, Index, IndexParent, ShardBy, Table};

pub(super) fn of(model: &Table) -> TokenStream {
    let mut questions = Questions::new(model);
    for (at, field) in model.fields.iter().enumerate() {
        words(&mut questions, at, field);
    }
    if let Some(ttl) = &model.ttl {
        let field = &model.fields[ttl.field];
        let (ty, spec) = (type_at(field, ttl.span), spec(ttl.field));
        questions.ask(&ty, "MayExpireRows", &quote!(__sk::holds_timestamp(#spec)));
    }
    key(&mut questions);
    for (at, written) in model.indexes.iter().enumerate() {
        index(&mut questions, at, written);
    }
    foreign_keys(&mut questions);
    if let Some(interleave) = &model.interleave {
        questions.check(&interleave.parent, "check_interleave", &quote!(__TABLE));
    }
    texts(&mut questions);
    if needs_table_check(model) {
        questions.check(&model.ident, "check_table", &quote!(__TABLE));
    }
    let aliases = aliases(model);
    let parent_types = parent_types(model);
    let questions = questions.written();
    quote!(#aliases #parent_types #questions)
}

/// All questions of one table.
struct Questions<'a> {
    model: &'a Table,
    /// The outcomes that several permissions depend on, each a type.
    outcomes: TokenStream,
    /// The permissions, each as the path of a function that exists only where it is granted.
    permissions: Vec<TokenStream>,
    /// The checks, each a constant.
    checks: TokenStream,
}

impl<'a> Questions<'a> {
    fn new(model: &'a Table) -> Self {
        let (outcomes, checks) = (TokenStream::new(), TokenStream::new());
        Self { model, outcomes, permissions: Vec::new(), checks }
    }

    /// Asks for a permission, which `allows` (a `bool`) grants or refuses. The error points at
    /// `ty`.
    fn ask(&mut self, ty: &impl ToTokens, permission: &str, allows: &TokenStream) {
        self.permission(ty, permission, &quote!(__sk::Verdict<{ #allows }>));
    }

    /// Asks for several permissions, of which at most one is refused: each depends on another
    /// outcome. The value `outcome` becomes the type `name`.
    fn ask_about(
        &mut self,
        ty: &impl ToTokens,
        (name, outcome): (&Ident, &TokenStream),
        permissions: &[(&str, &str)],
    ) {
        self.outcomes.extend(quote!(type #name = __sk::Found<{ #outcome.code() }>;));
        for (permission, finding) in permissions {
            let finding = format_ident!("{finding}");
            self.permission(ty, permission, &quote!(<#name as __sk::Findings>::#finding));
        }
    }

    fn permission(&mut self, ty: &impl ToTokens, permission: &str, verdict: &TokenStream) {
        let (table, permission) = (&self.model.ident, format_ident!("{permission}"));
        self.permissions.push(quote!(<#ty as __sk::#permission<#table, #verdict>>::asked));
    }

    /// Calls a function that panics where a rule refuses. The error points at `place`.
    fn check(&mut self, place: &impl ToTokens, function: &str, arguments: &TokenStream) {
        self.checks.extend(check_at(place, function, arguments));
    }

    fn written(self) -> TokenStream {
        let Self { outcomes, permissions, checks, .. } = self;
        let permissions = (!permissions.is_empty()).then(|| quote!(let _ = (#(#permissions,)*);));
        quote!(#outcomes #checks #permissions)
    }
}

/// Asks for the Rust types of the parent's key: the fields marked `parent` are the same. A function
/// with the condition that there is a parent, so that a path that is not a table is one error.
fn parent_types(model: &Table) -> Option<TokenStream> {
    let (parent, table) = (&model.interleave.as_ref()?.parent, &model.ident);
    let inherited = model.key.iter().enumerate().filter_map(|(part, at)| {
        let field = &model.fields[*at];
        let (ty, position) = (&field.ty, format_ident!("Part{part}"));
        field.is_inherited().then(|| {
            quote! {
                <#ty as __sk::MayInherit<
                    #table,
                    <__sk::KeyTypes<#parent> as __sk::PartTypes>::#position,
                    __sk::Decision<{ __sk::same_as_parent(__TABLE, __PARENT, #part) }>,
                >>::asked
            }
        })
    });
    let condition = table::where_parent_is_table(model, &[]);
    Some(quote! {
        #[allow(dead_code)]
        fn __inherits() #condition {
            let _ = (#(#inherited,)*);
        }
    })
}

/// Whether a table could break a rule about the whole table that `check` cannot decide: the columns
/// that SQL uses depend on each other, and on the parent, or there are too many indexes.
fn needs_table_check(model: &Table) -> bool {
    model.schema.is_some()
        || model.indexes.len() > INDEXES
        || model.fields.iter().any(|field| matches!(field.fill, Fill::Generated { .. }))
        || model.checks.iter().any(|check| {
            check.fields.is_empty()
                || check.fields.iter().any(|at| model.fields[*at].is_inherited())
        })
}

/// Asks whether the SQL texts stay where they are put.
fn texts(questions: &mut Questions<'_>) {
    let columns = questions.model.fields.iter().filter_map(|field| match &field.fill {
        Fill::Default(sql) | Fill::Generated { sql, .. } => Some(sql),
        _ => None,
    });
    let checks = questions.model.checks.iter().map(|check| &check.sql);
    for sql in columns.chain(checks).collect::<Vec<_>>() {
        let place = sql.googlesql.as_ref().or(sql.postgresql.as_ref());
        questions.check(&place, "check_sql", &table::sql_text(sql));
    }
}

/// A second name for each type that an error may have to show at another place than its field: one
/// that does not resolve is then reported once, at the field.
fn aliases(model: &Table) -> TokenStream {
    model
        .fields
        .iter()
        .enumerate()
        .filter(|(at, field)| is_shown_elsewhere(model, *at, field))
        .map(|(_, field)| {
            let (alias, ty) = (alias(field), &field.ty);
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

fn alias(field: &Field) -> Ident {
    format_ident!("__Type_{}", field.name)
}

/// The field's type, so that an error about it points at `place`.
fn type_at(field: &Field, place: Span) -> Ident {
    let mut alias = alias(field);
    alias.set_span(place);
    alias
}

/// What is known of the field's type.
fn spec(at: usize) -> TokenStream {
    let ops = super::ops(at);
    quote!(#ops.spec)
}

/// What the words on one field ask of its type.
fn words(questions: &mut Questions<'_>, at: usize, field: &Field) {
    let model = questions.model;
    let spec = spec(at);
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
                    |span| type_at(hashed, span).to_token_stream(),
                );
                questions.ask(&ty, "MayBeHashed", &quote!(__sk::may_be_hashed(__TABLE, #field)));
            }
            if shard.by != ShardBy::Chance {
                questions.check(&field.ident, "check_shard", &quote!(__TABLE, #at));
            }
            Some(("MayHoldShard", quote!(__sk::holds_shard(#spec))))
        }
        Fill::Supplied | Fill::Default(_) | Fill::Generated { .. } => None,
    };
    if let Some((permission, allows)) = fill {
        questions.ask(&field.ty, permission, &allows);
    }
    if let Some(length) = field.length {
        let value = length.value;
        let ty = type_at(field, length.span);
        questions.ask(&ty, "MayHaveLength", &quote!(__sk::takes_length(#spec, #value)));
        if matches!(field.fill, Fill::UuidV4 | Fill::UuidV7(_) | Fill::Ulid(_)) {
            questions.ask(&ty, "MayBeThisLong", &quote!(__sk::holds_its_id(&__TABLE.columns[#at])));
        }
    }
    if let Some(storage) = field.storage
        && let Some(word) = table::storage(storage.value)
    {
        questions.ask(
            &type_at(field, storage.span),
            "MayBeStoredSo",
            &quote!(__sk::takes_storage(#spec, #word)),
        );
    }
    if let Some(word) = field.commit_timestamp {
        questions.ask(
            &type_at(field, word),
            "MayHoldCommitTimestamp",
            &quote!(__sk::holds_timestamp(#spec)),
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
    let mut decided = false;
    for (part, at) in model.key.iter().copied().enumerate() {
        let field = &model.fields[at];
        let Some(key) = &field.key else { continue };
        if key.inherited.is_some() {
            continue;
        }
        if let Some(waiver) = &key.waiver {
            questions.check(&word_at(waiver.word), "check_key_waiver", &quote!(__TABLE, #part));
        }
        let (name, spec) = (format_ident!("__FoundInKey{part}"), spec(at));
        let found = quote!(__sk::found_in_key(__TABLE, #part));
        // Only few values can come before a part that is not the first, or it is not reached.
        let ordered = if part == 0 { "TimeOrdered" } else { "FewBefore" };
        match (&field.fill, decided) {
            (Fill::Supplied | Fill::Default(_), true) => {
                questions.ask(
                    &field.ty,
                    "MayBeKey",
                    &quote!(#found.is_not(__sk::Outcome::KeyType)),
                );
            }
            (Fill::Supplied | Fill::Default(_), false) => {
                // A commit timestamp is never hashed.
                let unhashed = if field.commit_timestamp.is_some() {
                    "CommitTimestampMayLead"
                } else {
                    "UnhashedTimestampMayLead"
                };
                let leads = [
                    ("MayBeKey", "KeyType"),
                    ("TimestampMayLead", "Timestamp"),
                    (unhashed, "UnhashedTimestamp"),
                    ("DateMayLead", "Date"),
                    ("TimeOrderedIdMayLead", "TimeOrdered"),
                    ("UnhashedIdMayLead", "UnhashedTimeOrdered"),
                    ("IntegerMayLead", "Integer"),
                ];
                let follows = [
                    ("MayBeKey", "KeyType"),
                    ("MayFollowFewValues", "FewBefore"),
                    ("IntegerMayFollowFewValues", "FewBeforeInteger"),
                ];
                let asked: &[_] = if part == 0 { &leads } else { &follows };
                questions.ask_about(&field.ty, (&name, &found), asked);
            }
            // A type that cannot hold the id is reported by its own check, and only by that.
            (Fill::Ulid(word), false) => {
                let asked = [
                    ("UlidFillMayLead", ordered),
                    ("UnhashedUlidFillMayLead", "UnhashedTimeOrdered"),
                ];
                let found = quote!(#found.only_if(__sk::holds_ulid(#spec)));
                questions.ask_about(&type_at(field, *word), (&name, &found), &asked);
            }
            (Fill::UuidV7(word), false) => {
                let asked = [
                    ("UuidV7FillMayLead", ordered),
                    ("UnhashedUuidV7FillMayLead", "UnhashedTimeOrdered"),
                ];
                let found = quote!(#found.only_if(__sk::holds_uuid(#spec)));
                questions.ask_about(&type_at(field, *word), (&name, &found), &asked);
            }
            _ => {}
        }
        decided = decided || spreads_for_certain(&field.fill);
    }
}

fn index(questions: &mut Questions<'_>, at: usize, index: &Index) {
    let mut decided = false;
    for (place, column) in index.columns.iter().enumerate() {
        let field = &questions.model.fields[column.field];
        let name = format_ident!("__FoundInIndex{at}_{place}");
        let found = quote!(__sk::found_in_index(__TABLE, #at, #place));
        let ty = type_at(field, column.span);
        // The walk begins in an interleaved index only where the root's key has few values, which
        // includes its first part.
        let is_root_part = questions.model.key.first() == Some(&column.field);
        if place == 0 && field.is_inherited() && is_root_part && index.interleave.is_some() {
            continue;
        }
        match (&field.fill, decided) {
            (Fill::Ulid(_) | Fill::UuidV7(_), false) => {
                let ordered = if place == 0 { "TimeOrdered" } else { "FewBefore" };
                let asked = [("TimeOrderedFillMayLeadIndex", ordered)];
                questions.ask_about(&ty, (&name, &found), &asked);
            }
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, false) => {
                // A key column of the wrong type is reported for the key.
                let kind = field.key.is_none().then_some(("MayBeIndexed", "KeyType"));
                let leads = [
                    ("TimestampMayLeadIndex", "Timestamp"),
                    ("DateMayLeadIndex", "Date"),
                    ("TimeOrderedIdMayLeadIndex", "TimeOrdered"),
                    ("GeneratedMayLeadIndex", "Generated"),
                ];
                let hot: &[_] = match (place, &field.fill) {
                    (0, Fill::Generated { .. }) => &leads,
                    (0, _) => &leads[..3],
                    _ => &[("MayFollowFewValuesInIndex", "FewBefore")],
                };
                let asked: Vec<_> = kind.into_iter().chain(hot.iter().copied()).collect();
                questions.ask_about(&ty, (&name, &found), &asked);
            }
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, true)
                if field.key.is_none() =>
            {
                questions.ask(&ty, "MayBeIndexed", &quote!(#found.is_not(__sk::Outcome::KeyType)));
            }
            _ => {}
        }
        decided = decided || spreads_for_certain(&field.fill);
    }
    let arguments = quote!(__TABLE, #at);
    match &index.interleave {
        Some(IndexParent::Ancestor(path)) => questions.check(path, "check_index", &arguments),
        _ => questions.check(&index.name, "check_index", &arguments),
    }
    if let Some(waiver) = &index.waiver {
        questions.check(&word_at(waiver.word), "check_index_waiver", &arguments);
    }
}

fn foreign_keys(questions: &mut Questions<'_>) {
    for (at, key) in questions.model.foreign_keys.iter().enumerate() {
        let other = table::other(at);
        for (place, field) in key.fields.iter().enumerate() {
            let arguments = quote!(__TABLE, #at, #place, #other);
            questions.check(field, "check_foreign_key", &arguments);
        }
        if let Some(waiver) = &key.waiver {
            let arguments = quote!(__TABLE, #at, #other);
            questions.check(&word_at(waiver.word), "check_foreign_key_waiver", &arguments);
        }
    }
}

/// A token that is there only for its place.
fn word_at(span: Span) -> TokenStream {
    quote::quote_spanned!(span=> word)
}
