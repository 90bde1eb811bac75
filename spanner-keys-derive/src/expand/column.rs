//! Newtypes and unit enums as column types.

use proc_macro2::TokenStream;
use quote::quote;

use super::private;
use crate::model::{ColumnShape, ColumnType};

/// The whole expansion of `derive(SpannerColumn)`.
pub(crate) fn column(model: &ColumnType) -> TokenStream {
    let p = private();
    let ColumnType { ident, krate, shape } = model;
    let (spec, bounds) = match shape {
        // The higher-ranked bound asks about a type without parameters, which a plain bound may not.
        ColumnShape::Newtype(inner) => (
            quote!(<#inner as #p::Column>::SPEC),
            [quote!(where for<'__any> #inner: #p::NotNull), quote!(where for<'__any> #inner: #p::Element)],
        ),
        ColumnShape::UnitEnum(shape) => {
            let (ty, accepts) = if shape.integer { (quote!(INT64), quote!(NOTHING)) } else { (quote!(TEXT), quote!(LENGTH)) };
            let spec = quote! {
                #p::ColumnSpec {
                    ty: #p::SqlType::#ty,
                    nullable: false,
                    arrival: #p::Arrival::FewValues,
                    accepts: #p::Accepts::#accepts,
                    stand_in: false,
                }
            };
            (spec, [TokenStream::new(), TokenStream::new()])
        }
    };
    let [not_null, element] = bounds;
    quote! {
        const _: () = {
            use #krate::__private as #p;
            const __SPEC: #p::ColumnSpec = #spec;
            #[automatically_derived]
            impl #p::Column for #ident {
                const TYPE: #p::SqlType = __SPEC.ty;
                const NULLABLE: bool = __SPEC.nullable;
                const ARRIVAL: #p::Arrival = __SPEC.arrival;
                const ACCEPTS: #p::Accepts = __SPEC.accepts;
                const SPEC: #p::ColumnSpec = __SPEC;
            }
            #[automatically_derived]
            impl #p::NotNull for #ident #not_null {}
            #[automatically_derived]
            impl #p::Element for #ident #element {
                const ARRAY_OF: #p::SqlType = __SPEC.ty.array();
            }
        };
    }
}
