//! The constant `TABLE`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{LitStr, Path};

use super::code::{code, parsed};
use super::key::For;
use super::{key, names, obligations, row, types};
use crate::model::{
    Check, CounterOptions, Dialect, Extra, Field, Fill, ForeignKey, Index, IndexColumn,
    IndexParent, Key, Known, OnDelete, ShardBy, SqlText, Storage, Table, Ttl, Waiver, WaiverKind,
};

/// The whole expansion of `derive(SpannerTable)`.
pub(crate) fn table(model: &Table, allow: Option<&TokenStream>) -> TokenStream {
    let Table { ident, krate, .. } = model;
    let (types, parent, link) = (types::of(model), parent(model), link(model));
    let definition = definition(model);
    let obligations = obligations::of(model);
    let (row_methods, structs) = (row::methods(model), structs(model, allow));
    let shape = shape(model, &key::insert_key(model), link);
    let impls = parsed(&(key::impls(model) + &row::impls(model)));
    let (debug, struct_names) = (row::debug(model), struct_names(model));
    quote! {
        #structs
        #allow
        const _: () = {
            use #krate::__private as __sk;
            pub use __sk::answers::*;
            #struct_names
            #types
            #parent
            #definition
            impl __sk::SpannerTable for #ident {
                #shape
                #row_methods
            }
            #impls
            #debug
            #obligations
            __sk::register!(__TABLE);
        };
    }
}

/// The constant and the types of `SpannerTable`.
fn shape(model: &Table, insert_key: &str, link: &str) -> TokenStream {
    let key = names::key_struct(model);
    let list =
        |columns: &[usize]| -> String { columns.iter().map(|at| format!("{at},")).collect() };
    let all: Vec<usize> = (0..model.fields.len()).collect();
    let (columns, written) = (list(&all), list(&row::written(model)));
    parsed(&code!(key, insert_key, link, columns, written;
        const SHAPE: __sk::Shape = {
            if true {}
            __sk::Shape {
                table: __TABLE,
                columns: &__sk::names(__TABLE, [#columns]),
                written: &__sk::names(__TABLE, [#written]),
            }
        };
        type Key = #key;
        type InsertKey = #insert_key;
        type Parent = #link;
    ))
}

/// The structs that users see, `NewOrder` and `OrderKey`.
///
/// If the module has other types of these names, the compiler must report that and nothing else. So
/// the structs have names that cannot clash, and an alias with the name that users see. The aliases
/// come from a macro whose name has to be imported first: this is the last that the compiler
/// expands, so that in the user's code the user's own types take precedence.
fn structs(model: &Table, allow: Option<&TokenStream>) -> TokenStream {
    let Table { new_name, key_name, .. } = model;
    let (new_struct, key_struct) = (names::new_struct(model), names::key_struct(model));
    let key = key::definition(model);
    let row = row::definition(model, For::Code);
    let shown_row = row::documented(model);
    let shown_row = shown_row.as_ref().unwrap_or(&row).named(model, new_name, For::Docs);
    let shown_key = key.named(model, key_name, For::Docs);
    let row = row.named(model, &new_struct, For::Code);
    let key = key.named(model, &key_struct, For::Code);
    let documented_parent_key = key::documented_parent_key(model);
    let aliases = aliases(model, &new_struct, &key_struct, allow);
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
        #aliases
    }
}

/// The names that users see, for these types.
fn aliases(
    model: &Table,
    new: &impl ToTokens,
    key: &impl ToTokens,
    allow: Option<&TokenStream>,
) -> TokenStream {
    let Table { vis, ident, krate, new_name, key_name, deprecated, .. } = model;
    let macro_name = format_ident!("__{}", ident.unraw());
    let alias = |name: &Ident, of: &dyn ToTokens, what: &str| {
        let doc = format!(" {what} `{}`.", model.name);
        // Code of a macro: the compiler does not report that the user does not use it.
        let place = Span::call_site().located_at(name.span());
        let mut name = name.clone();
        name.set_span(place);
        let vis = respan(vis.to_token_stream(), place);
        quote_spanned!(place=> #allow #[doc = #doc] #deprecated #vis type #name = #of;)
    };
    let new_alias = alias(new_name, new, "A new row of table");
    let key_alias = alias(key_name, key, "The primary key of table");
    quote! {
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

/// The names of the structs in documentation, which has no others, and a use of those that users
/// see: they are not used otherwise, if the author does not.
fn struct_names(model: &Table) -> TokenStream {
    let Table { new_name, key_name, .. } = model;
    let (new_struct, key_struct) = (names::new_struct(model), names::key_struct(model));
    parsed(&code!(new_struct, new_name, key_struct, key_name;
        #[cfg(doc)]
        type #new_struct = #new_name;
        #[cfg(doc)]
        type #key_struct = #key_name;
        #[cfg(not(doc))]
        let _: __sk::Option<(#new_struct, #key_struct)>;
    ))
}

/// The constant `__TABLE`, and the tables that it refers to.
fn definition(model: &Table) -> TokenStream {
    let others = model.foreign_keys.iter().enumerate().map(|(at, key)| {
        let (other, table) = (format_ident!("{}", other(at)), table_at(model, &key.references));
        quote!(const #other: &__sk::TableDef<'static> = #table;)
    });
    let hosts = (0..model.indexes.len()).filter_map(|at| host(model, at));
    let name = format!("{:?}", model.name);
    let key: String =
        model.key.iter().enumerate().map(|(part, field)| key_part(model, part, *field)).collect();
    let apart = types::set_apart(model);
    // A type that is not a column, or set apart, must not keep the others from being judged.
    let spec = |at: usize| {
        let is_asked = model.fields[at].known == Known::All && !apart.contains(&at);
        if is_asked { super::spec(model, at) } else { "__sk::STAND_IN_SPEC".to_owned() }
    };
    let columns = model.fields.iter().enumerate();
    let columns: String = columns.map(|(at, field)| column(model, at, field, &spec(at))).collect();
    let schema = model.schema.iter().map(|schema| format!("schema: __sk::Some({schema:?}),"));
    let dialect = model.dialect.iter().map(|dialect| {
        let dialect = match dialect {
            Dialect::GoogleSql => "__sk::Dialect::GoogleSql",
            Dialect::PostgreSql => "__sk::Dialect::PostgreSql",
            Dialect::Constant(_) => "__DIALECT",
        };
        format!("dialect: __sk::Some({dialect}),")
    });
    let parent = model.interleave.iter().map(|interleave| {
        let on_delete = on_delete(interleave.on_delete);
        format!(
            "parent: __sk::Some(__sk::ParentDef {{ table: __PARENT, on_delete: {on_delete} }}), \
             stand_in: __PARENT.stand_in,"
        )
    });
    let ttl = model.ttl.iter().map(|Ttl { field, days, .. }| {
        format!("ttl: __sk::Some(__sk::Ttl {{ column: {field}, days: {days} }}),")
    });
    let checks = model.checks.iter().map(|Check { name, sql, .. }| {
        let (name, sql) = (option(name.as_ref().map(|name| format!("{name:?}"))), sql_text(sql));
        format!("__sk::CheckDef {{ name: {name}, sql: {sql} }},")
    });
    let skipped =
        model.skipped.iter().map(|(ident, _)| format!("{:?},", ident.unraw().to_string()));
    let lists = [
        list("skipped", skipped),
        list("indexes", (0..model.indexes.len()).map(|at| index(model, at))),
        list(
            "foreign_keys",
            model.foreign_keys.iter().enumerate().map(|(at, key)| foreign_key(at, key)),
        ),
        list("checks", checks),
        options(&model.options),
    ];
    let former = former(model.renamed_from.as_ref());
    let others_set: String =
        schema.chain(former).chain(dialect).chain(parent).chain(lists).chain(ttl).collect();
    let sorted = types::sorted(model);
    // The compiler evaluates a list as a separate constant, unless it is behind a branch and contains
    // a call.
    let table = code!(sorted, name, key, columns, others_set;
        const #sorted: &__sk::TableDef<'static> = {
            if true {}
            &__sk::TableDef {
                key: &[#key],
                columns: &[#columns],
                #others_set
                ..__sk::empty_table(#name)
            }
        };
    );
    let whole = (!apart.is_empty()).then(|| {
        let columns = apart.iter().map(|at| {
            let column = column(model, *at, &model.fields[*at], &super::spec(model, *at));
            format!("({at}, {column}),", column = column.trim_end_matches(','))
        });
        let (columns, count): (String, _) = (columns.collect(), model.fields.len());
        code!(columns, count;
            const __TABLE: &__sk::TableDef<'static> = {
                if true {}
                &__sk::TableDef {
                    columns: &__sk::with_columns::<#count>(__SORTED, &[#columns]),
                    ..*__SORTED
                }
            };
        )
    });
    let alone = alone(model).unwrap_or_default();
    let table = parsed(&(table + whole.as_deref().unwrap_or_default() + &alone));
    // Here with its place in the source, for the compiler's errors.
    let constant = model.dialect.iter().filter_map(|dialect| match dialect {
        Dialect::Constant(path) => Some(quote!(const __DIALECT: __sk::Dialect = #path;)),
        Dialect::GoogleSql | Dialect::PostgreSql => None,
    });
    quote!(#(#others)* #(#hosts)* #(#constant)* #table)
}

/// The same types for a struct with mistakes, so that the code that uses them adds no errors of its
/// own. They do nothing. The rules judge what is `judged`.
///
/// With an `error`, their fields are not guessed: they are types that the compiler does not know, and
/// it reports no names in a module with an error of a macro, and nothing about the uses of such types.
pub(crate) fn stand_in(
    model: &Table,
    judged: &Table,
    error: Option<&TokenStream>,
    allow: Option<&TokenStream>,
) -> TokenStream {
    let Table { ident, krate, .. } = model;
    let (types, parent, link) = (types::aliases(judged), parent(model), parsed(link(model)));
    let (definition, obligations) = (definition(judged), obligations::of_stand_in(judged));
    let (structs, names, impls, key) = if let Some(error) = error {
        let module = format_ident!("__{}Unknown", ident.unraw());
        let unknown = quote!(#module::Unknown);
        let structs = quote! {
            #[allow(non_snake_case)]
            mod #module {
                #error
                pub type Unknown = __Unknown;
            }
        };
        let aliases = aliases(model, &unknown, &unknown, allow);
        (quote!(#structs #aliases), None, None, unknown)
    } else {
        let key = names::key_struct(model).into_token_stream();
        (structs(model, allow), Some(struct_names(model)), Some(stand_in_impls(model)), key)
    };
    quote! {
        #structs
        #allow
        const _: () = {
            use #krate::__private as __sk;
            pub use __sk::answers::*;
            #names
            #types
            #parent
            #[allow(dead_code)]
            #definition
            impl __sk::SpannerTable for #ident {
                const SHAPE: __sk::Shape = __sk::STAND_IN;
                type Key = #key;
                type InsertKey = #key;
                type Parent = #link;
                fn key_parts(&self) {}
                fn read(_: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                    __sk::Err(__sk::no_row())
                }
                fn change(self, _: &mut __sk::RowFiller<'_>) {}
            }
            #impls
            #obligations
        };
    }
}

/// The impls of the types of a stand-in.
fn stand_in_impls(model: &Table) -> TokenStream {
    let ident = &model.ident;
    let (key_name, row_name) = (names::key_struct(model), names::new_struct(model));
    let impls = [row::inserts(model), row::usual(model), key::usual(model)];
    let (impls, debug) = (parsed(&impls.concat()), row::debug(model));
    quote! {
        impl __sk::TableKey for #key_name {
            type Table = #ident;
            type Types = ();
            type Bounds<Rest> = __sk::AnyParts;
            fn from_parts((): ()) -> Self { loop {} }
            fn inspect(&self, _: &mut __sk::KeyInspector) {}
            fn write(self, _: &mut __sk::KeyWriter) {}
            fn read(_: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                __sk::Err(__sk::no_row())
            }
        }
        impl __sk::LateKey for #ident {}
        impl __sk::NewRow for #row_name {
            type Table = #ident;
            fn fill(self, _: &mut __sk::RowFiller<'_>) -> __sk::RowResult<#key_name> {
                __sk::Err(__sk::no_row())
            }
        }
        #impls
        #debug
    }
}

/// A list of the table, if there is anything in it.
fn list(name: &str, items: impl Iterator<Item = String>) -> String {
    let items: String = items.collect();
    if items.is_empty() { items } else { format!("{name}: &[{items}],") }
}

/// `Some(…)` or `None`, whatever the user has in scope under these names.
fn option(value: Option<String>) -> String {
    value.map_or_else(|| "__sk::None".to_owned(), |value| format!("__sk::Some({value})"))
}

/// The text as a literal.
fn quoted(text: &LitStr) -> String {
    format!("{:?}", text.value())
}

/// The parent, named once: the table and its key, or stand-ins where the path does not lead to a
/// table, or leads back here. The question whether it is a table reports the one, and
/// `check_interleave` the other.
fn parent(model: &Table) -> Option<TokenStream> {
    let (ident, path) = (&model.ident, &model.interleave.as_ref()?.parent);
    let id = circle_id(ident, path);
    Some(quote! {
        type __Parent = #path;
        type __Link = __sk::Below<__Parent, #id, { __sk::IsTable::<__Parent>::ANSWER }>;
        type __ParentTable = __sk::Parent<
            __Parent,
            { __sk::IsTable::<__Parent>::ANSWER && !__sk::closes_circle::<__Link>() },
        >;
        type __ParentKey = <__ParentTable as __sk::ParentTable>::Key;
        const __PARENT: &__sk::TableDef<'static> = <__ParentTable as __sk::ParentTable>::TABLE;
        impl __sk::Interleaved for #ident {
            type ParentKey = __ParentKey;
        }
    })
}

/// The way to the parent.
fn link(model: &Table) -> &'static str {
    if model.interleave.is_some() { "__Link" } else { "__sk::Root" }
}

/// A number that distinguishes the tables of a circle, never 0.
fn circle_id(ident: &Ident, parent: &Path) -> u64 {
    let names = format!("{ident} {}", parent.to_token_stream());
    names.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    }) | 1
}

/// The constant that holds the table of the foreign key at this position.
pub(super) fn other(at: usize) -> String {
    format!("__OTHER_{at}")
}

fn column(model: &Table, at: usize, field: &Field, spec: &str) -> String {
    let Field { column, name, .. } = field;
    let fill = fill(&field.fill).map(|fill| format!(".fill({fill})"));
    let storage = field.storage.and_then(|storage| self::storage(storage.value));
    let storage = storage.map(|storage| format!(".storage({storage})"));
    let length = field.length.map(|length| format!(".length({})", length.value));
    let commit_timestamp = field.commit_timestamp.map(|_| ".commit_timestamp()".to_owned());
    let inherit = field
        .key
        .as_ref()
        .filter(|key| key.inherited.is_some())
        .and_then(|_| model.key.iter().position(|part| *part == at))
        .map(|part| format!(".inherit(__PARENT, {part})"));
    let arguments = [fill, storage, length, commit_timestamp, extra(&field.extra), inherit];
    let arguments: String = arguments.into_iter().flatten().collect();
    if arguments.is_empty() && column == name {
        return format!("__sk::plain({spec}, {name:?}),");
    }
    format!("__sk::Draft::new({spec}, {column:?}, {name:?}){arguments}.done(),")
}

fn fill(fill: &Fill) -> Option<String> {
    let fill = match fill {
        Fill::Supplied => return None,
        Fill::Default(sql) => format!("Default({})", sql_text(sql)),
        Fill::Generated { sql, stored } => {
            format!("Generated {{ sql: {}, stored: {stored} }}", sql_text(sql))
        }
        Fill::UuidV4 => "UuidV4".to_owned(),
        Fill::UuidV7(_) => "UuidV7".to_owned(),
        Fill::Ulid(_) => "UlidKey".to_owned(),
        Fill::UuidHalf { high } => {
            let half = if *high { "High" } else { "Low" };
            format!("UuidHalf(__sk::UuidHalf::{half})")
        }
        Fill::Random => "Random".to_owned(),
        Fill::BitReversed => "BitReversed".to_owned(),
        Fill::Sequence { name, options } => {
            let options = counter_options(*options);
            format!("Sequence(__sk::SequenceDef {{ name: {name:?}, options: {options} }})")
        }
        Fill::Identity { options } => format!("Identity({})", counter_options(*options)),
        Fill::Shard(shard) => {
            let by = match shard.by {
                ShardBy::Database => "Database",
                ShardBy::Client => "Client",
                ShardBy::Chance => "Chance",
            };
            let count = shard.count;
            let inputs: Vec<usize> = shard.inputs.iter().map(|input| input.field).collect();
            format!(
                "Shard(__sk::ShardDef {{ count: {count}, inputs: &{inputs:?}, by: __sk::ShardBy::{by} }})"
            )
        }
    };
    Some(format!("__sk::Fill::{fill}"))
}

fn counter_options(options: CounterOptions) -> String {
    let skip_range = option(options.skip_range.map(|range| format!("{range:?}")));
    let start_counter = option(options.start_counter.map(|start| start.to_string()));
    format!("__sk::CounterOptions {{ skip_range: {skip_range}, start_counter: {start_counter} }}")
}

/// The storage as an option of the runtime crate; `integer` belongs to enums and never gets here.
pub(super) fn storage(storage: Storage) -> Option<&'static str> {
    Some(match storage {
        Storage::Text => "__sk::Storage::Text",
        Storage::Bytes => "__sk::Storage::Bytes",
        Storage::Native => "__sk::Storage::Native",
        Storage::Integer => return None,
    })
}

fn key_part(model: &Table, part: usize, field: usize) -> String {
    match &model.fields[field].key {
        Some(Key { inherited: Some(_), desc, .. }) => {
            format!("__sk::inherited_part({field}, __PARENT, {part}, {}),", desc.is_some())
        }
        Some(Key { desc, waiver, .. }) if waiver.is_some() || desc.is_some() => {
            let (descending, waiver) = (desc.is_some(), self::waiver(waiver.as_ref()));
            format!(
                "__sk::KeyPart {{ column: {field}, descending: {descending}, inherited: false, \
                 waiver: {waiver} }},"
            )
        }
        _ => format!("__sk::KeyPart::new({field}),"),
    }
}

/// What the author states about the spread of a key part, an index or a foreign key.
fn waiver(waiver: Option<&Waiver>) -> String {
    option(waiver.map(|Waiver { kind, reason, .. }| match kind {
        WaiverKind::Spread => format!("__sk::Waiver::Spread({reason:?})"),
        WaiverKind::AllowHotspot => format!("__sk::Waiver::AllowHotspot({reason:?})"),
    }))
}

/// Whether the path is the one of the parent, which is named once, so that a struct that is not a
/// table is one error.
fn is_parent(model: &Table, path: &Path) -> bool {
    let text = |path: &Path| path.to_token_stream().to_string();
    model.interleave.as_ref().is_some_and(|interleave| text(&interleave.parent) == text(path))
}

/// The table behind a path.
fn table_at(model: &Table, path: &Path) -> TokenStream {
    if is_parent(model, path) {
        quote!(__PARENT)
    } else {
        quote!(<#path as __sk::SpannerTable>::SHAPE.table)
    }
}

/// The constant that holds the other table that the index at this position is interleaved in.
fn host(model: &Table, at: usize) -> Option<TokenStream> {
    let Some(IndexParent::Ancestor(path)) = &model.indexes[at].interleave else { return None };
    let (ident, host) = (&model.ident, format_ident!("__HOST_{at}"));
    let parent = if is_parent(model, path) {
        return None;
    } else if path.segments.last().is_some_and(|last| last.ident == *ident) {
        // The path may lead to this very table.
        quote!(<__sk::Host<#path, { __sk::Same::<#path, #ident>::ANSWER }> as __sk::IndexHost>::PARENT)
    } else {
        quote!(__sk::IndexParent::Ancestor(<#path as __sk::SpannerTable>::SHAPE.table))
    };
    Some(quote!(const #host: __sk::IndexParent<'static> = #parent;))
}

/// How many of the first columns of an index are judged in the same way whatever the parent is: those
/// that the application supplies outside of the key.
pub(super) fn own_columns(model: &Table, index: &Index) -> usize {
    if model.interleave.is_none() || index.interleave.is_some() {
        return 0;
    }
    let is_own = |column: &&IndexColumn| {
        let field = &model.fields[column.field];
        field.key.is_none() && matches!(field.fill, Fill::Supplied | Fill::Default(_))
    };
    index.columns.iter().take_while(is_own).count()
}

/// The position of an index in `__ALONE`.
pub(super) fn place_alone(model: &Table, at: usize) -> usize {
    model.indexes[..at].iter().filter(|index| own_columns(model, index) > 0).count()
}

/// The constant `__ALONE`: indexes of a child with these columns only. A parent that does not resolve
/// keeps the compiler from evaluating the table, but not from judging them.
fn alone(model: &Table) -> Option<String> {
    let (mut columns, mut indexes, mut count) = (String::new(), String::new(), 0);
    for index in &model.indexes {
        let own = &index.columns[..own_columns(model, index)];
        if own.is_empty() {
            continue;
        }
        let (name, waiver) = (index.name.unraw(), waiver(index.waiver.as_ref()));
        columns.extend(own.iter().map(|IndexColumn { field, .. }| {
            column(model, *field, &model.fields[*field], &super::spec(model, *field))
        }));
        let parts: String = own
            .iter()
            .zip(count..)
            .map(|(IndexColumn { desc, .. }, place)| {
                format!("__sk::{}({place}),", if *desc { "desc" } else { "asc" })
            })
            .collect();
        indexes.extend([format!(
            "__sk::IndexDef {{ waiver: {waiver}, columns: &[{parts}], ..__sk::empty_index(\"{name}\") }},"
        )]);
        count += own.len();
    }
    let name = format!("{:?}", model.name);
    (count > 0).then(|| {
        code!(name, columns, indexes;
            const __ALONE: &__sk::TableDef<'static> = &__sk::TableDef {
                columns: &[#columns],
                indexes: &[#indexes],
                ..__sk::empty_table(#name)
            };
        )
    })
}

fn index(model: &Table, at: usize) -> String {
    let index = &model.indexes[at];
    let name = index.name.unraw();
    let columns: String = index
        .columns
        .iter()
        .map(|column| {
            let (field, desc) = (column.field, column.desc);
            format!("__sk::{}({field}),", if desc { "desc" } else { "asc" })
        })
        .collect();
    let flags = [
        ("unique", index.unique),
        ("null_filtered", index.null_filtered),
        ("keeps_nulls", index.keep_nulls),
    ];
    let flags = flags.into_iter().filter(|(_, is_set)| *is_set);
    let flags = flags.map(|(flag, _)| format!("{flag}: true,"));
    let lists = [("storing", &index.storing), ("not_null", &index.not_null)]
        .map(|(name, fields)| list(name, fields.iter().map(|field| format!("{field},"))));
    let interleave = index.interleave.as_ref().map(|parent| match parent {
        IndexParent::OwnTable => "__sk::IndexParent::OwnTable".to_owned(),
        IndexParent::Ancestor(path) if is_parent(model, path) => {
            "__sk::IndexParent::Ancestor(__PARENT)".to_owned()
        }
        IndexParent::Ancestor(_) => format!("__HOST_{at}"),
    });
    let interleave = interleave.map(|parent| format!("interleave: __sk::Some({parent}),"));
    let waiver = index.waiver.as_ref();
    let waiver = waiver.map(|some| format!("waiver: {},", self::waiver(Some(some))));
    let options = options(&index.options);
    let set: String = flags.chain(lists).chain(interleave).chain(waiver).chain([options]).collect();
    format!("__sk::IndexDef {{ columns: &[{columns}], {set} ..__sk::empty_index(\"{name}\") }},")
}

fn foreign_key(at: usize, key: &ForeignKey) -> String {
    let name = option(key.name.as_ref().map(|name| format!("{name:?}")));
    let columns: Vec<usize> = key.columns.iter().map(|column| column.value).collect();
    let columns = format!("{columns:?}");
    let fields: Vec<String> = key.fields.iter().map(|field| field.unraw().to_string()).collect();
    let fields = format!("{fields:?}");
    let (other, on_delete, waiver) =
        (other(at), on_delete(key.on_delete), waiver(key.waiver.as_ref()));
    // A function, so that tables may refer to each other: a reference would be a constant that
    // needs itself.
    code!(name, columns, other, fields, on_delete, waiver;
        __sk::ForeignKeyDef {
            name: #name,
            columns: &#columns,
            references: __sk::ReferenceDef::Table { table: || #other, fields: &#fields },
            on_delete: #on_delete,
            waiver: #waiver,
        },
    )
}

fn on_delete(action: OnDelete) -> &'static str {
    match action {
        OnDelete::NoAction => "__sk::OnDelete::NoAction",
        OnDelete::Cascade => "__sk::OnDelete::Cascade",
        OnDelete::Unchecked => "__sk::OnDelete::Unchecked",
    }
}

/// The options, if there are any.
fn options(options: &[(String, LitStr)]) -> String {
    let options = options.iter().map(|(name, value)| {
        format!("__sk::OptionDef {{ name: {name:?}, value: {} }},", quoted(value))
    });
    list("options", options)
}

fn former(name: Option<&String>) -> Option<String> {
    name.map(|name| format!("renamed_from: __sk::Some({name:?}),"))
}

/// What few columns have, as an argument of the column's draft.
fn extra(extra: &Extra) -> Option<String> {
    let Extra {
        sql_type,
        vector_length,
        hidden,
        on_update,
        without_default,
        check_values,
        secret: _,
        options,
        renamed_from,
    } = extra;
    let sql_type = sql_type.as_ref().map(|sql| format!("sql_type: __sk::Some({}),", sql_text(sql)));
    let vector_length =
        vector_length.map(|length| format!("vector_length: __sk::Some({}),", length.value));
    let hidden = hidden.then(|| "hidden: true,".to_owned());
    let on_update =
        on_update.as_ref().map(|sql| format!("on_update: __sk::Some({}),", sql_text(sql)));
    let without_default = without_default.then(|| "without_default: true,".to_owned());
    let check_values = check_values.map(|_| "check_values: true,".to_owned());
    let options = Some(self::options(options));
    let former = former(renamed_from.as_ref());
    let facts = [sql_type, vector_length, hidden, on_update, without_default, check_values];
    let set: String = facts.into_iter().chain([options, former]).flatten().collect();
    (!set.is_empty())
        .then(|| format!(".extra(&__sk::ColumnExtra {{ {set} ..__sk::ColumnExtra::NONE }})"))
}

pub(super) fn sql_text(sql: &SqlText) -> String {
    let [googlesql, postgresql] =
        [&sql.googlesql, &sql.postgresql].map(|text| option(text.as_ref().map(quoted)));
    format!("__sk::SqlText {{ googlesql: {googlesql}, postgresql: {postgresql} }}")
}
