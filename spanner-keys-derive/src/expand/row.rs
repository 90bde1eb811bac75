//! `NewOrder`: the row without what is filled; and the row's way to the wire and back.

use std::iter;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use super::code::{code, parsed};
use super::{key, names, ops, types};
use crate::model::{Field, Fill, ShardBy, Table};

/// How many columns are read in one call: as many as `ColumnOpsTuple` has.
const TOGETHER: usize = 8;

/// Where an insert gets the value of a field from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The application supplies it.
    Supplied,
    /// The application may supply it; otherwise the database's default applies.
    OrDefault,
    /// The application supplies a counter, and its reversed bits are stored.
    Counter,
    /// A key strategy generates it.
    FillValue(&'static str),
    /// The application's side computes it from other values.
    Shard,
    /// The database writes the time of the commit.
    CommitTimestamp,
    /// It is part of the parent's key.
    Parent,
    /// The database writes it.
    Database,
}

fn origin(model: &Table, at: usize) -> Origin {
    let field = &model.fields[at];
    if field.is_inherited() {
        return Origin::Parent;
    }
    if field.commit_timestamp.is_some() {
        return Origin::CommitTimestamp;
    }
    match &field.fill {
        Fill::Supplied => Origin::Supplied,
        // A key is known, and so is what a shard is computed from here.
        Fill::Default(_) if field.key.is_some() || model.is_hashed_here(at) => Origin::Supplied,
        Fill::Default(_) => Origin::OrDefault,
        Fill::Generated { .. } | Fill::Sequence { .. } | Fill::Identity { .. } => Origin::Database,
        Fill::UuidV4 => Origin::FillValue("uuid_v4"),
        Fill::UuidV7(_) => Origin::FillValue("uuid_v7"),
        Fill::Ulid(_) => Origin::FillValue("ulid"),
        Fill::UuidHalf { high: true } => Origin::FillValue("uuid_high"),
        Fill::UuidHalf { high: false } => Origin::FillValue("uuid_low"),
        Fill::Random => Origin::FillValue("random"),
        Fill::BitReversed => Origin::Counter,
        Fill::Shard(shard) => match shard.by {
            ShardBy::Database => Origin::Database,
            ShardBy::Client => Origin::Shard,
            ShardBy::Chance => Origin::FillValue("drawn_shard"),
        },
    }
}

/// The fields with their positions and where an insert has them from.
fn fields(model: &Table) -> impl Iterator<Item = (usize, &Field, Origin)> {
    model.fields.iter().enumerate().map(|(at, field)| (at, field, origin(model, at)))
}

/// The fields of `NewOrder`, without the parent's key.
fn asked(model: &Table) -> impl Iterator<Item = (&Field, Origin)> {
    let is_asked =
        |origin| matches!(origin, Origin::Supplied | Origin::OrDefault | Origin::Counter);
    let asked = fields(model).filter(move |(.., origin)| is_asked(*origin));
    asked.map(|(_, field, origin)| (field, origin))
}

/// The type of such a field, if the row has another.
fn asked_type(
    model: &Table,
    field: &Field,
    origin: Origin,
    purpose: key::For,
) -> Option<TokenStream> {
    let (krate, ty) = (&model.krate, &field.ty);
    match (origin, purpose) {
        // The same. If the type does not resolve, the compiler has more to propose for an argument,
        // and would report it twice. Other derives look for the name.
        (Origin::OrDefault, key::For::Code) if model.of_new.derives.is_empty() => {
            Some(quote!(<#ty as #krate::__private::OrDefault>::Value))
        }
        (Origin::OrDefault, _) => Some(quote!(#krate::__private::Option<#ty>)),
        (Origin::Counter, _) => Some(quote!(#krate::__private::i64)),
        _ => None,
    }
}

/// The struct `NewOrder` as documentation shows it, if it differs.
pub(super) fn documented(model: &Table) -> Option<key::Definition> {
    let differs = fields(model).any(|(.., origin)| origin == Origin::OrDefault);
    differs.then(|| definition(model, key::For::Docs))
}

/// The struct `NewOrder`.
pub(super) fn definition(model: &Table, purpose: key::For) -> key::Definition {
    let mut fields = TokenStream::new();
    for (field, origin) in asked(model) {
        let Field { ty, column, fill, docs, .. } = field;
        let ours = match fill {
            Fill::BitReversed => {
                Some(format!(" The counter whose reversed bits are the column `{column}`."))
            }
            Fill::Default(_) => {
                Some(format!(" The column `{column}`; without a value, the database's default."))
            }
            _ => docs.is_empty().then(|| format!(" The column `{column}`.")),
        };
        let other = asked_type(model, field, origin, purpose);
        let with_serde = model.of_new.derives_serde() && other.is_none();
        let ty: &dyn ToTokens = other.as_ref().map_or(ty, |other| other);
        super::field(&mut fields, model, field, ours.as_deref(), with_serde, ty);
    }
    key::Definition::new(
        model,
        &format!(
            " A new row of table `{}`, minus the columns that are filled in for you.",
            model.name
        ),
        super::extras(&model.of_new, &model.new_name),
        " The key of the parent, which must exist.",
        fields,
    )
}

/// The columns that an insert writes: those outside the key as `fill` pushes them, then the key.
pub(super) fn written(model: &Table) -> Vec<usize> {
    let outside = |wanted: &'static [Origin]| {
        fields(model)
            .filter(move |(_, field, origin)| field.key.is_none() && wanted.contains(origin))
            .map(|(at, ..)| at)
    };
    let mut columns: Vec<usize> = outside(&[Origin::Shard]).collect();
    columns.extend(outside(&[
        Origin::Supplied,
        Origin::OrDefault,
        Origin::CommitTimestamp,
        Origin::FillValue("uuid_v4"),
    ]));
    let is_written = |at: &usize| origin(model, *at) != Origin::Database;
    columns.extend(model.key.iter().copied().filter(is_written));
    columns
}

/// The methods of `SpannerTable`.
pub(super) fn methods(model: &Table) -> TokenStream {
    // Eight columns in one call: a call and a `?` for each would cost the compiler a tenth of the
    // whole expansion.
    let together = || {
        model.fields.chunks(TOGETHER).enumerate().map(|(number, some)| {
            let first = number * TOGETHER;
            let ops = if model.fields.len() <= TOGETHER {
                "__OPS".to_owned()
            } else {
                let ops = (first..first + some.len()).map(|at| format!("&{},", ops(at)));
                format!("({})", ops.collect::<String>())
            };
            (first, some, ops)
        })
    };
    let reads: String = together()
        .map(|(first, _, ops)| {
            format!("let __from_{first} = __row.take_all(__TABLE, {first}, {ops})?;")
        })
        .collect();
    let all = model.fields.iter().enumerate();
    let skipped = model.skipped.iter().enumerate();
    let skipped = skipped.map(|(at, (ident, _))| format!("{ident}: (__SKIPPED.{at})(),"));
    let values: String = all
        .map(|(at, field)| {
            let within = at % TOGETHER;
            format!("{}: __from_{}.{within},", field.ident, at - within)
        })
        .chain(skipped)
        .collect();
    let key_parts = key::key_parts(model);
    let read = code!(key_parts, reads, values;
        #key_parts
        fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
            #reads
            __sk::Ok(Self { #values })
        }
    );
    // What a shard hashes may have changed, so it is computed again, before its inputs are
    // moved.
    let shards =
        fields(model).filter(|(_, _, origin)| *origin == Origin::Shard).map(|(at, field, _)| {
            let inputs = inputs(field, |at| hashed(model, at));
            format!("__fill.change_shard({at}, {inputs});")
        });
    let changes = together().map(|(first, some, ops)| {
        let values: String = some.iter().map(|field| format!("self.{},", field.ident)).collect();
        format!("__fill.change_all({first}, ({values}), {ops});")
    });
    let changes: String = shards.chain(changes).collect();
    let all_types = types::distinct(model).map(|at| types::alias(model, at));
    let ask_to_move = types::ask_to_move(all_types, &model.ident);
    let (read, changes) = (parsed(&read), parsed(&changes));
    quote! {
        #read
        fn change(self, __fill: &mut __sk::RowFiller<'_>) {
            #ask_to_move
            #changes
        }
    }
}

/// What `NewOrder` can do.
pub(super) fn impls(model: &Table) -> String {
    let (row, new_row) = (&model.ident, names::new_struct(model));
    let (fill, inserts, usual) = (fill(model), inserts(model), usual(model));
    let insert_key = key::insert_key(model);
    code!(row, new_row, insert_key, fill, inserts, usual;
        impl __sk::NewRow for #new_row {
            type Table = #row;
            fn fill(self, __fill: &mut __sk::RowFiller<'_>) -> __sk::RowResult<#insert_key> {
                #fill
            }
        }
        #inserts
        #usual
    )
}

/// The methods of `NewOrder`.
pub(super) fn inserts(model: &Table) -> String {
    let (row, new_row) = (&model.ident, names::new_struct(model));
    // A macro's own crate is this one: no other one can be in a visibility.
    let vis = model.vis.to_token_stream().to_string().replace('$', "");
    // The everyday method where the database fills the key. All tables have it from `NewRow`.
    let is_retry_id = |field: &Field| field.key.is_none() && matches!(field.fill, Fill::UuidV4);
    let is_returned = !key::is_known(model) || model.fields.iter().any(is_retry_id);
    let returning = if is_returned {
        code!(vis, row;
            /// The row as a statement for a GoogleSQL database, which returns the key.
            #vis fn insert_returning(self) -> __sk::Result<__sk::InsertReturning<#row>, __sk::RowError> {
                __sk::NewRow::insert_returning(self)
            }
        )
    } else {
        String::new()
    };
    code!(vis, row, new_row, returning;
        impl #new_row {
            /// Checks every value and fills the key, once: the row is ready to be written to a GoogleSQL database.
            #vis fn insert(self) -> __sk::Result<__sk::Insert<#row>, __sk::RowError> {
                __sk::Insert::of(self)
            }
            #returning
        }
    )
}

/// The body that fills a row.
fn fill(model: &Table) -> String {
    let key = names::key_struct(model);
    // Key parts first: a shard may be computed from them.
    let parts: String = key::own_parts(model)
        .map(|(at, field)| {
            let (ident, ops, part) = (&field.ident, ops(at), part(field));
            match origin(model, at) {
                Origin::Supplied => {
                    format!(
                        "__fill.supplied({at}, &self.{ident}, &{ops})?; let {part} = self.{ident};"
                    )
                }
                Origin::Counter => {
                    format!("let {part} = __fill.bit_reversed({at}, self.{ident}, &{ops})?;")
                }
                Origin::FillValue(method) => {
                    format!("let {part} = __fill.{method}({at}, &{ops})?;")
                }
                _ => String::new(),
            }
        })
        .collect();
    let (shards, columns) = (shards(model), columns(model));
    if key::is_known(model) {
        let parent = names::parent_field(model).map(|parent| format!("{parent}: self.{parent},"));
        let held = key::own_parts(model)
            .filter(|(_, field)| key::part(field) == key::Part::Held)
            .map(|(_, field)| format!("{}: {},", field.ident, part(field)));
        let held: String = parent.into_iter().chain(held).collect();
        return code!(parts, key, held, shards, columns;
            #parts
            let __key = #key { #held };
            __fill.key(&__key);
            #shards
            #columns
            __sk::Ok(__key)
        );
    }
    let known = |field: &Field| (!key::is_late(field)).then(|| part(field));
    let look = key::inspect_parent(model, "__look") + &key::inspect(model, "__look", known);
    let put = key::write_parent(model, "__put") + &key::write(model, "__put", known);
    code!(parts, look, shards, columns, put;
        #parts
        let __look = &mut __fill.key_inspector;
        #look
        __fill.key_done();
        #shards
        #columns
        let mut __put = __fill.partial_key_writer(|__look| { #look });
        #put
        __sk::Ok(__fill.partial_key(__put))
    )
}

/// The local variable that holds a key part while the row is filled.
fn part(field: &Field) -> String {
    format!("__part_{}", field.name)
}

/// What a shard hashes of a value.
fn hashed(model: &Table, at: usize) -> String {
    format!("({}.hashed)(&self.{}, __TABLE.columns[{at}].ty)", ops(at), model.fields[at].ident)
}

/// What a shard hashes, as a slice.
fn inputs(field: &Field, input: impl Fn(usize) -> String) -> String {
    let Fill::Shard(shard) = &field.fill else { return "&[]".to_owned() };
    let inputs: Vec<_> = shard.inputs.iter().map(|hashed| input(hashed.field)).collect();
    format!("&[{}] as &[__sk::HashInput<'_>]", inputs.join(", "))
}

/// Shards outside the key that are computed here, while what they hash is still there.
fn shards(model: &Table) -> String {
    fields(model)
        .filter(|(_, field, origin)| field.key.is_none() && *origin == Origin::Shard)
        .map(|(at, field, _)| {
            let inputs = inputs(field, |at| {
                if model.fields[at].key.is_some() {
                    format!("__fill.in_key({at})")
                } else {
                    hashed(model, at)
                }
            });
            // The inputs may ask `__fill` themselves.
            format!("let __inputs = {inputs}; __fill.shard({at}, __inputs);")
        })
        .collect()
}

/// Whether an index names the field: a value that leads an index is checked as one that leads the
/// key.
fn is_indexed(model: &Table, at: usize) -> bool {
    model.indexes.iter().any(|index| index.columns.iter().any(|column| column.field == at))
}

/// The values outside the key, one call for those that follow each other.
fn columns(model: &Table) -> String {
    let outside: Vec<_> = fields(model).filter(|(_, field, _)| field.key.is_none()).collect();
    let is_supplied = |origin: Origin| origin == Origin::Supplied;
    let follows = |one: &(usize, &Field, Origin), next: &(usize, &Field, Origin)| {
        is_supplied(one.2) && is_supplied(next.2) && one.0 + 1 == next.0
    };
    let runs = outside.chunk_by(follows).flat_map(|run| run.chunks(TOGETHER));
    let calls = runs.map(|run| match run {
        [(at, field, origin)] => column(model, *at, field, *origin),
        [(first, ..), ..] => {
            let all = |code: &dyn Fn(usize, &Ident) -> String| -> String {
                run.iter().map(|(at, field, _)| code(*at, &field.ident)).collect()
            };
            let indexed = all(&|at, ident| {
                let call = format!("__fill.indexed({at}, &self.{ident}, &{});", ops(at));
                if is_indexed(model, at) { call } else { String::new() }
            });
            let values = all(&|_, ident| format!("self.{ident},"));
            let ops = all(&|at, _| format!("&{},", ops(at)));
            format!("{indexed} __fill.columns({first}, ({values}), ({ops}));")
        }
        [] => String::new(),
    });
    calls.collect()
}

/// One value outside the key.
fn column(model: &Table, at: usize, field: &Field, origin: Origin) -> String {
    let (ident, ops) = (&field.ident, ops(at));
    match origin {
        Origin::Supplied if is_indexed(model, at) => format!(
            "__fill.indexed({at}, &self.{ident}, &{ops}); __fill.column({at}, self.{ident}, &{ops});"
        ),
        Origin::Supplied => format!("__fill.column({at}, self.{ident}, &{ops});"),
        Origin::OrDefault if is_indexed(model, at) => code!(at, ident, ops;
            if let __sk::Some(__value) = &self.#ident {
                __fill.indexed(#at, __value, &#ops);
            }
            __fill.column_or_default(#at, self.#ident, &#ops);
        ),
        Origin::OrDefault => format!("__fill.column_or_default({at}, self.{ident}, &{ops});"),
        Origin::CommitTimestamp => "__fill.commit_timestamp();".to_owned(),
        // The only strategy outside the key.
        Origin::FillValue(_) => format!("__fill.retry_id({at}, &{ops});"),
        _ => String::new(),
    }
}

/// The fields that `Debug` shows, with their columns.
fn shown(model: &Table) -> Vec<(Ident, Option<&Field>)> {
    let fields = asked(model).map(|(field, _)| (field.ident.clone(), Some(field)));
    names::parent_field(model).map(|field| (field, None)).into_iter().chain(fields).collect()
}

fn is_secret(field: Option<&Field>) -> bool {
    field.is_some_and(|field| field.extra.secret)
}

/// The name of the struct that `Debug` shows, and those of its fields.
fn shown_names(model: &Table) -> String {
    let fields = shown(model).into_iter().map(|(field, _)| format!(" {}", field.unraw()));
    iter::once(model.new_name.unraw().to_string()).chain(fields).collect()
}

/// `Debug` where it is derived: all types must implement it. The name is the one that users see.
pub(super) fn debug(model: &Table) -> Option<TokenStream> {
    // An error points at the derive, and no lint treats the code as the author's.
    let place = model.of_new.debug?.resolved_at(Span::call_site());
    let (new_row, names) = (names::new_struct(model), shown_names(model));
    let fields = shown(model).into_iter().map(|(mut field, column)| {
        field.set_span(place);
        if is_secret(column) { quote!(&__sk::NotShown) } else { quote!(&self.#field) }
    });
    Some(quote_spanned! {place=>
        impl __sk::Debug for #new_row {
            fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
                __sk::debug_fields(formatter, #names, &[#(#fields),*])
            }
        }
    })
}

/// `Debug` otherwise: a value without `Debug` is not shown, because it need not have any.
pub(super) fn usual(model: &Table) -> String {
    if model.of_new.debug.is_some() || model.of_new.derives("Debug") {
        return String::new();
    }
    let (new_row, names) = (names::new_struct(model), shown_names(model));
    let fields = shown(model).into_iter().map(|(field, column)| {
        let is_primitive = column.is_some_and(|column| column.primitive.is_some());
        if is_secret(column) {
            "&__sk::NotShown,".to_owned()
        } else if is_primitive {
            format!("&self.{field},")
        } else {
            format!("__sk::Shown(&self.{field}).shown(),")
        }
    });
    let fields: String = fields.collect();
    code!(new_row, names, fields;
        impl __sk::Debug for #new_row {
            fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
                __sk::debug_fields(formatter, "#names", &[#fields])
            }
        }
    )
}
