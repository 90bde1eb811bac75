//! `OrderKey`: the primary key as a struct, and its way to the wire and back.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned as _;

use super::code::{code, shared};
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
    if is_known(model) {
        names::key_struct(model).to_string()
    } else {
        "__sk::PartialKey".to_owned()
    }
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
fn parent_field(model: &Table, doc: &str, purpose: For) -> Option<TokenStream> {
    let Table { ident, krate, .. } = model;
    let vis = model.fields.iter().find(|field| field.is_inherited()).map(|field| &field.vis);
    let (mut field, (module, key)) =
        (names::parent_field(model)?, names::documented_parent_key(model)?);
    let ty = match purpose {
        // A derive that the parent's key lacks is reported at the parent.
        For::Code if !model.of_key.derives.is_empty() || !model.of_new.derives.is_empty() => {
            let place = model.interleave.as_ref()?.parent.span().resolved_at(Span::call_site());
            field.set_span(place);
            quote_spanned!(place=> <#ident as #krate::__private::Interleaved>::ParentKey)
        }
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
pub(super) fn definition(model: &Table) -> Definition {
    let mut parts = TokenStream::new();
    for (_, field) in held(model) {
        let Field { ty, column, docs, .. } = field;
        let ours = docs.is_empty().then(|| format!(" The key column `{column}`."));
        let with_serde = model.of_key.derives_serde();
        super::field(&mut parts, model, field, ours.as_deref(), with_serde, ty);
    }
    Definition::new(
        model,
        &format!(" The primary key of table `{}`.", model.name),
        super::extras(&model.of_key, &model.key_name),
        " The key of the parent.",
        parts,
    )
}

/// A generated struct, without its name.
pub(super) struct Definition {
    /// Its documentation, and the derives and attributes that the author added.
    attributes: TokenStream,
    parent_doc: &'static str,
    fields: TokenStream,
}

impl Definition {
    pub(super) fn new(
        model: &Table,
        doc: &str,
        extras: impl ToTokens,
        parent_doc: &'static str,
        fields: TokenStream,
    ) -> Self {
        let mut attributes = TokenStream::new();
        super::docs(&mut attributes, model, Some(doc), &model.docs);
        extras.to_tokens(&mut attributes);
        Self { attributes: shared(attributes), parent_doc, fields: shared(fields) }
    }

    /// The struct under this name.
    pub(super) fn named(&self, model: &Table, name: &Ident, purpose: For) -> TokenStream {
        let (Self { attributes, fields, .. }, vis) = (self, &model.vis);
        let parent = parent_field(model, self.parent_doc, purpose);
        quote!(#attributes #vis struct #name { #parent #fields })
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
    let (row, key) = (&model.ident, names::key_struct(model));
    let own = |field: &Field| Some(format!("self.{}", field.ident));
    let (look, put) = (inspect(model, "__out", own), write(model, "__out", own));
    let (look_parent, put_parent) = (inspect_parent(model, "__out"), write_parent(model, "__out"));
    let parent = names::parent_field(model);
    let read_parent = parent.map(|parent| format!("{parent}: __sk::TableKey::read(__row)?,"));
    let read_own = held(model)
        .map(|(at, field)| format!("{}: __row.take(__TABLE, {at}, &{})?,", field.ident, ops(at)));
    let reads: String = read_parent.into_iter().chain(read_own).collect();
    let (types, bounds) = (types::list(model, &model.key), bounds(model));
    let (from_parts, usual) = (from_parts(model), usual(model));
    code!(row, key, types, bounds, look_parent, look, put_parent, put, reads, from_parts, usual;
        impl __sk::TableKey for #key {
            type Table = #row;
            type Types = (#types);
            type Bounds<Rest> = #bounds;
            #from_parts
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
        #usual
    )
}

/// The types of the key's parts without its shards, as a list. Only the parent knows which of its own
/// are shards.
fn bounds(model: &Table) -> String {
    let own: Vec<_> =
        own_parts(model).filter(|(_, field)| !matches!(field.fill, Fill::Shard(_))).collect();
    let list = own
        .into_iter()
        .rev()
        .fold("Rest".to_owned(), |rest, (at, _)| format!("({}, {rest})", types::alias(model, at)));
    match &model.interleave {
        Some(_) => format!("<__ParentKey as __sk::TableKey>::Bounds<{list}>"),
        None => list,
    }
}

/// The key from its columns, in their order: an inherited one is part of the parent's key, and a
/// shard is computed.
fn from_parts(model: &Table) -> String {
    let fields = || model.key.iter().map(|at| &model.fields[*at]);
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
    let inherited = fields().filter(|field| field.is_inherited());
    let inherited: String = inherited.map(|field| format!("__part_{},", field.name)).collect();
    let parent = names::parent_field(model)
        .map(|parent| format!("{parent}: __sk::parent_key(({inherited})),"));
    let parts: String = parent.into_iter().chain(own).collect();
    code!(patterns, parts;
        fn from_parts((#patterns): Self::Types) -> Self {
            Self { #parts }
        }
    )
}

/// The columns of the row's key, in their order.
pub(super) fn key_parts(model: &Table) -> String {
    let types: String =
        model.key.iter().map(|at| format!("&{},", types::alias(model, *at))).collect();
    let fields = model.key.iter().map(|at| format!("&self.{},", model.fields[*at].ident));
    let parts: String = fields.collect();
    code!(types, parts; fn key_parts(&self) -> (#types) { (#parts) })
}

/// The usual traits, as far as the parts have them. Documentation has them without conditions.
pub(super) fn usual(model: &Table) -> String {
    let key = names::key_struct(model);
    let mut fields: Vec<Ident> = names::parent_field(model).into_iter().collect();
    let mut types = Vec::new();
    for (at, field) in held(model) {
        fields.push(field.ident.clone());
        types.push(types::alias(model, at));
    }
    types.extend(model.interleave.as_ref().map(|_| "__ParentKey".to_owned()));
    // A higher-ranked bound may name types without parameters.
    let all = |bound: &str| -> String {
        types.iter().map(|ty| format!("for<'any> {ty}: __sk::{bound},")).collect()
    };
    let each = |code: fn(&Ident) -> String| -> String { fields.iter().map(code).collect() };
    let clones = each(|field| format!("{field}: __sk::Clone::clone(&self.{field}),"));
    let labels = each(|field| format!(" {}", field.unraw()));
    let text = format!("{}{labels}", model.key_name.unraw());
    let values = each(|field| format!("&self.{field},"));
    // `==` compiles faster, but for a type without it, the compiler would look for another one.
    let is_usual = model.key.iter().all(|at| types::is_usual(&model.fields[*at].ty));
    let equal = each(if is_usual {
        |field| format!(" && self.{field} == other_key.{field}")
    } else {
        |field| format!(" && __sk::PartialEq::eq(&self.{field}, &other_key.{field})")
    });
    // Only a stand-in may have no parts at all.
    let equal = equal.strip_prefix(" && ").unwrap_or("{ let _ = other_key; true }");
    let hashes = each(|field| format!("__sk::Hash::hash(&self.{field}, hash_state);"));
    let (clone, debug, partial_eq, eq, hash) =
        (all("Clone"), all("Debug"), all("PartialEq"), all("Eq"), all("Hash"));
    // `Copy` is derived, and `Clone` is not.
    let allow =
        if model.of_key.derives("Copy") { "#[allow(clippy::expl_impl_clone_on_copy)]" } else { "" };
    code!(allow, key, text, clone, clones, debug, values, partial_eq, equal, eq, hash, hashes;
        #[cfg(doc)]
        __sk::usual! { #key }
        #[cfg(not(doc))]
        #allow
        impl __sk::Clone for #key where #clone {
            fn clone(&self) -> Self {
                Self { #clones }
            }
        }
        #[cfg(not(doc))]
        impl __sk::Debug for #key where #debug {
            fn fmt(&self, formatter: &mut __sk::fmt::Formatter<'_>) -> __sk::fmt::Result {
                __sk::debug_fields(formatter, "#text", &[#values])
            }
        }
        #[cfg(not(doc))]
        impl __sk::PartialEq for #key where #partial_eq {
            fn eq(&self, other_key: &Self) -> __sk::bool {
                #equal
            }
        }
        #[cfg(not(doc))]
        impl __sk::Eq for #key where #eq {}
        #[cfg(not(doc))]
        impl __sk::Hash for #key where #hash {
            fn hash<H: __sk::Hasher>(&self, hash_state: &mut H) {
                #hashes
            }
        }
    )
}
