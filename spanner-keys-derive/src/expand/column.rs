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
    let Parts { spec, methods, not_null, element } = match shape {
        ColumnShape::Newtype(inner, member) => newtype(inner, member),
        ColumnShape::UnitEnum(shape) => unit_enum(shape),
    };
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
                #methods
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
    /// The value of the constant `__SPEC`.
    spec: TokenStream,
    /// The methods of `Column`.
    methods: TokenStream,
    /// Where the type is never NULL.
    not_null: TokenStream,
    /// Where the type can stand in an array.
    element: TokenStream,
}

/// Everything is asked of the inner type, under its own tokens: one that is no column is then one error, however often it
/// is named.
fn newtype(inner: &Type, member: &Member) -> Parts {
    let p = private();
    let methods = quote! {
        fn into_wire<W: #p::Wire>(self, ty: #p::SqlType) -> W {
            <#inner as #p::Column>::into_wire(self.#member, ty)
        }
        fn from_wire<W: #p::Wire>(wire: W, ty: #p::SqlType) -> #p::Result<Self, #p::Problem> {
            match <#inner as #p::Column>::from_wire(wire, ty) {
                #p::Ok(inner) => #p::Ok(Self { #member: inner }),
                #p::Err(problem) => #p::Err(problem),
            }
        }
        fn check(&self, ty: #p::SqlType, place: #p::Place) -> #p::Result<(), #p::Problem> {
            <#inner as #p::Column>::check(&self.#member, ty, place)
        }
        fn from_fill(filled: #p::Filled) -> #p::Option<Self> {
            match <#inner as #p::Column>::from_fill(filled) {
                #p::Some(inner) => #p::Some(Self { #member: inner }),
                #p::None => #p::None,
            }
        }
        fn supplied_uuid(&self) -> #p::Option<#p::Uuid> {
            <#inner as #p::Column>::supplied_uuid(&self.#member)
        }
        fn key_bytes(&self) -> usize {
            <#inner as #p::Column>::key_bytes(&self.#member)
        }
        fn hashed(&self, ty: #p::SqlType) -> #p::Hashed<'_> {
            <#inner as #p::Column>::hashed(&self.#member, ty)
        }
    };
    Parts {
        spec: quote!(<#inner as #p::Column>::SPEC),
        methods,
        // The higher-ranked bound asks about a type without parameters, which a plain bound may not.
        not_null: quote!(where for<'__any> #inner: #p::NotNull),
        element: quote!(where for<'__any> #inner: #p::Element),
    }
}

/// An enum is its text, or its number, and goes through the column of that.
fn unit_enum(shape: &UnitEnum) -> Parts {
    let p = private();
    let variants: Vec<_> = shape.variants.iter().map(|(variant, _)| variant).collect();
    let texts = shape.variants.iter().map(|(_, text)| text);
    let (ty, accepts, there, back) = if shape.integer {
        let there = quote!(match self { #(Self::#variants => #p::EnumValue::Number(Self::#variants as i64)),* });
        let back = quote!(#(if value.is_number(Self::#variants as i64) { return #p::Ok(Self::#variants); })*);
        (quote!(INT64), quote!(NOTHING), there, back)
    } else {
        let again = texts.clone();
        let there = quote!(match self { #(Self::#variants => #p::EnumValue::Text(#texts)),* });
        let back = quote!(#(if value.is_text(#again) { return #p::Ok(Self::#variants); })*);
        (quote!(TEXT), quote!(LENGTH), there, back)
    };
    let integer = shape.integer;
    let methods = quote! {
        fn into_wire<W: #p::Wire>(self, _: #p::SqlType) -> W {
            #p::EnumValue::into_wire(#there)
        }
        fn from_wire<W: #p::Wire>(wire: W, _: #p::SqlType) -> #p::Result<Self, #p::Problem> {
            let value = #p::EnumRead::new(wire, #integer)?;
            #back
            #p::Err(value.unknown())
        }
        fn check(&self, ty: #p::SqlType, _: #p::Place) -> #p::Result<(), #p::Problem> {
            #p::EnumValue::check(&#there, ty)
        }
        fn key_bytes(&self) -> usize {
            #p::EnumValue::key_bytes(&#there)
        }
        fn hashed(&self, _: #p::SqlType) -> #p::Hashed<'_> {
            #p::EnumValue::hashed(#there)
        }
    };
    let spec = quote! {
        #p::ColumnSpec {
            ty: #p::SqlType::#ty,
            nullable: false,
            arrival: #p::Arrival::FewValues,
            accepts: #p::Accepts::#accepts,
            stand_in: false,
        }
    };
    Parts { spec, methods, not_null: TokenStream::new(), element: TokenStream::new() }
}
