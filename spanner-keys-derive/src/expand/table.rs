//! The constant `TABLE`.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use super::{key, names, obligations, ops, option, row};
use crate::model::{
    CounterOptions, Field, Fill, ForeignKey, Index, IndexParent, Key, ShardBy, SqlText, Storage,
    Table, Waiver, WaiverKind,
};

/// The whole expansion of `derive(SpannerTable)`.
pub(crate) fn table(model: &Table, allow: Option<&TokenStream>) -> TokenStream {
    let Table { ident, krate, name, .. } = model;
    let types: Vec<_> = model.fields.iter().map(|field| &field.ty).collect();
    let parent = model.interleave.as_ref().map(|interleave| {
        let path = &interleave.parent;
        quote!(const __PARENT: &__sk::TableDef<'static> = &<#path as __sk::SpannerTable>::TABLE;)
    });
    let others = model.foreign_keys.iter().enumerate().map(|(at, key)| {
        let (other, table) = (other(at), table_at(model, &key.references));
        quote!(const #other: &__sk::TableDef<'static> = #table;)
    });
    let schema = model.schema.as_ref().map(|schema| quote!(schema: __sk::Some(#schema),));
    let columns = model.fields.iter().enumerate().map(|(at, field)| column(model, at, field));
    let key_parts = model.key.iter().enumerate().map(|(part, field)| key_part(model, part, *field));
    let interleave = model.interleave.as_ref().map(|interleave| {
        let on_delete = on_delete(interleave.cascade);
        quote!(parent: __sk::Some(__sk::ParentDef { table: __PARENT, on_delete: #on_delete }),)
    });
    let indexes = model.indexes.iter().map(|written| index(model, written));
    let foreign_keys = model.foreign_keys.iter().enumerate().map(|(at, key)| foreign_key(at, key));
    let checks = model.checks.iter().map(|check| {
        let (name, sql) =
            (option(check.name.as_ref().map(|name| quote!(#name))), sql_text(&check.sql));
        quote!(__sk::CheckDef { name: #name, sql: #sql })
    });
    let ttl = model.ttl.as_ref().map(|ttl| {
        let (column, days) = (ttl.field, ttl.days);
        quote!(ttl: __sk::Some(__sk::Ttl { column: #column, days: #days }),)
    });
    let (indexes, foreign_keys, checks) =
        (list("indexes", indexes), list("foreign_keys", foreign_keys), list("checks", checks));
    let key_ops = model.key.iter().map(|at| ops(*at));
    let below_stand_in = model.interleave.as_ref().map(|_| quote!(|| __PARENT.stand_in));
    let obligations = obligations::of(model);
    let parent_is_table = where_parent_is_table(model, &[]);
    let all_columns = model.fields.iter().map(|field| &field.column);
    let written = row::written(model);
    let (key_name, key_definition, key_impls) =
        (names::key(model), key::definition(model), key::impls(model));
    let (row_definition, row_methods, row_impls) =
        (row::definition(model), row::methods(model), row::impls(model));
    let insert_key = key::insert_key(model);
    quote! {
        #allow
        #row_definition
        #allow
        #key_definition
        #allow
        const _: () = {
            use #krate::__private::{self as __sk, Column as __Column, ColumnOps as __ColumnOps};
            const __OPS: &(#(__ColumnOps<#types>,)*) = &(#(<#types as __Column>::OPS,)*);
            #parent
            #(#others)*
            const __TABLE: &__sk::TableDef<'static> = &__sk::TableDef {
                key: &[#(#key_parts),*],
                #schema
                #interleave
                #indexes
                #foreign_keys
                #checks
                #ttl
                columns: &[#(#columns),*],
                stand_in: __sk::any_stand_in(&[#(#key_ops.spec),*]) #below_stand_in,
                ..__sk::TableDef::new(#name, &[])
            };
            #[automatically_derived]
            impl __sk::SpannerTable for #ident #parent_is_table {
                const SHAPE: __sk::Shape = __sk::Shape { table: __TABLE, columns: &[#(#all_columns),*], written: &[#(#written),*] };
                type Key = #key_name;
                type InsertKey = #insert_key;
                #row_methods
            }
            #key_impls
            #row_impls
            #obligations
            __sk::register!(__TABLE);
        };
    }
}

/// The same types for a struct with mistakes, so that the code that uses them adds no errors of its
/// own. They do nothing.
pub(crate) fn stand_in(model: &Table, allow: Option<&TokenStream>) -> TokenStream {
    let Table { ident, krate, .. } = model;
    let (key_name, key_definition, key_usual) =
        (names::key(model), key::definition(model), key::usual(model));
    let (row_name, row_definition, row_methods) =
        (names::new_row(model), row::definition(model), row::inserts(model));
    let (row_usual, from_parts) = (row::usual(model), key::from_parts(model));
    let condition = where_parent_is_table(model, &[]);
    quote! {
        #allow
        #row_definition
        #allow
        #key_definition
        #allow
        const _: () = {
            use #krate::__private as __sk;
            #[automatically_derived]
            impl __sk::SpannerTable for #ident #condition {
                const SHAPE: __sk::Shape = __sk::STAND_IN;
                type Key = #key_name;
                type InsertKey = #key_name;
                fn read(_: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                    __sk::Err(__sk::no_row())
                }
                fn change(self, _: &mut __sk::RowFiller<'_>) {}
            }
            #[automatically_derived]
            impl __sk::TableKey for #key_name #condition {
                type Table = #ident;
                type Types = ();
                fn inspect(&self, _: &mut __sk::KeyInspector) {}
                fn write(self, _: &mut __sk::KeyWriter) {}
                fn read(_: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                    __sk::Err(__sk::no_row())
                }
            }
            #[automatically_derived]
            impl __sk::KnownKey for #ident #condition {}
            #[automatically_derived]
            impl __sk::LateKey for #ident #condition {}
            #[automatically_derived]
            impl __sk::NewRow for #row_name #condition {
                type Table = #ident;
                fn fill(self, _: &mut __sk::RowFiller<'_>) -> __sk::RowResult<#key_name> {
                    __sk::Err(__sk::no_row())
                }
            }
            #row_methods
            #row_usual
            #from_parts
            #key_usual
        };
    }
}

/// A list of the table, if there is anything in it.
fn list(name: &str, items: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let (name, items) = (format_ident!("{name}"), items.collect::<Vec<_>>());
    (!items.is_empty()).then(|| quote!(#name: &[#(#items),*],))
}

/// The condition under which everything that names the parent's key exists, with other conditions.
/// A parent that is not a table is then one error, at its name, where `__PARENT` uses it. (A
/// higher-ranked bound may name types without parameters.)
pub(super) fn where_parent_is_table(model: &Table, others: &[TokenStream]) -> TokenStream {
    let parent = model.interleave.as_ref().map(|interleave| {
        let path = &interleave.parent;
        quote!(for<'__any> #path: __sk::SpannerTable)
    });
    let conditions: Vec<_> = parent.iter().chain(others).collect();
    if conditions.is_empty() { TokenStream::new() } else { quote!(where #(#conditions),*) }
}

/// The constant that holds the table of the foreign key at this position.
pub(super) fn other(at: usize) -> proc_macro2::Ident {
    format_ident!("__OTHER_{at}")
}

fn column(model: &Table, at: usize, field: &Field) -> TokenStream {
    let (ops, column, name) = (ops(at), &field.column, &field.name);
    let fill = fill(&field.fill).map(|fill| quote!(.fill(#fill)));
    let storage = field
        .storage
        .and_then(|storage| self::storage(storage.value))
        .map(|storage| quote!(.storage(#storage)));
    let length = field.length.map(|length| length.value).map(|length| quote!(.length(#length)));
    let commit_timestamp = field.commit_timestamp.map(|_| quote!(.commit_timestamp()));
    let inherit = field
        .key
        .as_ref()
        .filter(|key| key.inherited.is_some())
        .and_then(|_| model.key.iter().position(|part| *part == at))
        .map(|part| quote!(.inherit(__PARENT, #part)));
    let words = quote!(#fill #storage #length #commit_timestamp #inherit);
    if words.is_empty() && column == name {
        return quote!(__sk::plain(#ops.spec, #name));
    }
    quote!(__sk::Draft::new(#ops.spec, #column, #name) #words .done())
}

fn fill(fill: &Fill) -> Option<TokenStream> {
    Some(match fill {
        Fill::Supplied => return None,
        Fill::Default(sql) => {
            let sql = sql_text(sql);
            quote!(__sk::Fill::Default(#sql))
        }
        Fill::Generated { sql, stored } => {
            let sql = sql_text(sql);
            quote!(__sk::Fill::Generated { sql: #sql, stored: #stored })
        }
        Fill::UuidV4 => quote!(__sk::Fill::UuidV4),
        Fill::UuidV7(_) => quote!(__sk::Fill::UuidV7),
        Fill::Ulid(_) => quote!(__sk::Fill::UlidKey),
        Fill::Random => quote!(__sk::Fill::Random),
        Fill::BitReversed => quote!(__sk::Fill::BitReversed),
        Fill::Sequence { name, options } => {
            let options = counter_options(*options);
            quote!(__sk::Fill::Sequence(__sk::SequenceDef { name: #name, options: #options }))
        }
        Fill::Identity { options } => {
            let options = counter_options(*options);
            quote!(__sk::Fill::Identity(#options))
        }
        Fill::Shard(shard) => {
            let (count, inputs) = (shard.count, shard.inputs.iter().map(|input| input.field));
            let by = match shard.by {
                ShardBy::Database => quote!(Database),
                ShardBy::Client => quote!(Client),
                ShardBy::Chance => quote!(Chance),
            };
            quote!(__sk::Fill::Shard(__sk::ShardDef { count: #count, inputs: &[#(#inputs),*], by: __sk::ShardBy::#by }))
        }
    })
}

fn counter_options(options: CounterOptions) -> TokenStream {
    let skip_range = option(options.skip_range.map(|(from, to)| quote!((#from, #to))));
    let start_counter = option(options.start_counter.map(|start| quote!(#start)));
    quote!(__sk::CounterOptions { skip_range: #skip_range, start_counter: #start_counter })
}

/// The storage as a word of the runtime crate; `integer` belongs to enums and never gets here.
pub(super) fn storage(storage: Storage) -> Option<TokenStream> {
    Some(match storage {
        Storage::Text => quote!(__sk::Storage::Text),
        Storage::Bytes => quote!(__sk::Storage::Bytes),
        Storage::Native => quote!(__sk::Storage::Native),
        Storage::Integer => return None,
    })
}

fn key_part(model: &Table, part: usize, field: usize) -> TokenStream {
    let Some(Key { inherited, desc, waiver }) = &model.fields[field].key else {
        return quote!(__sk::KeyPart::new(#field));
    };
    let descending = desc.is_some();
    if inherited.is_some() {
        return quote!(__sk::inherited_part(#field, __PARENT, #part, #descending));
    }
    if waiver.is_none() && !descending {
        return quote!(__sk::KeyPart::new(#field));
    }
    let waiver = self::waiver(waiver.as_ref());
    quote!(__sk::KeyPart { column: #field, descending: #descending, inherited: false, waiver: #waiver })
}

/// What the author says about the spread of a key part, an index or a foreign key.
fn waiver(waiver: Option<&Waiver>) -> TokenStream {
    option(waiver.map(|Waiver { kind, reason, .. }| match kind {
        WaiverKind::Spread => quote!(__sk::Waiver::Spread(#reason)),
        WaiverKind::AllowHotspot => quote!(__sk::Waiver::AllowHotspot(#reason)),
    }))
}

/// The table behind a path. The parent is named once, so that a struct that is not a table is
/// one error.
fn table_at(model: &Table, path: &syn::Path) -> TokenStream {
    match &model.interleave {
        Some(interleave)
            if interleave.parent.to_token_stream().to_string()
                == path.to_token_stream().to_string() =>
        {
            quote!(__PARENT)
        }
        _ => quote!(&<#path as __sk::SpannerTable>::TABLE),
    }
}

fn index(model: &Table, index: &Index) -> TokenStream {
    let name = index.name.unraw().to_string();
    let columns = index.columns.iter().map(|column| {
        let (field, desc) = (column.field, column.desc);
        quote!(__sk::IndexColumn { column: #field, descending: #desc })
    });
    let Index { storing, unique, null_filtered, .. } = index;
    let interleave = option(index.interleave.as_ref().map(|parent| match parent {
        IndexParent::Ancestor(path) => {
            let table = table_at(model, path);
            quote!(__sk::IndexParent::Ancestor(#table))
        }
        IndexParent::OwnTable => quote!(__sk::IndexParent::OwnTable),
    }));
    let waiver = waiver(index.waiver.as_ref());
    quote! {
        __sk::IndexDef {
            name: #name,
            columns: &[#(#columns),*],
            storing: &[#(#storing),*],
            unique: #unique,
            null_filtered: #null_filtered,
            interleave: #interleave,
            waiver: #waiver,
        }
    }
}

fn foreign_key(at: usize, key: &ForeignKey) -> TokenStream {
    let name = option(key.name.as_ref().map(|name| quote!(#name)));
    let columns = key.columns.iter().map(|column| column.value);
    let fields = key.fields.iter().map(|field| field.unraw().to_string());
    let (other, on_delete, waiver) =
        (other(at), on_delete(key.cascade), waiver(key.waiver.as_ref()));
    // A function, so that tables may refer to each other: a reference would be a constant that
    // needs itself.
    quote! {
        __sk::ForeignKeyDef {
            name: #name,
            columns: &[#(#columns),*],
            references: __sk::ReferenceDef::Table { table: || #other, fields: &[#(#fields),*] },
            on_delete: #on_delete,
            waiver: #waiver,
        }
    }
}

fn on_delete(cascade: bool) -> TokenStream {
    if cascade { quote!(__sk::OnDelete::Cascade) } else { quote!(__sk::OnDelete::NoAction) }
}

pub(super) fn sql_text(sql: &SqlText) -> TokenStream {
    let googlesql = option(sql.googlesql.as_ref().map(|text| quote!(#text)));
    let postgresql = option(sql.postgresql.as_ref().map(|text| quote!(#text)));
    quote!(__sk::SqlText { googlesql: #googlesql, postgresql: #postgresql })
}
