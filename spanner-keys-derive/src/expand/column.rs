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
            use #krate::__private as __sk;
            #checks
            const __SPEC: __sk::ColumnSpec = #spec;
            #[automatically_derived]
            impl __sk::Column for #ident {
                const TYPE: __sk::SqlType = __SPEC.ty;
                const NULLABLE: __sk::bool = __SPEC.nullable;
                const ARRIVAL: __sk::Arrival = __SPEC.arrival;
                const ACCEPTS: __sk::Accepts = __SPEC.accepts;
                const SPEC: __sk::ColumnSpec = __SPEC;
                #methods
            }
            #[automatically_derived]
            impl __sk::NotNull for #ident #not_null {}
            #[automatically_derived]
            impl __sk::Element for #ident #element {
                const ARRAY_OF: __sk::SqlType = __SPEC.ty.array();
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

/// All code uses the inner type through one constant, so that a type that is not a column is one
/// error.
fn newtype(inner: &Type, member: &Member) -> Parts {
    // A constant of the user's would be taken for a pattern, so no name of a value here is one that
    // people write.
    let methods = quote! {
        fn into_wire(self, __ty: __sk::SqlType) -> __sk::WireValue {
            (__INNER.into_wire)(self.#member, __ty)
        }
        fn from_wire(__wire: __sk::WireValue, __ty: __sk::SqlType) -> __sk::Result<Self, __sk::ValueError> {
            match (__INNER.from_wire)(__wire, __ty) {
                __sk::Ok(__inner) => __sk::Ok(Self { #member: __inner }),
                __sk::Err(__problem) => __sk::Err(__problem),
            }
        }
        fn check(&self, __ty: __sk::SqlType, __place: __sk::ValueContext) -> __sk::Result<(), __sk::ValueError> {
            (__INNER.check)(&self.#member, __ty, __place)
        }
        fn from_fill(__filled: __sk::FillValue) -> __sk::Option<Self> {
            match (__INNER.from_fill)(__filled) {
                __sk::Some(__inner) => __sk::Some(Self { #member: __inner }),
                __sk::None => __sk::None,
            }
        }
        fn supplied_uuid(&self) -> __sk::Option<__sk::Uuid> {
            (__INNER.supplied_uuid)(&self.#member)
        }
        fn key_bytes(&self) -> __sk::usize {
            (__INNER.key_bytes)(&self.#member)
        }
        fn hashed(&self, __ty: __sk::SqlType) -> __sk::HashInput<'_> {
            (__INNER.hashed)(&self.#member, __ty)
        }
    };
    Parts {
        spec: quote!(__INNER.spec),
        checks: quote!(const __INNER: __sk::ColumnOps<#inner> = <#inner as __sk::Column>::OPS;),
        methods,
        // The higher-ranked bound asks about a type without parameters, which a plain bound may
        // not.
        not_null: quote!(where for<'__any> #inner: __sk::NotNull),
        element: quote!(where for<'__any> #inner: __sk::Element),
    }
}

/// An enum is its text, or its number, and goes through the column of that.
fn unit_enum(enum_name: &Ident, shape: &UnitEnum) -> Parts {
    let variants: Vec<_> = shape.variants.iter().map(|(variant, _)| variant).collect();
    let texts = shape.variants.iter().map(|(_, text)| text);
    let (ty, accepts, there, back) = if shape.integer {
        let there = quote!(match self { #(Self::#variants => __sk::EnumValue::Number(Self::#variants as __sk::i64)),* });
        let back = quote!(#(if __value.is_number(Self::#variants as __sk::i64) { return __sk::Ok(Self::#variants); })*);
        (quote!(INT64), quote!(NOTHING), there, back)
    } else {
        let again = texts.clone();
        let there = quote!(match self { #(Self::#variants => __sk::EnumValue::Text(#texts)),* });
        let back = quote!(#(if __value.is_text(#again) { return __sk::Ok(Self::#variants); })*);
        (quote!(TEXT), quote!(LENGTH), there, back)
    };
    let integer = shape.integer;
    let methods = quote! {
        fn into_wire(self, _: __sk::SqlType) -> __sk::WireValue {
            __sk::EnumValue::into_wire(#there)
        }
        fn from_wire(__wire: __sk::WireValue, _: __sk::SqlType) -> __sk::Result<Self, __sk::ValueError> {
            let __value = __sk::EnumRead::new(__wire, #integer)?;
            #back
            __sk::Err(__value.unknown())
        }
        fn check(&self, __ty: __sk::SqlType, _: __sk::ValueContext) -> __sk::Result<(), __sk::ValueError> {
            __sk::EnumValue::check(&#there, __ty)
        }
        fn key_bytes(&self) -> __sk::usize {
            __sk::EnumValue::key_bytes(&#there)
        }
        fn hashed(&self, _: __sk::SqlType) -> __sk::HashInput<'_> {
            __sk::EnumValue::hashed(#there)
        }
    };
    let spec = quote! {
        __sk::ColumnSpec {
            ty: __sk::SqlType::#ty,
            nullable: false,
            arrival: __sk::Arrival::FewValues,
            accepts: __sk::Accepts::#accepts,
            stand_in: false,
        }
    };
    // A number that INT64 does not hold would come out as another one.
    let checks = variants.iter().filter(|_| shape.integer).map(|variant| {
        super::check_at(variant, "fits_int64", &quote!(#enum_name::#variant as __sk::i128))
    });
    let checks = checks.collect();
    Parts { spec, checks, methods, not_null: TokenStream::new(), element: TokenStream::new() }
}
