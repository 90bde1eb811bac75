//! `OrderKey`: the primary key as a struct, and its way to the wire and back.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use super::{names, ops, types};
use crate::model::{Field, Fill, ShardBy, Table};

/// How the key knows a part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// It is a field of the key.
    Held,
    /// A shard that the database stores.
    StoredShard,
    /// A shard that the application computes.
    ComputedShard,
}

pub(super) fn part(field: &Field) -> Part {
    match &field.fill {
        Fill::Shard(shard) if shard.by == ShardBy::Database => Part::StoredShard,
        Fill::Shard(shard) if shard.by == ShardBy::Client => Part::ComputedShard,
        _ => Part::Held,
    }
}

/// The database fills this part of the key, or completes it with the commit.
pub(super) fn is_late(field: &Field) -> bool {
    matches!(field.fill, Fill::Sequence { .. } | Fill::Identity { .. })
        || field.commit_timestamp.is_some()
}

/// The key parts that are the table's own, with their positions among the fields.
pub(super) fn own_parts(model: &Table) -> impl Iterator<Item = (usize, &Field)> {
    model.key.iter().map(|at| (*at, &model.fields[*at])).filter(|(_, field)| !field.is_inherited())
}

/// The parts that are fields of the key.
fn held(model: &Table) -> impl Iterator<Item = (usize, &Field)> {
    own_parts(model).filter(|(_, field)| part(field) == Part::Held)
}

/// Whether the application knows every part before the commit.
pub(super) fn is_known(model: &Table) -> bool {
    !own_parts(model).any(|(_, field)| is_late(field))
}

/// What is known of the key before the commit.
pub(super) fn insert_key(model: &Table) -> TokenStream {
    if is_known(model) { model.key_name.to_token_stream() } else { quote!(__sk::PartialKey) }
}

/// Where a struct is defined.
#[derive(Clone, Copy)]
pub(super) enum For {
    /// Code.
    Code,
    /// Documentation, in which nothing is type-checked.
    Docs,
}

/// The field of the parent's key, with the visibility of the first field marked `parent`.
///
/// Only the parent knows the name of its key, so the field is a projection, for which rustdoc would
/// print no name. Documentation has a type of that name instead.
pub(super) fn parent_field(model: &Table, doc: &str, purpose: For) -> Option<TokenStream> {
    let Table { ident, krate, .. } = model;
    let vis = model.fields.iter().find(|field| field.is_inherited()).map(|field| &field.vis);
    let (field, (module, key)) =
        (names::parent_field(model)?, names::documented_parent_key(model)?);
    let ty = match purpose {
        For::Code => quote!(<#ident as #krate::__private::Interleaved>::ParentKey),
        For::Docs => quote!(#module::#key),
    };
    Some(quote!(#[doc = #doc] #vis #field: #ty,))
}

/// The type that documentation shows for the parent's key.
pub(super) fn documented_parent_key(model: &Table) -> Option<TokenStream> {
    let (module, key) = names::documented_parent_key(model)?;
    Some(quote! {
        #[cfg(doc)]
        #[doc(hidden)]
        pub mod #module {
            pub struct #key;
        }
    })
}

/// The struct itself.
pub(super) fn definition(model: &Table, name: &Ident, purpose: For) -> TokenStream {
    let (vis, table) = (&model.vis, &model.name);
    let parent = parent_field(model, " The key of the parent.", purpose);
    let parts = held(model).map(|(_, Field { vis, ident, ty, column, docs, .. })| {
        let ours = docs.is_empty().then(|| format!(" The key column `{column}`."));
        let docs = super::docs(model, ours.as_deref(), docs);
        quote!(#docs #vis #ident: #ty,)
    });
    let ours = format!(" The primary key of table `{table}`.");
    let docs = super::docs(model, Some(&ours), &model.docs);
    quote! {
        #docs
        #vis struct #name {
            #parent
            #(#parts)*
        }
    }
}

/// Shows the own parts of a key to `__look`. `value` names a part that is known.
pub(super) fn inspect(
    model: &Table,
    look: &TokenStream,
    value: impl Fn(&Field) -> Option<TokenStream>,
) -> TokenStream {
    let parts = own_parts(model).map(|(at, field)| {
        let ops = ops(at);
        let held = value(field).filter(|_| part(field) == Part::Held);
        held.map_or_else(
            || quote!(#look.unknown(__TABLE, #at);),
            |value| quote!(#look.part(__TABLE, #at, &#value, &#ops);),
        )
    });
    quote!(#(#parts)* #look.close(__TABLE);)
}

/// Gives the own parts of a key to `__put`.
pub(super) fn write(
    model: &Table,
    put: &TokenStream,
    value: impl Fn(&Field) -> Option<TokenStream>,
) -> TokenStream {
    let parts = own_parts(model).map(|(at, field)| {
        let ops = ops(at);
        match (part(field), value(field)) {
            (Part::Held, Some(value)) => quote!(#put.part(__TABLE, #at, #value, &#ops);),
            (Part::Held, None) if field.commit_timestamp.is_some() => {
                quote!(#put.commit_timestamp();)
            }
            (Part::Held, None) => TokenStream::new(),
            (Part::StoredShard, _) => quote!(#put.stored_shard();),
            (Part::ComputedShard, _) => quote!(#put.shard();),
        }
    });
    quote!(#(#parts)*)
}

/// What the key can do.
pub(super) fn impls(model: &Table) -> TokenStream {
    let (ident, name) = (&model.ident, &model.key_name);
    let parent = names::parent_field(model);
    let out = quote!(__out);
    let own = |field: &Field| {
        let part = &field.ident;
        Some(quote!(self.#part))
    };
    let (look, put) = (inspect(model, &out, own), write(model, &out, own));
    let look_parent =
        parent.as_ref().map(|parent| quote!(__sk::TableKey::inspect(&self.#parent, __out);));
    let put_parent = parent
        .as_ref()
        .map(|parent| quote!(__out.parent(|__out| __sk::TableKey::write(self.#parent, __out));));
    let read_parent = parent.as_ref().map(|parent| quote!(#parent: __sk::TableKey::read(__row)?,));
    let reads = held(model).map(|(at, field)| {
        let (part, ops) = (&field.ident, ops(at));
        quote!(#part: __row.take(__TABLE, #at, &#ops)?,)
    });
    let (from_parts, usual) = (from_parts(model, false), usual(model));
    let types = model.key.iter().copied().map(types::alias);
    quote! {
        #[automatically_derived]
        impl __sk::TableKey for #name {
            type Table = #ident;
            type Types = (#(#types,)*);
            fn inspect(&self, __out: &mut __sk::KeyInspector) {
                #look_parent
                #look
            }
            fn write(self, __out: &mut __sk::KeyWriter) {
                #put_parent
                #put
            }
            fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                __sk::Ok(Self { #read_parent #(#reads)* })
            }
        }
        #from_parts
        #usual
    }
}

/// The key of a row: from its own fields, in the order of the key.
pub(super) fn from_parts(model: &Table, is_stand_in: bool) -> TokenStream {
    let (ident, name) = (&model.ident, &model.key_name);
    let fields: Vec<&Field> = model.key.iter().map(|at| &model.fields[*at]).collect();
    let types: Vec<_> = model.key.iter().copied().map(types::alias).collect();
    let values: Vec<Ident> =
        fields.iter().map(|field| format_ident!("__part_{}", field.name)).collect();
    let patterns = fields.iter().zip(&values).map(|(field, value)| {
        if field.is_inherited() || part(field) == Part::Held { quote!(#value) } else { quote!(_) }
    });
    let is_inherited = |part: &usize| fields[*part].is_inherited();
    let (inherited_types, inherited_values): (Vec<_>, Vec<_>) =
        (0..fields.len()).filter(is_inherited).map(|part| (&types[part], &values[part])).unzip();
    let parent = names::parent_field(model);
    let parent_value = parent
        .as_ref()
        .map(|parent| quote!(#parent: __sk::FromParts::from_parts((#(#inherited_values,)*)),));
    let parent_key = model
        .interleave
        .as_ref()
        .map(|_| quote!(for<'any> __ParentKey: __sk::FromParts<(#(#inherited_types,)*)>));
    let condition = parent_key.as_ref().map(|condition| quote!(where #condition));
    let clones = types.iter().map(|ty| quote!(for<'any> #ty: __sk::Clone));
    let row_conditions = clones.chain(parent_key);
    let own = fields
        .iter()
        .zip(&values)
        .filter(|(field, _)| !field.is_inherited() && part(field) == Part::Held)
        .map(|(field, value)| {
            let part = &field.ident;
            quote!(#part: #value,)
        });
    let parts = fields.iter().map(|field| &field.ident);
    // The fields of a stand-in may have other types than it names.
    let key = if is_stand_in {
        quote!(loop {})
    } else {
        quote!(__sk::FromParts::from_parts((#(__sk::Clone::clone(&self.#parts),)*)))
    };
    quote! {
        #[automatically_derived]
        impl __sk::FromParts<(#(#types,)*)> for #name #condition {
            fn from_parts((#(#patterns,)*): (#(#types,)*)) -> Self {
                Self { #parent_value #(#own)* }
            }
        }
        #[automatically_derived]
        impl __sk::HasKey for #ident where #(#row_conditions),* {
            fn key_of(&self) -> #name {
                #key
            }
        }
    }
}

/// The usual traits, as far as the parts have them.
pub(super) fn usual(model: &Table) -> TokenStream {
    let name = &model.key_name;
    let text = name.unraw().to_string();
    let mut fields: Vec<Ident> = names::parent_field(model).into_iter().collect();
    let mut types = Vec::new();
    for (at, field) in held(model) {
        fields.push(field.ident.clone());
        types.push(types::alias(at));
    }
    let labels = fields.iter().map(|field| field.unraw().to_string());
    types.extend(model.interleave.as_ref().map(|_| format_ident!("__ParentKey")));
    // A higher-ranked bound may name types without parameters.
    let all = |bound: TokenStream| quote!(where #(for<'any> #types: #bound),*);
    // Only a stand-in may have no parts at all.
    let equal = if fields.is_empty() {
        quote!(let _ = other_key; true)
    } else {
        quote!(#(__sk::PartialEq::eq(&self.#fields, &other_key.#fields))&&*)
    };
    let (clone, debug, partial_eq, eq, hash) = (
        all(quote!(__sk::Clone)),
        all(quote!(__sk::Debug)),
        all(quote!(__sk::PartialEq)),
        all(quote!(__sk::Eq)),
        all(quote!(__sk::Hash)),
    );
    quote! {
        #[automatically_derived]
        impl __sk::Clone for #name #clone {
            fn clone(&self) -> Self {
                Self { #(#fields: __sk::Clone::clone(&self.#fields)),* }
            }
        }
        #[automatically_derived]
        impl __sk::Debug for #name #debug {
            fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
                __sk::debug_key(formatter, #text, &[#((#labels, &self.#fields)),*])
            }
        }
        #[automatically_derived]
        impl __sk::PartialEq for #name #partial_eq {
            fn eq(&self, other_key: &Self) -> __sk::bool {
                #equal
            }
        }
        #[automatically_derived]
        impl __sk::Eq for #name #eq {}
        #[automatically_derived]
        impl __sk::Hash for #name #hash {
            fn hash<H: __sk::Hasher>(&self, hash_state: &mut H) {
                #(__sk::Hash::hash(&self.#fields, hash_state);)*
            }
        }
    }
}
