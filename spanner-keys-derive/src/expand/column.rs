//! Newtypes, unit enums and serde types as column types.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Expr, Generics, Type};

use super::{check_at, types};
use crate::model::{ColumnShape, ColumnType, Newtype, OtherVariant, Spanned, UnitEnum};

/// The whole expansion of `derive(SpannerColumn)`.
pub(crate) fn column(model: &ColumnType) -> TokenStream {
    let ColumnType { ident, generics, krate, shape, client_traits } = model;
    let Parts { spec, checks, methods, is_column, not_null, element, lent, lends } = match shape {
        ColumnShape::Newtype(newtype) => self::newtype(model, newtype),
        ColumnShape::UnitEnum(shape) => unit_enum(ident, shape),
        ColumnShape::Json => json(model),
    };
    let (parameters, arguments, _) = generics.split_for_impl();
    let [is_column, not_null, element, lends] =
        [is_column, not_null, element, lends].map(|condition| conditions(generics, &condition));
    let client_traits = client_traits.then(|| {
        quote! {
            __sk::client_traits! {
                [#parameters] [#ident #arguments] [#is_column] [#lends]
                impl #parameters __sk::ToWire for #ident #arguments #lends {
                    fn to_wire(&self) -> __sk::WireValue {
                        #lent
                    }
                }
            }
        }
    });
    // A constant outside of the impl cannot name its parameters.
    let (outside, of_type, named) = match spec {
        Spec::Constant(spec) => {
            (quote!(const __SPEC: __sk::ColumnSpec = #spec;), quote!(__SPEC), quote!(__SPEC))
        }
        Spec::OfType(spec) => (TokenStream::new(), spec, quote!(<Self as __sk::Column>::SPEC)),
    };
    quote! {
        const _: () = {
            use #krate::__private as __sk;
            pub use __sk::answers::*;
            #checks
            #outside
            #[automatically_derived]
            impl #parameters __sk::Column for #ident #arguments #is_column {
                const TYPE: __sk::SqlType = #named.ty;
                const NULLABLE: __sk::bool = #named.nullable;
                const ARRIVAL: __sk::Arrival = #named.arrival;
                const ACCEPTS: __sk::Accepts = #named.accepts;
                const SPEC: __sk::ColumnSpec = #of_type;
                #methods
            }
            #[automatically_derived]
            impl #parameters __sk::NotNull for #ident #arguments #not_null {}
            #[automatically_derived]
            impl #parameters __sk::Element for #ident #arguments #element {
                const ARRAY_OF: __sk::SqlType = #named.ty.array();
            }
            #client_traits
        };
    }
}

/// The conditions of the type, and one more.
fn conditions(generics: &Generics, more: &TokenStream) -> TokenStream {
    let own: Vec<_> =
        generics.where_clause.iter().flat_map(|condition| &condition.predicates).collect();
    if own.is_empty() && more.is_empty() {
        return TokenStream::new();
    }
    quote!(where #(#own,)* #more)
}

/// What the rules and the DDL know of the type.
enum Spec {
    /// The value of the constant `__SPEC`.
    Constant(TokenStream),
    /// The same, where it depends on parameters.
    OfType(TokenStream),
}

/// What differs between the shapes.
struct Parts {
    spec: Spec,
    /// What must hold besides.
    checks: TokenStream,
    /// The methods of `Column`.
    methods: TokenStream,
    /// Where the type is a column.
    is_column: TokenStream,
    /// Where the type is never NULL.
    not_null: TokenStream,
    /// Where the type can be an element of an array.
    element: TokenStream,
    /// The value on the wire, for the traits of the clients, which only lend it.
    lent: TokenStream,
    /// Where that is possible.
    lends: TokenStream,
}

/// All code uses the inner type through one constant, so that a type that is not a column is one
/// error. Where the type depends on parameters, the user of the type decides on it.
fn newtype(model: &ColumnType, newtype: &Newtype) -> Parts {
    let (ident, Newtype { ty: inner, member, phantoms, length, is_open }) = (&model.ident, newtype);
    let ops = if *is_open { quote!(<#inner as __sk::Column>::OPS) } else { quote!(__INNER) };
    // A question cannot name a parameter; the compiler reports a type with `Drop` itself then.
    let ask_to_move = model
        .generics
        .params
        .is_empty()
        .then(|| types::ask_to_move(["__Inner".to_owned()].into_iter(), ident));
    let built = quote!(Self { #member: __inner #(, #phantoms: __sk::PhantomData)* });
    let methods = methods(&ops, &quote!(self.#member), &built, ask_to_move.as_ref());
    let inner_spec = quote!(#ops.spec);
    let spec = if let Some(Spanned { value, .. }) = length {
        quote!(__sk::limited(#inner_spec, #value))
    } else {
        quote!(__sk::sound(#inner_spec))
    };
    let lent = quote! {
        (#ops.into_wire)(__sk::Clone::clone(&self.#member), <Self as __sk::Column>::SPEC.ty)
    };
    if *is_open {
        return Parts {
            spec: Spec::OfType(spec),
            checks: TokenStream::new(),
            methods,
            is_column: quote!(#inner: __sk::Column),
            not_null: quote!(#inner: __sk::NotNull),
            element: quote!(#inner: __sk::Element),
            lent,
            lends: quote!(#inner: __sk::Column + __sk::Clone),
        };
    }
    let alias = format_ident!("__Inner", span = ident.span());
    let name = ident.to_string();
    let wrong_length = types::may_have_wrong_length(inner)
        .then(|| check_at(inner, "check_inner", &quote!(#name, __INNER.spec)));
    let limit = length.map(|Spanned { value, span }| {
        let place = quote_spanned!(span=> length);
        check_at(&place, "check_limit", &quote!(#name, __INNER.spec, #value))
    });
    Parts {
        spec: Spec::Constant(spec),
        checks: {
            let ops = types::inner_ops(inner, &alias);
            let advice = types::inner_advice(inner, &alias);
            quote! {
                type #alias = #inner;
                #advice
                const __INNER: __sk::ColumnOps<__Inner> = #ops;
                #wrong_length
                #limit
            }
        },
        methods,
        is_column: TokenStream::new(),
        // The higher-ranked bound asks about a type without parameters, which a plain bound may
        // not.
        not_null: wraps(inner, &quote!(NotNull), &quote!(HasNotNull)),
        element: wraps(inner, &quote!(Element), &quote!(HasElement)),
        lent,
        lends: quote!(for<'any> __Inner: __sk::Clone),
    }
}

/// A serde type is one JSON document.
fn json(model: &ColumnType) -> Parts {
    let ident = &model.ident;
    let (_, arguments, _) = model.generics.split_for_impl();
    let is_open = !model.generics.params.is_empty();
    let trait_name = quote_spanned!(ident.span()=> __sk::StoredAsJson);
    let stored = quote!(<#ident #arguments as #trait_name>::OPS);
    let ops = if is_open { stored.clone() } else { quote!(__INNER) };
    let condition =
        if is_open { quote!(#ident #arguments: __sk::StoredAsJson) } else { TokenStream::new() };
    let spec = quote!(#ops.spec);
    Parts {
        spec: if is_open { Spec::OfType(spec) } else { Spec::Constant(spec) },
        checks: if is_open {
            TokenStream::new()
        } else {
            quote!(const __INNER: __sk::ColumnOps<#ident> = #stored;)
        },
        methods: methods(&ops, &quote!(self), &quote!(__inner), None),
        is_column: condition.clone(),
        not_null: condition.clone(),
        element: condition.clone(),
        lent: quote!(__sk::StoredAsJson::to_wire(self)),
        // A type that is not a serde type is reported already.
        lends: if is_open { condition } else { quote!(for<'any> #ident: __sk::StoredAsJson) },
    }
}

/// The methods of a type whose values are those of another one. A constant of the user's would be
/// taken for a pattern, so no name of a value here is one that people write.
fn methods(
    ops: &TokenStream,
    value: &TokenStream,
    built: &TokenStream,
    ask_to_move: Option<&TokenStream>,
) -> TokenStream {
    let lent = if value.to_string() == "self" { quote!(self) } else { quote!(&#value) };
    quote! {
        fn into_wire(self, __ty: __sk::SqlType) -> __sk::WireValue {
            #ask_to_move
            (#ops.into_wire)(#value, __ty)
        }
        fn from_wire(__wire: __sk::WireValue, __ty: __sk::SqlType) -> __sk::Result<Self, __sk::ValueError> {
            match (#ops.from_wire)(__wire, __ty) {
                __sk::Ok(__inner) => __sk::Ok(#built),
                __sk::Err(__problem) => __sk::Err(__problem),
            }
        }
        const READS: __sk::Reads = #ops.reads;
        fn from_lent(__wire: __sk::Lent<'_>, __ty: __sk::SqlType) -> __sk::Result<Self, __sk::ValueError> {
            match (#ops.from_lent)(__wire, __ty) {
                __sk::Ok(__inner) => __sk::Ok(#built),
                __sk::Err(__problem) => __sk::Err(__problem),
            }
        }
        fn check(&self, __ty: __sk::SqlType, __place: __sk::ValueContext) -> __sk::Result<(), __sk::ValueError> {
            (#ops.check)(#lent, __ty, __place)
        }
        fn from_fill(__filled: __sk::FillValue) -> __sk::Option<Self> {
            match (#ops.from_fill)(__filled) {
                __sk::Some(__inner) => __sk::Some(#built),
                __sk::None => __sk::None,
            }
        }
        fn supplied_uuid(&self) -> __sk::Option<__sk::Uuid> {
            (#ops.supplied_uuid)(#lent)
        }
        fn value_bytes(&self, __ty: __sk::SqlType) -> __sk::usize {
            (#ops.value_bytes)(#lent, __ty)
        }
        fn hashed(&self, __ty: __sk::SqlType) -> __sk::HashInput<'_> {
            (#ops.hashed)(#lent, __ty)
        }
    }
}

/// Where the inner type has the trait. One that is not a column is reported already, and is not asked.
fn wraps(inner: &Type, property: &TokenStream, has: &TokenStream) -> TokenStream {
    if types::is_usual(inner) {
        return quote!(for<'any> __Inner: __sk::#property);
    }
    quote!(for<'any> __sk::Asked<{ !__sk::SpecOf::<__Inner>::IS_COLUMN }>: __sk::#has<__Inner>)
}

/// An enum is its text, or its number, and uses the column of that.
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
        fn from_wire(__wire: __sk::WireValue, __ty: __sk::SqlType) -> __sk::Result<Self, __sk::ValueError> {
            <Self as __sk::Column>::from_lent(__wire.lend(), __ty)
        }
        const READS: __sk::Reads = __sk::Reads::Lent;
        fn from_lent(__wire: __sk::Lent<'_>, _: __sk::SqlType) -> __sk::Result<Self, __sk::ValueError> {
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
    let stored = stored(enum_name, shape, &values);
    let spec = enum_spec(&ty, &accepts, &stored);
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
    Parts {
        spec: Spec::Constant(spec),
        checks,
        methods,
        is_column: none(),
        not_null: none(),
        element: none(),
        lent,
        lends: none(),
    }
}

/// The variants and the values that rows hold for them, outside the impl, where `Self` is unknown.
fn stored(enum_name: &Ident, shape: &UnitEnum, values: &[TokenStream]) -> Vec<TokenStream> {
    let kind = if shape.integer { quote!(Number) } else { quote!(Name) };
    let variants = shape.variants.iter().zip(values).map(|((variant, _), value)| {
        let name = variant.unraw().to_string();
        let value = match &shape.other {
            None if shape.integer => quote!(#enum_name::#variant as __sk::i64),
            _ => value.clone(),
        };
        quote!(__sk::VariantDef { name: #name, value: __sk::StoredValue::#kind(#value) })
    });
    variants.collect()
}

/// What the rules see of an enum.
fn enum_spec(ty: &TokenStream, accepts: &TokenStream, stored: &[TokenStream]) -> TokenStream {
    quote! {
        __sk::ColumnSpec {
            ty: __sk::SqlType::#ty,
            nullable: false,
            arrival: __sk::Arrival::FewValues,
            accepts: __sk::Accepts::#accepts,
            variants: &[#(#stored),*],
            stand_in: false,
        }
    }
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
