//! The types of the fields. Each is named once and has an alias, so that one that does not resolve is
//! one error.
//!
//! A generated item that names a type of the user's has the place of the struct's name. If a type
//! in it does not resolve, the compiler proposes a parameter behind that name, as it does for the
//! struct, and does not report the same twice.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericArgument, PathArguments, Type};

use super::code::{code, parsed};
use super::{call_at, ends, spanned};
use crate::model::{Fill, Index, Known, Table};

/// The aliases, and the constants `__OPS` and `__SPECS`. All types are asked what they can do in
/// `__OPS` and nowhere else, so that one that is not a column is one error. The rules see only
/// `__SPECS`, which has a stand-in for such a type.
pub(super) fn of(model: &Table) -> TokenStream {
    let specs = specs(model);
    let all = 0..model.fields.len();
    let (types, ops) = (all.clone().map(alias), all.map(|at| ops_of(model, at)));
    quote! {
        #specs
        const __OPS: &(#(__sk::ColumnOps<#types>,)*) = &(#(#ops,)*);
    }
}

/// What the type of the field at this position can do.
pub(super) fn ops_of(model: &Table, at: usize) -> TokenStream {
    let field = &model.fields[at];
    let is_indexed = |index: &Index| index.columns.iter().any(|column| column.field == at);
    let is_sorted = field.key.is_some() || model.indexes.iter().any(is_indexed);
    let holds = match &field.fill {
        Fill::UuidV4 => quote!(Uuid),
        Fill::UuidV7(_) | Fill::Ulid(_) => quote!(Id),
        Fill::Supplied | Fill::Default(_) if is_sorted => quote!(Sorted),
        _ => quote!(Value),
    };
    let has_own_length = field.known == Known::All && !field.is_inherited();
    let length = has_own_length.then(|| ("check_length", quote!(__TABLE, #at)));
    ops(&field.ty, &alias(at), &holds, length)
}

/// What a type can do. One whose name is not a usual one is asked for advice and for its length
/// first. If either is reported, the compiler does not look for the column.
pub(super) fn ops(
    ty: &Type,
    alias: &Ident,
    holds: &TokenStream,
    length: Option<(&str, TokenStream)>,
) -> TokenStream {
    let in_place = over(alias.clone(), ty);
    if is_usual(ty) {
        return quote!(<#in_place as __sk::Column>::OPS);
    }
    let advice = quote!(__sk::Ask::<#alias>::ADVICE, __sk::Holds::#holds);
    let advice = call_at(ty, "check_column", &advice);
    let length = length
        .filter(|_| may_have_wrong_length(ty))
        .map(|(check, arguments)| call_at(ty, check, &arguments))
        .map(|check| quote!(|| #check));
    let asked = spanned(ty, &quote!(__sk::Asked<{ #advice #length }>));
    quote!(<#asked as __sk::HasColumn<#in_place>>::OPS)
}

/// What the inner type of a newtype can do. Its advice is a separate check, because more depends on
/// the answer.
pub(super) fn inner_ops(ty: &Type, alias: &Ident) -> TokenStream {
    let in_place = over(alias.clone(), ty);
    if is_usual(ty) {
        return quote!(<#in_place as __sk::Column>::OPS);
    }
    let asked = spanned(ty, &quote!(__sk::Asked<{ __sk::Ask::<#alias>::ADVICE.is_some() }>));
    quote!(<#asked as __sk::HasColumn<#in_place>>::OPS)
}

/// Asks for the advice on the inner type of a newtype.
pub(super) fn inner_advice(ty: &Type, alias: &Ident) -> Option<TokenStream> {
    let arguments = quote!(__sk::Ask::<#alias>::ADVICE, __sk::Holds::Value);
    let call = (!is_usual(ty)).then(|| call_at(ty, "check_column", &arguments))?;
    Some(quote!(const _: __sk::bool = #call;))
}

/// The same without `__OPS`.
pub(super) fn specs(model: &Table) -> TokenStream {
    let types = model.fields.iter().map(|field| &field.ty);
    let aliases = (0..model.fields.len()).map(|at| at_place(at, model.ident.span()));
    let specs: String = model
        .fields
        .iter()
        .enumerate()
        .map(|(at, field)| {
            if field.known == Known::All {
                format!("__sk::SpecOf::<__Type{at}>::SPEC,")
            } else {
                "__sk::STAND_IN_SPEC,".to_owned()
            }
        })
        .collect();
    let specs = parsed(&code!(specs; const __SPECS: &[__sk::ColumnSpec] = &[#specs];));
    quote! {
        #(type #aliases = #types;)*
        #specs
    }
}

/// The types of these fields, with a comma after each.
pub(super) fn list(fields: &[usize]) -> String {
    fields.iter().map(|at| format!("__Type{at},")).collect()
}

/// The type of the field at this position.
pub(super) fn alias(at: usize) -> Ident {
    at_place(at, Span::call_site())
}

/// The same, so that an error about the type points at `place`.
pub(super) fn at_place(at: usize, place: Span) -> Ident {
    format_ident!("__Type{at}", span = place)
}

/// The same, so that an error about the type points at the type.
pub(super) fn in_place(model: &Table, at: usize) -> TokenStream {
    over(alias(at), &model.fields[at].ty)
}

/// An alias, so that an error about its type points at all of `place`.
pub(super) fn over(mut alias: Ident, place: &impl ToTokens) -> TokenStream {
    let (first, last) = ends(place);
    alias.set_span(first);
    // No token can span several others, but a path can: it ends with its `>`.
    let is_one = place.to_token_stream().into_iter().nth(1).is_none();
    let close = (!is_one).then(|| quote::quote_spanned!(last=> <>));
    quote!(#alias #close)
}

/// Whether the type may have a fixed length, such as `[u8; 0]`. Each question costs
/// compile time, so none is asked about types that are named as the usual ones.
pub(super) fn may_have_wrong_length(ty: &Type) -> bool {
    !is_named(ty, &["DateTime"], usize::MAX)
}

/// Whether the type has the name of a column type, for which no advice exists. This only saves compile
/// time: asking about any type is correct.
pub(super) fn is_usual(ty: &Type) -> bool {
    is_named(ty, &[], 1)
}

/// `wrapped`: in how many `Option` and `Vec` the type may be.
fn is_named(ty: &Type, more: &[&str], wrapped: usize) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    match (last.ident.to_string().as_str(), inner) {
        ("Option" | "Vec", Some(GenericArgument::Type(inner))) => {
            wrapped > 0 && is_named(inner, more, wrapped - 1)
        }
        (name, _) => USUAL.contains(&name) || more.contains(&name),
    }
}

const USUAL: &[&str] = &[
    "bool",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "f32",
    "f64",
    "String",
    "Uuid",
    "Ulid",
    "NaiveDate",
    "Timestamp",
    "SystemTime",
    "OffsetDateTime",
    "UtcDateTime",
    "Date",
    "Decimal",
    "BigDecimal",
    "Value",
    "Bytes",
];

/// Asks for the permission to move the fields out of the struct.
pub(super) fn ask_to_move(types: impl Iterator<Item = Ident>, ident: &Ident) -> TokenStream {
    let verdict = quote! {
        __sk::Verdict<{
            !__sk::HasDrop::<#ident>::ANSWER || __sk::IsCopy::<(#(#types,)*)>::ANSWER
        }>
    };
    let verdict = spanned(ident, &verdict);
    quote! {
        let _ = <#verdict as __sk::ValuesMove<#ident>>::asked;
    }
}
