//! Newtypes and unit enums as column types.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Member, Type};

use super::{check_at, types};
use crate::model::{ColumnShape, ColumnType, OtherVariant, UnitEnum};

/// The whole expansion of `derive(SpannerColumn)`.
pub(crate) fn column(model: &ColumnType) -> TokenStream {
    let ColumnType { ident, krate, shape, client_traits } = model;
    let Parts { spec, checks, methods, not_null, element, lent, lends } = match shape {
        ColumnShape::Newtype(inner, member) => newtype(ident, inner, member),
        ColumnShape::UnitEnum(shape) => unit_enum(ident, shape),
    };
    let client_traits = client_traits.then(|| {
        quote! {
            __sk::client_traits! {
                #ident [#lends]
                impl __sk::ToWire for #ident #lends {
                    fn to_wire(&self) -> __sk::WireValue {
                        #lent
                    }
                }
            }
        }
    });
    quote! {
        const _: () = {
            use #krate::__private as __sk;
            pub use __sk::answers::*;
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
            #client_traits
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
    /// The value on the wire, for the traits of the clients, which only lend it.
    lent: TokenStream,
    /// Where that is possible.
    lends: TokenStream,
}

/// All code uses the inner type through one constant, so that a type that is not a column is one
/// error.
fn newtype(ident: &Ident, inner: &Type, member: &Member) -> Parts {
    // A constant of the user's would be taken for a pattern, so no name of a value here is one that
    // people write.
    let ask_to_move = types::ask_to_move([format_ident!("__Inner")].into_iter(), ident);
    let methods = quote! {
        fn into_wire(self, __ty: __sk::SqlType) -> __sk::WireValue {
            #ask_to_move
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
        fn value_bytes(&self, __ty: __sk::SqlType) -> __sk::usize {
            (__INNER.value_bytes)(&self.#member, __ty)
        }
        fn hashed(&self, __ty: __sk::SqlType) -> __sk::HashInput<'_> {
            (__INNER.hashed)(&self.#member, __ty)
        }
    };
    let alias = format_ident!("__Inner", span = ident.span());
    let name = ident.to_string();
    let length = types::may_have_wrong_length(inner)
        .then(|| check_at(inner, "check_inner", &quote!(#name, __INNER.spec)));
    Parts {
        spec: quote!(__sk::sound(__INNER.spec)),
        checks: {
            let ops = types::inner_ops(inner, &alias);
            let advice = types::inner_advice(inner, &alias);
            quote! {
                type #alias = #inner;
                #advice
                const __INNER: __sk::ColumnOps<__Inner> = #ops;
                #length
            }
        },
        methods,
        // The higher-ranked bound asks about a type without parameters, which a plain bound may
        // not.
        not_null: wraps(inner, &quote!(NotNull), &quote!(HasNotNull)),
        element: wraps(inner, &quote!(Element), &quote!(HasElement)),
        lent: quote! {
            (__INNER.into_wire)(__sk::Clone::clone(&self.#member), __SPEC.ty)
        },
        lends: quote!(where for<'any> __Inner: __sk::Clone),
    }
}

/// Where the inner type has the trait. One that is not a column is reported already, and is not asked.
fn wraps(inner: &Type, property: &TokenStream, has: &TokenStream) -> TokenStream {
    if types::is_usual(inner) {
        return quote!(where for<'any> __Inner: __sk::#property);
    }
    quote!(where for<'any> __sk::Asked<{ !__sk::SpecOf::<__Inner>::IS_COLUMN }>: __sk::#has<__Inner>)
}

/// An enum is its text, or its number, and goes through the column of that.
fn unit_enum(enum_name: &Ident, shape: &UnitEnum) -> Parts {
    let variants: Vec<_> = shape.variants.iter().map(|(variant, _)| variant).collect();
    let integer = shape.integer;
    let (kind, is, ty, accepts) = if integer {
        (quote!(Number), quote!(is_number), quote!(INT64), quote!(NOTHING))
    } else {
        (quote!(Text), quote!(is_text), quote!(TEXT), quote!(LENGTH))
    };
    let values: Vec<TokenStream> = match &shape.other {
        _ if !integer => shape.variants.iter().map(|(_, text)| quote!(#text)).collect(),
        None => variants.iter().map(|variant| quote!(Self::#variant as __sk::i64)).collect(),
        // The compiler casts no enum with data.
        Some(_) => (0..variants.len()).map(|at| quote!(__NUMBERS[#at])).collect(),
    };
    let back = quote!(#(if __value.#is(#values) { return __sk::Ok(Self::#variants); })*);
    let known = quote!(#(Self::#variants => __sk::EnumValue::#kind(#values)),*);
    let (there, moved, unknown) = match shape.other.as_deref() {
        None => {
            let there = quote!(match self { #known });
            (there.clone(), there, quote!(__sk::Err(__value.unknown())))
        }
        Some(OtherVariant { ident, .. }) => {
            let (keep, value) = if integer {
                (
                    quote!(__value.into_number()?),
                    quote!(OtherNumber((__OTHER.0)(__other), __NUMBERS)),
                )
            } else {
                (
                    quote!(__value.into_text()),
                    quote!(OtherText((__OTHER.0)(__other), &[#(#values),*])),
                )
            };
            let comma = (!variants.is_empty()).then(|| quote!(,));
            let arms = quote!({ #known #comma Self::#ident(__other) => __sk::EnumValue::#value });
            (
                quote!(match self #arms),
                quote!(match &self #arms),
                quote!(__sk::Ok(Self::#ident((__OTHER.1)(#keep)))),
            )
        }
    };
    let methods = quote! {
        fn into_wire(self, _: __sk::SqlType) -> __sk::WireValue {
            __sk::EnumValue::into_wire(#moved)
        }
        fn from_wire(__wire: __sk::WireValue, _: __sk::SqlType) -> __sk::Result<Self, __sk::ValueError> {
            let __value = __sk::EnumRead::new(__wire, #integer)?;
            #back
            #unknown
        }
        fn check(&self, __ty: __sk::SqlType, _: __sk::ValueContext) -> __sk::Result<(), __sk::ValueError> {
            __sk::EnumValue::check(&#there, __ty)
        }
        fn value_bytes(&self, _: __sk::SqlType) -> __sk::usize {
            __sk::EnumValue::value_bytes(&#there)
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
    let mut checks = match &shape.other {
        _ if !integer => TokenStream::new(),
        // A number that INT64 does not hold would come out as another one.
        None => variants
            .iter()
            .map(|variant| {
                check_at(variant, "fits_int64", &quote!(#enum_name::#variant as __sk::i128))
            })
            .collect(),
        Some(other) => numbers(&other.numbers),
    };
    if let Some(OtherVariant { ty, .. }) = shape.other.as_deref() {
        // All code uses the type through this, so that a wrong one is one error.
        let (keeps, value) = if integer {
            (quote_spanned!(ty.span()=> __sk::KeepsNumber), quote!(__sk::NumberOps))
        } else {
            (quote_spanned!(ty.span()=> __sk::KeepsText), quote!(__sk::TextOps))
        };
        checks.extend(quote!(const __OTHER: #value<#ty> = <#ty as #keeps>::OPS;));
    }
    let none = TokenStream::new;
    let lent = quote!(__sk::EnumValue::into_wire(#there));
    Parts { spec, checks, methods, not_null: none(), element: none(), lent, lends: none() }
}

/// The numbers of the variants, as the compiler counts them.
fn numbers(written: &[(bool, Option<Expr>)]) -> TokenStream {
    let names: Vec<_> = (0..written.len()).map(|at| format_ident!("__n{at}")).collect();
    let values = written.iter().enumerate().map(|(at, (_, number))| match number {
        Some(number) => quote!(#number),
        None if at == 0 => quote!(0),
        None => {
            let before = &names[at - 1];
            quote!(#before + 1)
        }
    });
    let known = names.iter().zip(written).filter(|(_, (is_other, _))| !is_other);
    let known = known.map(|(name, _)| name);
    quote! {
        const __NUMBERS: &[__sk::i64] = &{
            #(let #names: __sk::i64 = #values;)*
            [#(#known),*]
        };
    }
}
