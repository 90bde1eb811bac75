//! Newtypes and unit enums as column types.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Member, Type};

use super::private;
use crate::model::{ColumnShape, ColumnType, UnitEnum};

/// The whole expansion of `derive(SpannerColumn)`.
pub(crate) fn column(model: &ColumnType) -> TokenStream {
    let p = private();
    let ColumnType { ident, krate, shape } = model;
    let Parts { consts, hashed, not_null, element } = match shape {
        ColumnShape::Newtype(inner, member) => newtype(inner, member),
        ColumnShape::UnitEnum(shape) => unit_enum(shape),
    };
    quote! {
        const _: () = {
            use #krate::__private as #p;
            #consts
            #[automatically_derived]
            impl #p::Column for #ident {
                const TYPE: #p::SqlType = __SPEC.ty;
                const NULLABLE: bool = __SPEC.nullable;
                const ARRIVAL: #p::Arrival = __SPEC.arrival;
                const ACCEPTS: #p::Accepts = __SPEC.accepts;
                const SPEC: #p::ColumnSpec = __SPEC;
                fn hashed(&self, ty: #p::SqlType) -> #p::Hashed<'_> {
                    #hashed
                }
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

/// What differs between the shapes.
struct Parts {
    /// The constant `__SPEC`, and what else the impls need.
    consts: TokenStream,
    /// The body of `hashed`.
    hashed: TokenStream,
    /// Where the type is never NULL.
    not_null: TokenStream,
    /// Where the type can stand in an array.
    element: TokenStream,
}

fn newtype(inner: &Type, member: &Member) -> Parts {
    let p = private();
    Parts {
        // One constant names all that is asked of the inner type, so that one that is no column is one error.
        consts: quote! {
            const __INNER: (#p::ColumnSpec, fn(&#inner, #p::SqlType) -> #p::Hashed<'_>) =
                (<#inner as #p::Column>::SPEC, <#inner as #p::Column>::hashed);
            const __SPEC: #p::ColumnSpec = __INNER.0;
        },
        hashed: quote!((__INNER.1)(&self.#member, ty)),
        // The higher-ranked bound asks about a type without parameters, which a plain bound may not.
        not_null: quote!(where for<'__any> #inner: #p::NotNull),
        element: quote!(where for<'__any> #inner: #p::Element),
    }
}

fn unit_enum(shape: &UnitEnum) -> Parts {
    let p = private();
    let (ty, accepts) = if shape.integer { (quote!(INT64), quote!(NOTHING)) } else { (quote!(TEXT), quote!(LENGTH)) };
    let texts = shape.variants.iter().map(|(variant, text)| {
        if shape.integer {
            quote!(Self::#variant => #p::hashed_number(Self::#variant as i64))
        } else {
            quote!(Self::#variant => #p::hashed_text(#text))
        }
    });
    Parts {
        consts: quote! {
            const __SPEC: #p::ColumnSpec = #p::ColumnSpec {
                ty: #p::SqlType::#ty,
                nullable: false,
                arrival: #p::Arrival::FewValues,
                accepts: #p::Accepts::#accepts,
                stand_in: false,
            };
        },
        hashed: quote! {
            let _ = ty;
            match self { #(#texts),* }
        },
        not_null: TokenStream::new(),
        element: TokenStream::new(),
    }
}
