//! `OrderKey`: the primary key as a struct, and its way to the wire and back.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::code::code;
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
pub(super) fn insert_key(model: &Table) -> String {
    if is_known(model) { model.key_name.to_string() } else { "__sk::PartialKey".to_owned() }
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
    look: &str,
    value: impl Fn(&Field) -> Option<String>,
) -> String {
    let parts = own_parts(model).map(|(at, field)| {
        let held = value(field).filter(|_| part(field) == Part::Held);
        held.map_or_else(
            || format!("{look}.unknown(__TABLE, {at});"),
            |value| format!("{look}.part(__TABLE, {at}, &{value}, &{});", ops(at)),
        )
    });
    parts.chain([format!("{look}.close(__TABLE);")]).collect()
}

/// Gives the own parts of a key to `__put`.
pub(super) fn write(model: &Table, put: &str, value: impl Fn(&Field) -> Option<String>) -> String {
    let parts = own_parts(model).map(|(at, field)| match (part(field), value(field)) {
        (Part::Held, Some(value)) => format!("{put}.part(__TABLE, {at}, {value}, &{});", ops(at)),
        (Part::Held, None) if field.commit_timestamp.is_some() => {
            format!("{put}.commit_timestamp();")
        }
        (Part::Held, None) => String::new(),
        (Part::StoredShard, _) => format!("{put}.stored_shard();"),
        (Part::ComputedShard, _) => format!("{put}.shard();"),
    });
    parts.collect()
}

/// Shows the parent's key to `__look`.
pub(super) fn inspect_parent(model: &Table, look: &str) -> String {
    let parent = names::parent_field(model);
    parent.map_or_else(String::new, |parent| {
        format!("__sk::TableKey::inspect(&self.{parent}, {look});")
    })
}

/// Gives the parent's key to `__put`.
pub(super) fn write_parent(model: &Table, put: &str) -> String {
    let parent = names::parent_field(model);
    parent.map_or_else(String::new, |parent| {
        format!("{put}.parent(|{put}| __sk::TableKey::write(self.{parent}, {put}));")
    })
}

/// What the key can do.
pub(super) fn impls(model: &Table) -> String {
    let (row, key) = (&model.ident, &model.key_name);
    let own = |field: &Field| Some(format!("self.{}", field.ident));
    let (look, put) = (inspect(model, "__out", own), write(model, "__out", own));
    let (look_parent, put_parent) = (inspect_parent(model, "__out"), write_parent(model, "__out"));
    let parent = names::parent_field(model);
    let read_parent = parent.map(|parent| format!("{parent}: __sk::TableKey::read(__row)?,"));
    let read_own = held(model)
        .map(|(at, field)| format!("{}: __row.take(__TABLE, {at}, &{})?,", field.ident, ops(at)));
    let reads: String = read_parent.into_iter().chain(read_own).collect();
    let types = types::list(&model.key);
    let (from_parts, usual) = (from_parts(model, false), usual(model));
    code!(row, key, types, look_parent, look, put_parent, put, reads, from_parts, usual;
        impl __sk::TableKey for #key {
            type Table = #row;
            type Types = (#types);
            fn inspect(&self, __out: &mut __sk::KeyInspector) {
                #look_parent
                #look
            }
            fn write(self, __out: &mut __sk::KeyWriter) {
                #put_parent
                #put
            }
            fn read(__row: &mut __sk::RowValues<'_>) -> __sk::RowResult<Self> {
                __sk::Ok(Self { #reads })
            }
        }
        #from_parts
        #usual
    )
}

/// The key of a row: from its own fields, in the order of the key.
pub(super) fn from_parts(model: &Table, is_stand_in: bool) -> String {
    let (row, key) = (&model.ident, &model.key_name);
    let fields = || model.key.iter().map(|at| &model.fields[*at]);
    let types = types::list(&model.key);
    let is_held = |field: &&Field| !field.is_inherited() && part(field) == Part::Held;
    let patterns: String = fields()
        .map(|field| {
            if field.is_inherited() || is_held(&field) {
                format!("__part_{},", field.name)
            } else {
                "_,".to_owned()
            }
        })
        .collect();
    let own =
        fields().filter(is_held).map(|field| format!("{}: __part_{},", field.ident, field.name));
    let inherited: String = fields()
        .filter(|field| field.is_inherited())
        .map(|field| format!("__part_{},", field.name))
        .collect();
    let parent = names::parent_field(model)
        .map(|parent| format!("{parent}: __sk::FromParts::from_parts(({inherited})),"));
    let parts: String = parent.into_iter().chain(own).collect();
    let is_inherited = |at: &usize| model.fields[*at].is_inherited();
    let inherited: Vec<usize> = model.key.iter().copied().filter(is_inherited).collect();
    let inherited = types::list(&inherited);
    let parent_key = model
        .interleave
        .as_ref()
        .map(|_| format!("for<'any> __ParentKey: __sk::FromParts<({inherited})>,"));
    let condition = parent_key.as_ref().map_or_else(String::new, |is| format!("where {is}"));
    let clones =
        model.key.iter().map(|at| format!("for<'any> {}: __sk::Clone,", types::alias(*at)));
    let row_conditions: String = clones.chain(parent_key).collect();
    // The fields of a stand-in may have other types than it names.
    let built = if is_stand_in {
        "loop {}".to_owned()
    } else {
        let clones = fields().map(|field| format!("__sk::Clone::clone(&self.{}),", field.ident));
        format!("__sk::FromParts::from_parts(({}))", clones.collect::<String>())
    };
    code!(row, key, types, condition, patterns, parts, row_conditions, built;
        impl __sk::FromParts<(#types)> for #key #condition {
            fn from_parts((#patterns): (#types)) -> Self {
                Self { #parts }
            }
        }
        impl __sk::HasKey for #row where #row_conditions {
            fn key_of(&self) -> #key {
                #built
            }
        }
    )
}

/// The usual traits, as far as the parts have them.
pub(super) fn usual(model: &Table) -> String {
    let key = &model.key_name;
    let text = key.unraw().to_string();
    let mut fields: Vec<Ident> = names::parent_field(model).into_iter().collect();
    let mut types = Vec::new();
    for (at, field) in held(model) {
        fields.push(field.ident.clone());
        types.push(types::alias(at));
    }
    types.extend(model.interleave.as_ref().map(|_| format_ident!("__ParentKey")));
    // A higher-ranked bound may name types without parameters.
    let all = |bound: &str| -> String {
        types.iter().map(|ty| format!("for<'any> {ty}: __sk::{bound},")).collect()
    };
    let each = |code: fn(&Ident) -> String| -> String { fields.iter().map(code).collect() };
    let clones = each(|field| format!("{field}: __sk::Clone::clone(&self.{field}),"));
    let labeled = each(|field| format!("({:?}, &self.{field}),", field.unraw().to_string()));
    let equal = each(|field| format!(" && __sk::PartialEq::eq(&self.{field}, &other_key.{field})"));
    // Only a stand-in may have no parts at all.
    let equal = equal.strip_prefix(" && ").unwrap_or("{ let _ = other_key; true }");
    let hashes = each(|field| format!("__sk::Hash::hash(&self.{field}, hash_state);"));
    let (clone, debug, partial_eq, eq, hash) =
        (all("Clone"), all("Debug"), all("PartialEq"), all("Eq"), all("Hash"));
    code!(key, text, clone, clones, debug, labeled, partial_eq, equal, eq, hash, hashes;
        impl __sk::Clone for #key where #clone {
            fn clone(&self) -> Self {
                Self { #clones }
            }
        }
        impl __sk::Debug for #key where #debug {
            fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
                __sk::debug_key(formatter, "#text", &[#labeled])
            }
        }
        impl __sk::PartialEq for #key where #partial_eq {
            fn eq(&self, other_key: &Self) -> __sk::bool {
                #equal
            }
        }
        impl __sk::Eq for #key where #eq {}
        impl __sk::Hash for #key where #hash {
            fn hash<H: __sk::Hasher>(&self, hash_state: &mut H) {
                #hashes
            }
        }
    )
}
