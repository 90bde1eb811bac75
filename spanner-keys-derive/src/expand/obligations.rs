//! The questions for the compiler: which permission each field needs, written where the error
//! should point.
//!
//! The derive does not know types, so it cannot judge them. It writes down questions, and the
//! compiler answers them with the functions of `spanner_keys::rules`. There are two kinds:
//!
//! - A *permission* is about the type of a field: [`Questions::ask`], or [`Questions::ask_about`]
//!   where one outcome decides on several permissions. The trait of that name in
//!   `rules/permissions.rs` holds the text of the error.
//! - A *check* is about a whole table, a pair of tables, or an index: [`Questions::check`]. The
//!   function panics with the text of the error.
//!
//! To add a permission: add its trait to `permissions.rs`, export its `const fn` from `private.rs`,
//! and ask for it in [`words`], [`key`] or [`index`].
//!
//! Only what the attributes make possible is asked. A part behind one that spreads for certain can
//! never be hot, so nothing is asked about it; most tables ask little.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::code::parsed;
use super::types::Placed;
use super::{check_at, spanned, spec, table, types};
use crate::limits::INDEXES;
use crate::model::{Field, Fill, Index, IndexParent, Known, ShardBy, SqlText, Table, WaiverKind};

pub(super) fn of(model: &Table) -> TokenStream {
    let mut questions = Questions::new(model);
    judged(&mut questions);
    texts(&mut questions);
    if needs_table_check(model) {
        questions.check(&model.ident, "check_table", &quote!(__TABLE));
    }
    questions.written()
}

/// The same for what is judged of a table with mistakes. Its types are asked here, too.
pub(super) fn of_stand_in(model: &Table) -> TokenStream {
    let mut questions = Questions::new(model);
    for (at, field) in model.fields.iter().enumerate() {
        if field.known != Known::Nothing {
            questions.permissions.extend(types::ops_of(model, at));
        }
    }
    judged(&mut questions);
    questions.written()
}

fn judged(questions: &mut Questions<'_>) {
    let model = questions.model;
    for (at, field) in model.fields.iter().enumerate() {
        words(questions, at, field);
    }
    if let Some(ttl) = &model.ttl {
        let (ty, spec) = (types::at_place(model, ttl.field, ttl.span), spec(model, ttl.field));
        questions.ask(&ty, "MayExpireRows", &format!("__sk::holds_timestamp({spec})"));
    }
    key(questions);
    for (at, written) in model.indexes.iter().enumerate() {
        index(questions, at, written);
    }
    foreign_keys(questions);
    if let Some(interleave) = &model.interleave {
        let parent = types::over(format_ident!("__Parent"), &interleave.parent);
        questions.permissions.extend(quote!(<#parent as __sk::SpannerTable>::read,));
        let arguments = quote!(__TABLE, __sk::closes_circle::<__Link>());
        questions.check(&interleave.parent, "check_interleave", &arguments);
    }
    parent_types(questions);
}

/// All questions of one table.
struct Questions<'a> {
    model: &'a Table,
    /// The table as the key and the indexes see it.
    sorted: Ident,
    /// The end of every permission: the table, and the name of a proposed shard, if it cannot be
    /// `shard`. And how many tokens that is.
    end: (String, usize),
    /// The outcomes that several permissions depend on, each a type.
    outcomes: Vec<String>,
    /// The permissions, each as the path of a function that exists only where it is granted, and a
    /// comma.
    permissions: TokenStream,
    /// The checks, each a constant.
    checks: TokenStream,
}

impl<'a> Questions<'a> {
    fn new(model: &'a Table) -> Self {
        let sorted = format_ident!("{}", types::sorted(model));
        let ident = &model.ident;
        let end = match other_shard_name(model) {
            Some(shard) => (format!(", {ident}, __sk::{shard}>>::asked,"), 13),
            None => (format!(", {ident}>>::asked,"), 8),
        };
        let (outcomes, permissions, checks) = (Vec::new(), TokenStream::new(), TokenStream::new());
        Self { model, sorted, end, outcomes, permissions, checks }
    }

    /// Asks for a permission, which `allows` (a `bool`) grants or refuses. The error points at
    /// `ty`.
    fn ask(&mut self, ty: &Placed, permission: &str, allows: &str) {
        self.permission(ty, permission, &format!("__sk::Verdict<{{ {allows} }}>"));
    }

    /// Asks for several permissions, of which at most one is refused: each depends on another
    /// outcome. The value `outcome` becomes the type `name`.
    fn ask_about(
        &mut self,
        ty: &Placed,
        (name, outcome): (&str, &str),
        permissions: &[(&str, &str)],
    ) {
        self.outcomes.push(format!("type {name} = __sk::Found<{{ {outcome}.code() }}>;"));
        for (permission, finding) in permissions {
            self.permission(ty, permission, &format!("<{name} as __sk::Findings>::{finding}"));
        }
    }

    /// `<verdict as permission<ty, table>>::asked`. The error points at the verdict, which has the
    /// place of the type.
    fn permission(&mut self, ty: &Placed, permission: &str, verdict: &str) {
        let (end, end_tokens) = &self.end;
        let text = format!("< {verdict} as __sk::{permission}<{}{end}", ty.text());
        let mut tokens: Vec<TokenTree> = parsed(&text).into_iter().collect();
        // The verdict is between the first token and the six before the type.
        let place_of_type = tokens.len().saturating_sub(end_tokens + ty.len());
        let (first, last) = ty.ends();
        for (at, place) in [(1, first), (place_of_type.saturating_sub(7), last)] {
            if let Some(token) = tokens.get_mut(at) {
                token.set_span(place);
            }
        }
        ty.mark(&mut tokens, place_of_type);
        self.permissions.extend(tokens);
    }

    /// Calls a function that panics where a rule refuses. The error points at `place`.
    fn check(&mut self, place: &impl ToTokens, function: &str, arguments: &TokenStream) {
        self.checks.extend(check_at(place, function, arguments));
    }

    fn written(self) -> TokenStream {
        let Self { outcomes, permissions, checks, .. } = self;
        let is_empty = permissions.is_empty();
        // A group is passed on as it is; of a stream, each token would be copied.
        let permissions = Group::new(Delimiter::Parenthesis, permissions);
        let permissions = (!is_empty).then(|| quote!(let _ = #permissions;));
        let outcomes = parsed(&outcomes.concat());
        quote!(#outcomes #checks #permissions)
    }
}

/// The name of a shard that the permissions may propose, if a column is named `shard` already.
fn other_shard_name(model: &Table) -> Option<&'static str> {
    let names = ["shard", "key_shard", "shard_number", "write_shard"];
    let is_free = |name: &&str| {
        let same = |other: &str| letters(other).eq(letters(name));
        !model.fields.iter().any(|field| same(&field.name) || same(&field.column))
    };
    names.into_iter().find(is_free).filter(|name| *name != "shard")
}

/// The letters of a name, whatever its case.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|letter| *letter != b'_').map(|letter| letter.to_ascii_lowercase())
}

/// Asks for the Rust types of the parent's key: the fields marked `parent` are the same.
fn parent_types(questions: &mut Questions<'_>) {
    let (model, table) = (questions.model, &questions.model.ident);
    for (part, at) in model.key.iter().enumerate() {
        let field = &model.fields[*at];
        let (ty, position) = (types::in_place(model, *at), format_ident!("Part{part}"));
        if field.is_inherited() {
            let same = quote!(__sk::Decision<{ __sk::same_as_parent(__TABLE, __PARENT, #part) }>);
            let same = spanned(&ty, &same);
            questions.permissions.extend(quote! {
                <#same as __sk::MayInherit<
                    #ty,
                    <<__ParentKey as __sk::TableKey>::Types as __sk::PartTypes>::#position,
                    #table,
                >>::asked,
            });
        }
    }
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

/// Asks whether the SQL texts stay where they are put, if they contain anything that could end its
/// clause: most have only words, operators and calls.
fn texts(questions: &mut Questions<'_>) {
    let columns = questions.model.fields.iter().flat_map(|field| {
        let fill = match &field.fill {
            Fill::Default(sql) | Fill::Generated { sql, .. } => Some(sql),
            _ => None,
        };
        fill.into_iter().chain(&field.extra.on_update).chain(&field.extra.sql_type)
    });
    let checks = questions.model.checks.iter().map(|check| &check.sql);
    for sql in columns.chain(checks).filter(|sql| !stays(sql)).collect::<Vec<_>>() {
        let place = sql.googlesql.as_ref().or(sql.postgresql.as_ref());
        questions.check(&place, "check_sql", &parsed(&table::sql_text(sql)));
    }
}

/// Whether `check_sql` accepts the text for certain. It is content with one of the two.
pub(crate) fn stays(sql: &SqlText) -> bool {
    let Some(text) = sql.googlesql.as_ref().or(sql.postgresql.as_ref()) else { return true };
    let mut open = 0_usize;
    for letter in text.value().chars() {
        match letter {
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            ' ' | '_' | '{' | '}' | ',' | '.' | '<' | '>' | '=' | '!' | '+' | '*' | '%' | '|' => {}
            _ if letter.is_ascii_alphanumeric() => {}
            _ => return false,
        }
    }
    open == 0
}

/// What the attributes of one field require of its type.
fn words(questions: &mut Questions<'_>, at: usize, field: &Field) {
    let (model, sorted) = (questions.model, questions.sorted.clone());
    let spec = spec(model, at);
    let fill = match &field.fill {
        Fill::UuidV4 => Some(("MayHoldUuid", format!("__sk::holds_uuid({spec})"))),
        Fill::UuidV7(_) => Some(("MayHoldUuidV7", format!("__sk::holds_uuid({spec})"))),
        Fill::Ulid(_) => Some(("MayHoldUlid", format!("__sk::holds_ulid({spec})"))),
        Fill::UuidHalf { .. }
        | Fill::Random
        | Fill::BitReversed
        | Fill::Sequence { .. }
        | Fill::Identity { .. } => Some(("MayHoldInt64", format!("__sk::holds_int64({spec})"))),
        Fill::Shard(shard) => {
            for input in &shard.inputs {
                let field = input.field;
                let ty = input.span.map_or_else(
                    || types::in_place(model, field),
                    |span| types::at_place(model, field, span),
                );
                questions.ask(
                    &ty,
                    "MayBeHashed",
                    &format!("__sk::may_be_hashed({sorted}, {field})"),
                );
            }
            if shard.by != ShardBy::Chance {
                questions.check(&field.ident, "check_shard", &quote!(#sorted, #at));
            }
            let count = shard.count;
            Some(("MayHoldShard", format!("__sk::holds_shard({spec}, {count})")))
        }
        Fill::Supplied | Fill::Default(_) | Fill::Generated { .. } => None,
    };
    if let Some((permission, allows)) = fill {
        questions.ask(&types::in_place(model, at), permission, &allows);
    }
    if let Some(length) = field.length {
        let value = length.value;
        let ty = types::at_place(model, at, length.span);
        questions.ask(&ty, "MayHaveLength", &format!("__sk::takes_length({spec}, {value})"));
        if matches!(field.fill, Fill::UuidV4 | Fill::UuidV7(_) | Fill::Ulid(_)) {
            questions.ask(
                &ty,
                "MayBeThisLong",
                &format!("__sk::holds_its_id(&__TABLE.columns[{at}])"),
            );
        }
    }
    // Nothing is known of a type that SQL names.
    if let Some(length) = field.extra.vector_length
        && field.extra.sql_type.is_none()
    {
        questions.ask(
            &types::at_place(model, at, length.span),
            "MayHaveVectorLength",
            &format!("__sk::takes_vector_length({spec})"),
        );
    }
    if let Some(storage) = field.storage
        && let Some(word) = table::storage(storage.value)
    {
        questions.ask(
            &types::at_place(model, at, storage.span),
            "MayBeStoredSo",
            &format!("__sk::takes_storage({spec}, {word})"),
        );
    }
    if let Some(word) = field.extra.check_values {
        let ty = types::at_place(model, at, word);
        questions.ask(&ty, "MayCheckValues", &format!("__sk::has_values({spec})"));
        questions.ask(&ty, "MayCheckElements", &format!("__sk::has_one_value({spec})"));
    }
    if let Some(word) = field.commit_timestamp {
        questions.ask(
            &types::at_place(model, at, word),
            "MayHoldCommitTimestamp",
            &format!("__sk::holds_timestamp({spec})"),
        );
    }
}

/// Whether the fill spreads the writes whatever its type: a shard may not, when its inputs have few
/// values.
fn spreads_for_certain(fill: &Fill) -> bool {
    matches!(
        fill,
        Fill::UuidV4
            | Fill::UuidHalf { .. }
            | Fill::Random
            | Fill::BitReversed
            | Fill::Sequence { .. }
            | Fill::Identity { .. }
    )
}

fn key(questions: &mut Questions<'_>) {
    let (model, sorted) = (questions.model, questions.sorted.clone());
    let mut decided = false;
    for (part, at) in model.key.iter().copied().enumerate() {
        let field = &model.fields[at];
        let Some(key) = &field.key else { continue };
        if key.inherited.is_some() {
            continue;
        }
        if let Some(waiver) = &key.waiver {
            questions.check(&word_at(waiver.word), "check_key_waiver", &quote!(#sorted, #part));
        }
        let (name, spec) = (format!("__FoundInKey{part}"), spec(model, at));
        let found = format!("__sk::found_in_key({sorted}, {part})");
        match (&field.fill, decided) {
            (Fill::Supplied | Fill::Default(_), true) => {
                questions.ask(
                    &types::in_place(model, at),
                    "MayBeKey",
                    &format!("{found}.is_not(__sk::Outcome::KeyType)"),
                );
            }
            // Only few values can come before a part that is not the first, or it is not reached.
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
                    ("OtherIntegerMayLead", "OtherInteger"),
                ];
                let follows = [
                    ("MayBeKey", "KeyType"),
                    ("MayFollowFewValues", "FewBefore"),
                    ("IntegerMayFollowFewValues", "FewBeforeInteger"),
                    ("OtherIntegerMayFollowFewValues", "FewBeforeOtherInteger"),
                ];
                let asked: &[_] = if part == 0 { &leads } else { &follows };
                // A column with a default is not filled in another way, too.
                let numbered = if matches!(field.fill, Fill::Supplied) {
                    format!("__sk::holds_int64({spec})")
                } else {
                    "false".to_owned()
                };
                let found = format!("{found}.numbered({numbered})");
                questions.ask_about(&types::in_place(model, at), (&name, &found), asked);
            }
            // A type that cannot hold the id is reported by its own check, and only by that.
            (Fill::Ulid(word) | Fill::UuidV7(word), false) => {
                let (leads, follows, holds) = match field.fill {
                    Fill::Ulid(_) => (
                        ["UlidFillMayLead", "UnhashedUlidFillMayLead"],
                        "UlidFillMayFollowFewValues",
                        "holds_ulid",
                    ),
                    _ => (
                        ["UuidV7FillMayLead", "UnhashedUuidV7FillMayLead"],
                        "UuidV7FillMayFollowFewValues",
                        "holds_uuid",
                    ),
                };
                let [hashed, unhashed] = leads;
                let leads = [(hashed, "TimeOrdered"), (unhashed, "UnhashedTimeOrdered")];
                let asked: &[_] = if part == 0 { &leads } else { &[(follows, "FewBefore")] };
                let found = format!("{found}.only_if(__sk::{holds}({spec}))");
                questions.ask_about(&types::at_place(model, at, *word), (&name, &found), asked);
            }
            _ => {}
        }
        decided = decided || spreads_for_certain(&field.fill);
    }
}

fn index(questions: &mut Questions<'_>, at: usize, index: &Index) {
    let (mut decided, sorted) = (false, questions.sorted.clone());
    let alone = table::place_alone(questions.model, at);
    let own_columns = table::own_columns(questions.model, index);
    for (place, column) in index.columns.iter().enumerate() {
        let field = &questions.model.fields[column.field];
        let name = format!("__FoundInIndex{at}_{place}");
        let found = if place < own_columns {
            format!("__sk::found_in_index(__ALONE, {alone}, {place})")
        } else {
            format!("__sk::found_in_index({sorted}, {at}, {place})")
        };
        let ty = types::at_place(questions.model, column.field, column.span);
        // The walk begins in an interleaved index only where the root's key has few values, which
        // includes its first part.
        let is_root_part = questions.model.key.first() == Some(&column.field);
        if place == 0 && field.is_inherited() && is_root_part && index.interleave.is_some() {
            continue;
        }
        match (&field.fill, decided) {
            (Fill::Ulid(_) | Fill::UuidV7(_), false) => {
                let asked = match place {
                    0 => [("TimeOrderedFillMayLeadIndex", "TimeOrdered")],
                    _ => [("TimeOrderedFillMayFollowFewValuesInIndex", "FewBefore")],
                };
                hot_column(questions, (column.field, index), &ty, (&name, &found), None, &asked);
            }
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, false) => {
                // A key column of the wrong type is reported for the key.
                let kind = field.key.is_none().then_some(("MayBeIndexed", "KeyType"));
                let leads = [
                    ("TimestampMayLeadIndex", "Timestamp"),
                    ("CommitTimestampMayLeadIndex", "CommitTimestamp"),
                    ("DateMayLeadIndex", "Date"),
                    ("TimeOrderedIdMayLeadIndex", "TimeOrdered"),
                    ("GeneratedMayLeadIndex", "Generated"),
                ];
                let hot: &[_] = match (place, &field.fill) {
                    (0, Fill::Generated { .. }) => &leads,
                    (0, _) => &leads[..4],
                    _ => &[("MayFollowFewValuesInIndex", "FewBefore")],
                };
                hot_column(questions, (column.field, index), &ty, (&name, &found), kind, hot);
            }
            (Fill::Supplied | Fill::Default(_) | Fill::Generated { .. }, true)
                if field.key.is_none() =>
            {
                questions.ask(
                    &ty,
                    "MayBeIndexed",
                    &format!("{found}.is_not(__sk::Outcome::KeyType)"),
                );
            }
            _ => {}
        }
        decided = decided || spreads_for_certain(&field.fill);
    }
    let arguments = quote!(#sorted, #at);
    match &index.interleave {
        Some(IndexParent::Ancestor(path)) => questions.check(path, "check_index", &arguments),
        _ => questions.check(&index.name, "check_index", &arguments),
    }
    if let Some(waiver) = &index.waiver {
        questions.check(&word_at(waiver.word), "check_index_waiver", &arguments);
    }
}

/// Asks whether a column makes an index hot. With `spread` in the index, that is what is wrong.
fn hot_column(
    questions: &mut Questions<'_>,
    (field, index): (usize, &Index),
    ty: &Placed,
    (name, found): (&str, &str),
    kind: Option<(&str, &str)>,
    hot: &[(&str, &str)],
) {
    let spread = index.waiver.as_ref().filter(|waiver| waiver.kind == WaiverKind::Spread);
    let hot_here = hot.iter().copied().filter(|_| spread.is_none());
    let asked: Vec<_> = kind.into_iter().chain(hot_here).collect();
    questions.ask_about(ty, (name, found), &asked);
    if let Some(spread) = spread {
        let ty = types::at_place(questions.model, field, spread.word);
        for (_, finding) in hot {
            let verdict = format!("<{name} as __sk::Findings>::{finding}");
            questions.permission(&ty, "MayBeSpread", &verdict);
        }
    }
}

fn foreign_keys(questions: &mut Questions<'_>) {
    for (at, key) in questions.model.foreign_keys.iter().enumerate() {
        let other = format_ident!("{}", table::other(at));
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
