//! Structs for the rows of a query.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::code::parsed;
use super::types;
use crate::model::{Row, RowField, RowSource};

/// The whole expansion of `derive(SpannerRow)`.
pub(crate) fn row(model: &Row) -> TokenStream {
    let Row { ident, krate, fields } = model;
    let aliases = (0..fields.len()).map(|at| types::numbered(at, ident.span()));
    let types = fields.iter().map(|field| &field.ty);
    let (mut column_types, mut ops) = (Vec::new(), Vec::new());
    let (mut flats, mut values) = (Vec::new(), Vec::new());
    for (at, RowField { ident: name, ty, source }) in fields.iter().enumerate() {
        let alias = types::numbered(at, Span::call_site());
        match source {
            RowSource::Column(_) => {
                let at = parsed(&super::ops(column_types.len()));
                values.push(quote!(#name: __row.take(&#at)?));
                ops.extend(types::row_ops(ty, &alias));
                column_types.push(alias);
            }
            RowSource::Flat { .. } => {
                let (flat, in_place) = (flat(at), types::over(alias.clone(), ty));
                values.push(quote!(#name: (#flat.read)(__row)?));
                // The type is asked once, so that one that is not a row is one error.
                flats.push(
                    quote!(const #flat: __sk::RowOps<#alias> = <#in_place as __sk::FromRow>::OPS;),
                );
            }
        }
    }
    let names = names(fields);
    quote! {
        const _: () = {
            use #krate::__private as __sk;
            #(type #aliases = #types;)*
            pub use __sk::answers::*;
            const __OPS: &(#(__sk::ColumnOps<#column_types>,)*) = &(#(#ops)*);
            #(#flats)*
            impl __sk::FromRow for #ident {
                fn columns(__columns: &mut __sk::RowColumns) {
                    #(#names)*
                }
                fn read(__row: &mut __sk::RowCells<'_>) -> __sk::RowResult<Self> {
                    __sk::Ok(Self { #(#values),* })
                }
            }
        };
    }
}

/// The columns in the order of the fields: neighbors are named in one call.
fn names(fields: &[RowField]) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    let mut named: Vec<&String> = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        match &field.source {
            RowSource::Column(name) => named.push(name),
            RowSource::Flat { prefix } => {
                calls.extend(call(&named));
                named.clear();
                let flat = flat(at);
                calls.push(quote!(__columns.flat(#prefix, &#flat);));
            }
        }
    }
    calls.extend(call(&named));
    calls
}

fn call(named: &[&String]) -> Option<TokenStream> {
    (!named.is_empty()).then(|| quote!(__columns.named(&[#(#named),*]);))
}

/// What the type of the flat field at this position can do.
fn flat(at: usize) -> Ident {
    format_ident!("__FLAT{at}")
}
