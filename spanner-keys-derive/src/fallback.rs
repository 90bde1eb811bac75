//! The replacement for a struct with mistakes, so that the code that uses it adds no errors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

/// A table that every rule lets pass.
pub(crate) fn table(input: &DeriveInput, krate: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            use #krate::__private as __sk;
            #[automatically_derived]
            impl #parameters __sk::SpannerTable for #ident #arguments #conditions {
                const SHAPE: __sk::Shape = __sk::STAND_IN;
                type Key = __sk::NoKey<Self>;
                type InsertKey = __sk::NoKey<Self>;
                type Parent = __sk::Root;
                fn key_parts(&self) {}
                fn read(_: &mut __sk::RowValues<'_>) -> __sk::Result<Self, __sk::RowError> {
                    __sk::Err(__sk::no_row())
                }
                fn change(self, _: &mut __sk::RowFiller<'_>) {}
            }
        };
    }
}

/// A column type that every rule lets pass.
pub(crate) fn column(input: &DeriveInput, krate: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            use #krate::__private as __sk;
            #[automatically_derived]
            impl #parameters __sk::Column for #ident #arguments #conditions {
                const TYPE: __sk::SqlType = __sk::STAND_IN_TYPE;
                const NULLABLE: __sk::bool = false;
                const ARRIVAL: __sk::Arrival = __sk::Arrival::Natural;
                const ACCEPTS: __sk::Accepts = __sk::Accepts::NOTHING;
                const SPEC: __sk::ColumnSpec = __sk::STAND_IN_SPEC;
                fn into_wire(self, _: __sk::SqlType) -> __sk::WireValue {
                    __sk::WireValue::Null
                }
                fn from_wire(
                    _: __sk::WireValue,
                    _: __sk::SqlType,
                ) -> __sk::Result<Self, __sk::ValueError> {
                    __sk::Err(__sk::ValueError::Null)
                }
            }
            #[automatically_derived]
            impl #parameters __sk::NotNull for #ident #arguments #conditions {}
            #[automatically_derived]
            impl #parameters __sk::Element for #ident #arguments #conditions {
                const ARRAY_OF: __sk::SqlType = __sk::STAND_IN_TYPE;
                const STAND_IN: __sk::bool = true;
            }
        };
    }
}

/// A row that no query returns.
pub(crate) fn row(input: &DeriveInput, krate: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            use #krate::__private as __sk;
            #[automatically_derived]
            impl #parameters __sk::FromRow for #ident #arguments #conditions {
                fn columns(_: &mut __sk::RowColumns) {}
                fn read(_: &mut __sk::RowCells<'_>) -> __sk::RowResult<Self> {
                    __sk::Err(__sk::no_row())
                }
            }
        };
    }
}
