//! The constant `TABLE`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{LitStr, Path};

use super::key::For;
use super::{key, names, obligations, option, row, types};
use crate::model::{
    CounterOptions, Dialect, Extra, Field, Fill, ForeignKey, Index, IndexParent, Key, OnDelete,
    ShardBy, SqlText, Storage, Table, Waiver, WaiverKind,
};

/// The whole expansion of `derive(SpannerTable)`.
pub(crate) fn table(model: &Table, allow: Option<&TokenStream>) -> TokenStream {
    let Table { ident, krate, .. } = model;
    let (types, parent, link) = (types::of(model), parent(model), link(model));
    let definition = definition(model);
    let obligations = obligations::of(model);
    let all_columns = model.fields.iter().map(|field| &field.column);
    let written = row::written(model);
    let (key_name, key_impls, insert_key) =
        (&model.key_name, key::impls(model), key::insert_key(model));
    let (row_methods, row_impls) = (row::methods(model), row::impls(model));
    let structs = structs(model, allow);
    let impls = quote! {
            #[automatically_derived]
            impl __sk::SpannerTable for #ident {
                const SHAPE: __sk::Shape = __sk::Shape { table: __TABLE, columns: &[#(#all_columns),*], written: &[#(#written),*] };
                type Key = #key_name;
                type InsertKey = #insert_key;
                type Parent = #link;
                #row_methods
            }
            #key_impls
            #row_impls
    };
    let impls = with_structs(model, &impls);
    quote! {
        #structs
        #allow
        const _: () = {
            use #krate::__private::{self as __sk, ColumnOps as __ColumnOps};
            #types
            #parent
            #definition
            #impls
            #obligations
            __sk::register!(__TABLE);
        };
    }
}

/// The structs that users see, `NewOrder` and `OrderKey`.
///
/// If the module has other types of these names, the compiler must report that and nothing else. So
/// the structs have names that cannot clash, and an alias with the name that users see. The aliases
/// come from a macro whose name has to be imported first: this is the last that the compiler
/// expands, so that the types of the user's go before them in the code of the user's.
fn structs(model: &Table, allow: Option<&TokenStream>) -> TokenStream {
    let Table { vis, ident, krate, new_name, key_name, .. } = model;
    let (new_struct, key_struct) = (names::new_struct(model), names::key_struct(model));
    let shown_row = row::definition(model, new_name, For::Docs);
    let shown_key = key::definition(model, key_name, For::Docs);
    let row = row::definition(model, &new_struct, For::Code);
    let key = key::definition(model, &key_struct, For::Code);
    let documented_parent_key = key::documented_parent_key(model);
    let macro_name = format_ident!("__{}", ident.unraw());
    let alias = |name: &Ident, of: &Ident, what: &str| {
        let doc = format!(" {what} `{}`.", model.name);
        let vis = respan(vis.to_token_stream(), name.span());
        quote_spanned!(name.span()=> #allow #[doc = #doc] #vis type #name = #of;)
    };
    let new_alias = alias(new_name, &new_struct, "A new row of table");
    let key_alias = alias(key_name, &key_struct, "The primary key of table");
    quote! {
        #documented_parent_key
        #[cfg(doc)]
        #allow
        #shown_row
        #[cfg(doc)]
        #allow
        #shown_key
        #[cfg(not(doc))]
        #allow
        #row
        #[cfg(not(doc))]
        #allow
        #key
        #[cfg(not(doc))]
        use #krate::__private::items as #macro_name;
        #[cfg(not(doc))]
        #macro_name! { #new_alias #key_alias }
    }
}

/// The same tokens at another place.
fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    let at_place = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(at_place).collect()
}

/// A block in which `NewOrder` and `OrderKey` are the generated types, whatever the module has of
/// these names.
fn with_structs(model: &Table, impls: &TokenStream) -> TokenStream {
    let Table { new_name, key_name, .. } = model;
    let (new_struct, key_struct) = (names::new_struct(model), names::key_struct(model));
    quote! {
        const _: () = {
            #[cfg(not(doc))]
            type #new_name = #new_struct;
            #[cfg(not(doc))]
            type #key_name = #key_struct;
            #impls
        };
        // Not used otherwise, if the author does not.
        let _: __sk::Option<(#new_name, #key_name)>;
    }
}

/// The constant `__TABLE`.
fn definition(model: &Table) -> TokenStream {
    let others = model.foreign_keys.iter().enumerate().map(|(at, key)| {
        let (other, table) = (other(at), table_at(model, &key.references));
        quote!(const #other: &__sk::TableDef<'static> = #table;)
    });
    let schema = model.schema.as_ref().map(|schema| quote!(schema: __sk::Some(#schema),));
    let dialect = model.dialect.map(|dialect| match dialect {
        Dialect::GoogleSql => quote!(dialect: __sk::Some(__sk::Dialect::GoogleSql),),
        Dialect::PostgreSql => quote!(dialect: __sk::Some(__sk::Dialect::PostgreSql),),
    });
    let columns = model.fields.iter().enumerate().map(|(at, field)| column(model, at, field));
    let key_parts = model.key.iter().enumerate().map(|(part, field)| key_part(model, part, *field));
    let interleave = model.interleave.as_ref().map(|interleave| {
        let on_delete = on_delete(interleave.on_delete);
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
    let options = options(&model.options);
    let (indexes, foreign_keys, checks) =
        (list("indexes", indexes), list("foreign_keys", foreign_keys), list("checks", checks));
    let stand_in = model.interleave.as_ref().map(|_| quote!(stand_in: __PARENT.stand_in,));
    let name = &model.name;
    quote! {
            #(#others)*
            const __TABLE: &__sk::TableDef<'static> = &__sk::TableDef {
                key: &[#(#key_parts),*],
                #schema
                #dialect
                #interleave
                #indexes
                #foreign_keys
                #checks
                #ttl
                #options
                columns: &[#(#columns),*],
                #stand_in
                ..__sk::TableDef::new(#name, &[])
            };
    }
}

/// The same types for a struct with mistakes, so that the code that uses them adds no errors of its
/// own. They do nothing. The rules judge what is `judged`.
pub(crate) fn stand_in(model: &Table, judged: &Table, allow: Option<&TokenStream>) -> TokenStream {
    let Table { ident, krate, .. } = model;
    let (key_name, key_usual) = (&model.key_name, key::usual(model));
    let (row_name, row_methods) = (&model.new_name, row::inserts(model));
    let (row_usual, from_parts) = (row::usual(model), key::from_parts(model, true));
    let (types, parent, link) = (types::specs(judged), parent(model), link(model));
    let (definition, obligations) = (definition(judged), obligations::of_stand_in(judged));
    let structs = structs(model, allow);
    let impls = quote! {
            #[automatically_derived]
            impl __sk::SpannerTable for #ident {
                const SHAPE: __sk::Shape = __sk::STAND_IN;
                type Key = #key_name;
                type InsertKey = #key_name;
                type Parent = #link;
                fn read(_: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                    __sk::Err(__sk::no_row())
                }
                fn change(self, _: &mut __sk::RowFiller<'_>) {}
            }
            #[automatically_derived]
            impl __sk::TableKey for #key_name {
                type Table = #ident;
                type Types = ();
                fn inspect(&self, _: &mut __sk::KeyInspector) {}
                fn write(self, _: &mut __sk::KeyWriter) {}
                fn read(_: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                    __sk::Err(__sk::no_row())
                }
            }
            #[automatically_derived]
            impl __sk::LateKey for #ident {}
            #[automatically_derived]
            impl __sk::NewRow for #row_name {
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
    let impls = with_structs(model, &impls);
    quote! {
        #structs
        #allow
        const _: () = {
            use #krate::__private as __sk;
            #types
            #parent
            #[allow(dead_code)]
            #definition
            #impls
            #obligations
        };
    }
}

/// A list of the table, if there is anything in it.
fn list(name: &str, items: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let (name, items) = (format_ident!("{name}"), items.collect::<Vec<_>>());
    (!items.is_empty()).then(|| quote!(#name: &[#(#items),*],))
}

/// The parent, named once: the table and its key, or stand-ins where the path does not lead to a
/// table, or leads back here. The question whether it is a table reports the one, and
/// `check_interleave` the other.
fn parent(model: &Table) -> Option<TokenStream> {
    let (ident, path) = (&model.ident, &model.interleave.as_ref()?.parent);
    let id = circle_id(ident, path);
    Some(quote! {
        type __Parent = #path;
        pub use __sk::NotATable as _;
        type __Link = __sk::Below<__Parent, #id, { __sk::IsTable::<__Parent>::ANSWER }>;
        const __CLOSES_CIRCLE: __sk::bool = __sk::closes_circle::<__Link>();
        type __ParentTable = __sk::Parent<__Parent, { __sk::IsTable::<__Parent>::ANSWER && !__CLOSES_CIRCLE }>;
        type __ParentKey = <__ParentTable as __sk::ParentTable>::Key;
        const __PARENT: &__sk::TableDef<'static> = <__ParentTable as __sk::ParentTable>::TABLE;
        #[automatically_derived]
        impl __sk::Interleaved for #ident {
            type ParentKey = __ParentKey;
        }
    })
}

/// The way to the parent.
fn link(model: &Table) -> TokenStream {
    if model.interleave.is_some() { quote!(__Link) } else { quote!(__sk::Root) }
}

/// A number that tells the tables of a circle apart, never 0.
fn circle_id(ident: &Ident, parent: &Path) -> u64 {
    let names = format!("{ident} {}", parent.to_token_stream());
    names.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    }) | 1
}

/// The constant that holds the table of the foreign key at this position.
pub(super) fn other(at: usize) -> Ident {
    format_ident!("__OTHER_{at}")
}

fn column(model: &Table, at: usize, field: &Field) -> TokenStream {
    let (spec, column, name) = (super::spec(at), &field.column, &field.name);
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
    let extra = extra(&field.extra);
    let words = quote!(#fill #storage #length #commit_timestamp #extra #inherit);
    if words.is_empty() && column == name {
        return quote!(__sk::plain(#spec, #name));
    }
    quote!(__sk::Draft::new(#spec, #column, #name) #words .done())
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
fn table_at(model: &Table, path: &Path) -> TokenStream {
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
    let Index { storing, unique, null_filtered, not_null, .. } = index;
    let keep_nulls = index.keep_nulls.then(|| quote!(keeps_nulls: true,));
    let not_null = list("not_null", not_null.iter().map(ToTokens::to_token_stream));
    let options = options(&index.options);
    let interleave = option(index.interleave.as_ref().map(|parent| match parent {
        // A path that may lead to this very table.
        IndexParent::Ancestor(path)
            if path.segments.last().is_some_and(|last| last.ident == model.ident) =>
        {
            let ident = &model.ident;
            quote!({
                pub use __sk::Different as _;
                <__sk::Host<#path, { __sk::Same::<#path, #ident>::ANSWER }> as __sk::IndexHost>::PARENT
            })
        }
        IndexParent::Ancestor(path) => {
            let table = table_at(model, path);
            quote!(__sk::IndexParent::Ancestor(#table))
        }
        IndexParent::OwnTable => quote!(__sk::IndexParent::OwnTable),
    }));
    let waiver = waiver(index.waiver.as_ref());
    quote! {
        __sk::IndexDef {
            storing: &[#(#storing),*],
            unique: #unique,
            null_filtered: #null_filtered,
            #keep_nulls
            #not_null
            #options
            interleave: #interleave,
            waiver: #waiver,
            ..__sk::IndexDef::new(#name, &[#(#columns),*])
        }
    }
}

fn foreign_key(at: usize, key: &ForeignKey) -> TokenStream {
    let name = option(key.name.as_ref().map(|name| quote!(#name)));
    let columns = key.columns.iter().map(|column| column.value);
    let fields = key.fields.iter().map(|field| field.unraw().to_string());
    let (other, on_delete, waiver) =
        (other(at), on_delete(key.on_delete), waiver(key.waiver.as_ref()));
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

fn on_delete(action: OnDelete) -> TokenStream {
    match action {
        OnDelete::NoAction => quote!(__sk::OnDelete::NoAction),
        OnDelete::Cascade => quote!(__sk::OnDelete::Cascade),
        OnDelete::Unchecked => quote!(__sk::OnDelete::Unchecked),
    }
}

/// The options, if there are any.
fn options(options: &[(String, LitStr)]) -> Option<TokenStream> {
    let options =
        options.iter().map(|(name, value)| quote!(__sk::OptionDef { name: #name, value: #value }));
    list("options", options)
}

/// What few columns have, as an argument of the column's draft.
fn extra(extra: &Extra) -> Option<TokenStream> {
    let Extra { sql_type, vector_length, hidden, on_update, options } = extra;
    let sql_type = sql_type.as_ref().map(sql_text).map(|sql| quote!(sql_type: __sk::Some(#sql),));
    let vector_length = vector_length.map(|length| quote!(vector_length: __sk::Some(#length),));
    let hidden = hidden.then(|| quote!(hidden: true,));
    let on_update =
        on_update.as_ref().map(sql_text).map(|sql| quote!(on_update: __sk::Some(#sql),));
    let options = self::options(options);
    let words = quote!(#sql_type #vector_length #hidden #on_update #options);
    (!words.is_empty())
        .then(|| quote!(.extra(&__sk::ColumnExtra { #words ..__sk::ColumnExtra::NONE })))
}

pub(super) fn sql_text(sql: &SqlText) -> TokenStream {
    let googlesql = option(sql.googlesql.as_ref().map(|text| quote!(#text)));
    let postgresql = option(sql.postgresql.as_ref().map(|text| quote!(#text)));
    quote!(__sk::SqlText { googlesql: #googlesql, postgresql: #postgresql })
}
