//! Newtypes and unit enums as column types.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Member, Type};

use super::private;
use crate::model::{ColumnShape, ColumnType, UnitEnum};

/// The whole expansion of `derive(SpannerColumn)`.
pub(crate) fn column(model: &ColumnType) -> TokenStream {
    let p = private();
    let ColumnType { ident, krate, shape } = model;
    let Parts { spec, checks, methods, not_null, element } = match shape {
        ColumnShape::Newtype(inner, member) => newtype(inner, member),
        ColumnShape::UnitEnum(shape) => unit_enum(ident, shape),
    };
    quote! {
        const _: () = {
            use #krate::__private as #p;
            const __SPEC: #p::ColumnSpec = #spec;
            #checks
            #[automatically_derived]
            impl #p::Column for #ident {
                const TYPE: #p::SqlType = __SPEC.ty;
                const NULLABLE: #p::bool = __SPEC.nullable;
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
    /// What must hold besides.
    checks: TokenStream,
    /// The methods of `Column`.
    methods: TokenStream,
    /// Where the type is never NULL.
    not_null: TokenStream,
    /// Where the type can stand in an array.
    element: TokenStream,
}

/// Everything is asked of the inner type through one constant: one that is no column is then one error.
fn newtype(inner: &Type, member: &Member) -> Parts {
    let p = private();
    // A constant of the user's would be taken for a pattern, so no name of a value here is one that people write.
    let methods = quote! {
        fn into_wire(self, __ty: #p::SqlType) -> #p::Plain {
            (__INNER.into_wire)(self.#member, __ty)
        }
        fn from_wire(__wire: #p::Plain, __ty: #p::SqlType) -> #p::Result<Self, #p::Problem> {
            match (__INNER.from_wire)(__wire, __ty) {
                #p::Ok(__inner) => #p::Ok(Self { #member: __inner }),
                #p::Err(__problem) => #p::Err(__problem),
            }
        }
        fn check(&self, __ty: #p::SqlType, __place: #p::Place) -> #p::Result<(), #p::Problem> {
            (__INNER.check)(&self.#member, __ty, __place)
        }
        fn from_fill(__filled: #p::Filled) -> #p::Option<Self> {
            match (__INNER.from_fill)(__filled) {
                #p::Some(__inner) => #p::Some(Self { #member: __inner }),
                #p::None => #p::None,
            }
        }
        fn supplied_uuid(&self) -> #p::Option<#p::Uuid> {
            (__INNER.supplied_uuid)(&self.#member)
        }
        fn key_bytes(&self) -> #p::usize {
            (__INNER.key_bytes)(&self.#member)
        }
        fn hashed(&self, __ty: #p::SqlType) -> #p::Hashed<'_> {
            (__INNER.hashed)(&self.#member, __ty)
        }
    };
    Parts {
        spec: quote!(__INNER.spec),
        checks: quote!(const __INNER: #p::ColumnOps<#inner> = <#inner as #p::Column>::OPS;),
        methods,
        // The higher-ranked bound asks about a type without parameters, which a plain bound may not.
        not_null: quote!(where for<'__any> #inner: #p::NotNull),
        element: quote!(where for<'__any> #inner: #p::Element),
    }
}

/// An enum is its text, or its number, and goes through the column of that.
fn unit_enum(enum_name: &Ident, shape: &UnitEnum) -> Parts {
    let p = private();
    let variants: Vec<_> = shape.variants.iter().map(|(variant, _)| variant).collect();
    let texts = shape.variants.iter().map(|(_, text)| text);
    let (ty, accepts, there, back) = if shape.integer {
        let there = quote!(match self { #(Self::#variants => #p::EnumValue::Number(Self::#variants as #p::i64)),* });
        let back = quote!(#(if __value.is_number(Self::#variants as #p::i64) { return #p::Ok(Self::#variants); })*);
        (quote!(INT64), quote!(NOTHING), there, back)
    } else {
        let again = texts.clone();
        let there = quote!(match self { #(Self::#variants => #p::EnumValue::Text(#texts)),* });
        let back = quote!(#(if __value.is_text(#again) { return #p::Ok(Self::#variants); })*);
        (quote!(TEXT), quote!(LENGTH), there, back)
    };
    let integer = shape.integer;
    let methods = quote! {
        fn into_wire(self, _: #p::SqlType) -> #p::Plain {
            #p::EnumValue::into_wire(#there)
        }
        fn from_wire(__wire: #p::Plain, _: #p::SqlType) -> #p::Result<Self, #p::Problem> {
            let __value = #p::EnumRead::new(__wire, #integer)?;
            #back
            #p::Err(__value.unknown())
        }
        fn check(&self, __ty: #p::SqlType, _: #p::Place) -> #p::Result<(), #p::Problem> {
            #p::EnumValue::check(&#there, __ty)
        }
        fn key_bytes(&self) -> #p::usize {
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
    // A number that INT64 does not hold would come out as another one.
    let checks = variants
        .iter()
        .filter(|_| shape.integer)
        .map(|variant| super::check_at(variant, "fits_int64", &quote!(#enum_name::#variant as #p::i128)));
    let checks = checks.collect();
    Parts { spec, checks, methods, not_null: TokenStream::new(), element: TokenStream::new() }
}
