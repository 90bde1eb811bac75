//! Newtypes and unit enums as column types.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Member, Type};

use crate::model::{ColumnShape, ColumnType, UnitEnum};

/// The whole expansion of `derive(SpannerColumn)`.
pub(crate) fn column(model: &ColumnType) -> TokenStream {
    let ColumnType { ident, krate, shape } = model;
    let Parts { spec, checks, methods, not_null, element } = match shape {
        ColumnShape::Newtype(inner, member) => newtype(inner, member),
        ColumnShape::UnitEnum(shape) => unit_enum(ident, shape),
    };
    quote! {
        const _: () = {
            use #krate::__private::names::*;
            const __SPEC: __ColumnSpec = #spec;
            #checks
            #[automatically_derived]
            impl __traits::Column for #ident {
                const TYPE: __SqlType = __SPEC.ty;
                const NULLABLE: __bool = __SPEC.nullable;
                const ARRIVAL: __Arrival = __SPEC.arrival;
                const ACCEPTS: __Accepts = __SPEC.accepts;
                const SPEC: __ColumnSpec = __SPEC;
                #methods
            }
            #[automatically_derived]
            impl __traits::NotNull for #ident #not_null {}
            #[automatically_derived]
            impl __traits::Element for #ident #element {
                const ARRAY_OF: __SqlType = __SPEC.ty.array();
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

/// Everything is asked of the inner type through one constant: one that is no column is then one
/// error.
fn newtype(inner: &Type, member: &Member) -> Parts {
    // A constant of the user's would be taken for a pattern, so no name of a value here is one that
    // people write.
    let methods = quote! {
        fn into_wire(self, __ty: __SqlType) -> __WireValue {
            (__INNER.into_wire)(self.#member, __ty)
        }
        fn from_wire(__wire: __WireValue, __ty: __SqlType) -> __Result<Self, __ValueError> {
            match (__INNER.from_wire)(__wire, __ty) {
                __Ok(__inner) => __Ok(Self { #member: __inner }),
                __Err(__problem) => __Err(__problem),
            }
        }
        fn check(&self, __ty: __SqlType, __place: __ValueContext) -> __Result<(), __ValueError> {
            (__INNER.check)(&self.#member, __ty, __place)
        }
        fn from_fill(__filled: __FillValue) -> __Option<Self> {
            match (__INNER.from_fill)(__filled) {
                __Some(__inner) => __Some(Self { #member: __inner }),
                __None => __None,
            }
        }
        fn supplied_uuid(&self) -> __Option<__Uuid> {
            (__INNER.supplied_uuid)(&self.#member)
        }
        fn key_bytes(&self) -> __usize {
            (__INNER.key_bytes)(&self.#member)
        }
        fn hashed(&self, __ty: __SqlType) -> __HashInput<'_> {
            (__INNER.hashed)(&self.#member, __ty)
        }
    };
    Parts {
        spec: quote!(__INNER.spec),
        checks: quote!(const __INNER: __ColumnOps<#inner> = <#inner as __traits::Column>::OPS;),
        methods,
        // The higher-ranked bound asks about a type without parameters, which a plain bound may
        // not.
        not_null: quote!(where for<'__any> #inner: __traits::NotNull),
        element: quote!(where for<'__any> #inner: __traits::Element),
    }
}

/// An enum is its text, or its number, and goes through the column of that.
fn unit_enum(enum_name: &Ident, shape: &UnitEnum) -> Parts {
    let variants: Vec<_> = shape.variants.iter().map(|(variant, _)| variant).collect();
    let texts = shape.variants.iter().map(|(_, text)| text);
    let (ty, accepts, there, back) = if shape.integer {
        let there = quote!(match self { #(Self::#variants => __EnumValue::Number(Self::#variants as __i64)),* });
        let back = quote!(#(if __value.is_number(Self::#variants as __i64) { return __Ok(Self::#variants); })*);
        (quote!(INT64), quote!(NOTHING), there, back)
    } else {
        let again = texts.clone();
        let there = quote!(match self { #(Self::#variants => __EnumValue::Text(#texts)),* });
        let back = quote!(#(if __value.is_text(#again) { return __Ok(Self::#variants); })*);
        (quote!(TEXT), quote!(LENGTH), there, back)
    };
    let integer = shape.integer;
    let methods = quote! {
        fn into_wire(self, _: __SqlType) -> __WireValue {
            __EnumValue::into_wire(#there)
        }
        fn from_wire(__wire: __WireValue, _: __SqlType) -> __Result<Self, __ValueError> {
            let __value = __EnumRead::new(__wire, #integer)?;
            #back
            __Err(__value.unknown())
        }
        fn check(&self, __ty: __SqlType, _: __ValueContext) -> __Result<(), __ValueError> {
            __EnumValue::check(&#there, __ty)
        }
        fn key_bytes(&self) -> __usize {
            __EnumValue::key_bytes(&#there)
        }
        fn hashed(&self, _: __SqlType) -> __HashInput<'_> {
            __EnumValue::hashed(#there)
        }
    };
    let spec = quote! {
        __ColumnSpec {
            ty: __SqlType::#ty,
            nullable: false,
            arrival: __Arrival::FewValues,
            accepts: __Accepts::#accepts,
            stand_in: false,
        }
    };
    // A number that INT64 does not hold would come out as another one.
    let checks = variants.iter().filter(|_| shape.integer).map(|variant| {
        super::check_at(variant, "fits_int64", &quote!(#enum_name::#variant as __i128))
    });
    let checks = checks.collect();
    Parts { spec, checks, methods, not_null: TokenStream::new(), element: TokenStream::new() }
}
