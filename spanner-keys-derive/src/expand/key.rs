//! `OrderKey`: the primary key as a struct, and its way to the wire and back.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::table::where_parent_is_table;
use super::{names, ops};
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
    if is_known(model) { names::key(model).to_token_stream() } else { quote!(__sk::PartialKey) }
}

/// The type of the parent's key, from outside of the generated block.
pub(super) fn parent_key(model: &Table) -> Option<TokenStream> {
    let (krate, parent) = (&model.krate, &model.interleave.as_ref()?.parent);
    Some(quote!(<#parent as #krate::SpannerTable>::Key))
}

/// The condition under which the parent has a key, from outside of the generated block.
pub(super) fn parent_condition(model: &Table) -> Option<TokenStream> {
    let (krate, parent) = (&model.krate, &model.interleave.as_ref()?.parent);
    Some(quote!(where for<'__any> #parent: #krate::SpannerTable))
}

/// The field of the parent's key, with the visibility of the first field marked `parent`.
pub(super) fn parent_field(model: &Table) -> Option<(TokenStream, Ident)> {
    let vis = model.fields.iter().find(|field| field.is_inherited()).map(|field| &field.vis);
    Some((quote!(#vis), names::parent_field(model)?))
}

/// The struct itself.
pub(super) fn definition(model: &Table) -> TokenStream {
    let (vis, name, table) = (&model.vis, names::key(model), &model.name);
    let parent = parent_field(model).zip(parent_key(model)).map(|((vis, field), ty)| {
        quote! {
            /// The key of the parent.
            #vis #field: #ty,
        }
    });
    let parts = held(model).map(|(_, Field { vis, ident, ty, column, .. })| {
        let doc = format!(" The key column `{column}`.");
        quote! {
            #[doc = #doc]
            #vis #ident: #ty,
        }
    });
    let doc = format!(" The primary key of table `{table}`.");
    let condition = parent_condition(model);
    quote! {
        #[doc = #doc]
        #vis struct #name #condition {
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
            || quote!(#look.shard();),
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
    let (ident, name) = (&model.ident, names::key(model));
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
    let condition = where_parent_is_table(model, &[]);
    let (from_parts, usual) = (from_parts(model), usual(model));
    let types = model.key.iter().map(|at| &model.fields[*at].ty);
    let known = if is_known(model) { quote!(__sk::KnownKey) } else { quote!(__sk::LateKey) };
    quote! {
        #[automatically_derived]
        impl __sk::TableKey for #name #condition {
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
        #[automatically_derived]
        impl #known for #ident #condition {}
        #from_parts
        #usual
    }
}

/// The key of a row: from its own fields, in the order of the key.
pub(super) fn from_parts(model: &Table) -> TokenStream {
    let (ident, name) = (&model.ident, names::key(model));
    let fields: Vec<&Field> = model.key.iter().map(|at| &model.fields[*at]).collect();
    let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    let values: Vec<Ident> =
        fields.iter().map(|field| format_ident!("__part_{}", field.name)).collect();
    let patterns = fields.iter().zip(&values).map(|(field, value)| {
        if field.is_inherited() || part(field) == Part::Held { quote!(#value) } else { quote!(_) }
    });
    let inherited: Vec<_> =
        fields.iter().zip(&values).filter(|(field, _)| field.is_inherited()).collect();
    let (inherited_types, inherited_values): (Vec<_>, Vec<_>) =
        inherited.into_iter().map(|(field, value)| (&field.ty, value)).unzip();
    let parent = names::parent_field(model);
    let parent_value = parent
        .as_ref()
        .map(|parent| quote!(#parent: __sk::FromParts::from_parts((#(#inherited_values,)*)),));
    let parent_key = model.interleave.as_ref().map(|interleave| {
        let path = &interleave.parent;
        quote!(for<'__any> <#path as __sk::SpannerTable>::Key: __sk::FromParts<(#(#inherited_types,)*)>)
    });
    let condition = where_parent_is_table(model, parent_key.as_slice());
    let mut row_conditions: Vec<_> =
        types.iter().map(|ty| quote!(for<'__any> #ty: __sk::Clone)).collect();
    row_conditions.extend(parent_key);
    let row_condition = where_parent_is_table(model, &row_conditions);
    let own = fields
        .iter()
        .zip(&values)
        .filter(|(field, _)| !field.is_inherited() && part(field) == Part::Held)
        .map(|(field, value)| {
            let part = &field.ident;
            quote!(#part: #value,)
        });
    let parts = fields.iter().map(|field| &field.ident);
    quote! {
        #[automatically_derived]
        impl __sk::FromParts<(#(#types,)*)> for #name #condition {
            fn from_parts((#(#patterns,)*): (#(#types,)*)) -> Self {
                Self { #parent_value #(#own)* }
            }
        }
        #[automatically_derived]
        impl __sk::HasKey for #ident #row_condition {
            fn key_of(&self) -> #name {
                __sk::FromParts::from_parts((#(__sk::Clone::clone(&self.#parts),)*))
            }
        }
    }
}

/// The usual traits, as far as the parts have them.
pub(super) fn usual(model: &Table) -> TokenStream {
    let name = names::key(model);
    let text = name.to_string();
    let mut fields: Vec<Ident> = names::parent_field(model).into_iter().collect();
    let mut types = Vec::new();
    for (_, Field { ident, ty, .. }) in held(model) {
        fields.push(ident.clone());
        types.push(ty);
    }
    let labels = fields.iter().map(|field| syn::ext::IdentExt::unraw(field).to_string());
    // One condition says both that the parent is a table and what its key can do: each costs the
    // compiler.
    let parent = model.interleave.as_ref().map(|interleave| &interleave.parent);
    let all = |bound: TokenStream| {
        let parent =
            parent.iter().map(|path| quote!(for<'__any> #path: __sk::SpannerTable<Key: #bound>));
        let conditions = parent.chain(types.iter().map(|ty| quote!(for<'__any> #ty: #bound)));
        quote!(where #(#conditions),*)
    };
    // Only a stand-in may have no parts at all.
    let equal = if fields.is_empty() {
        quote!(let _ = __other; true)
    } else {
        quote!(#(__sk::PartialEq::eq(&self.#fields, &__other.#fields))&&*)
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
            fn fmt(&self, __out: &mut __sk::Formatter<'_>) -> __sk::FmtResult {
                __sk::debug_key(__out, #text, &[#((#labels, &self.#fields)),*])
            }
        }
        #[automatically_derived]
        impl __sk::PartialEq for #name #partial_eq {
            fn eq(&self, __other: &Self) -> __sk::bool {
                #equal
            }
        }
        #[automatically_derived]
        impl __sk::Eq for #name #eq {}
        #[automatically_derived]
        impl __sk::Hash for #name #hash {
            fn hash<__State: __sk::Hasher>(&self, __state: &mut __State) {
                #(__sk::Hash::hash(&self.#fields, __state);)*
            }
        }
    }
}
