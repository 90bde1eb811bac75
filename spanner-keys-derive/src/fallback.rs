//! What stands in for a struct with mistakes, so that the code that uses it adds no errors of its
//! own.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

/// A table that every rule lets pass.
pub(crate) fn table(input: &DeriveInput, krate: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::SpannerTable for #ident #arguments #conditions {
            const SHAPE: #krate::__private::Shape = #krate::__private::STAND_IN;
            type Key = #krate::__private::NoKey<Self>;
            type InsertKey = #krate::__private::NoKey<Self>;
            fn read(_: &mut #krate::__private::RowValues<'_>) -> #krate::__private::Result<Self, #krate::__private::RowError> {
                #krate::__private::Err(#krate::__private::no_row())
            }
            fn change(self, _: &mut #krate::__private::RowFiller<'_>) {}
        }
    }
}

/// A column type that every rule lets pass.
pub(crate) fn column(input: &DeriveInput, krate: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::Column for #ident #arguments #conditions {
            const TYPE: #krate::schema::SqlType = #krate::__private::STAND_IN_TYPE;
            const NULLABLE: bool = false;
            const ARRIVAL: #krate::schema::Arrival = #krate::schema::Arrival::Natural;
            const ACCEPTS: #krate::column::Accepts = #krate::column::Accepts::NOTHING;
            const SPEC: #krate::__private::ColumnSpec = #krate::__private::STAND_IN_SPEC;
            fn into_wire(self, _: #krate::schema::SqlType) -> #krate::__private::WireValue {
                #krate::__private::WireValue::Null
            }
            fn from_wire(
                _: #krate::__private::WireValue,
                _: #krate::schema::SqlType,
            ) -> #krate::__private::Result<Self, #krate::__private::ValueError> {
                #krate::__private::Err(#krate::__private::ValueError::Null)
            }
        }
        #[automatically_derived]
        impl #parameters #krate::column::NotNull for #ident #arguments #conditions {}
        #[automatically_derived]
        impl #parameters #krate::column::Element for #ident #arguments #conditions {
            const ARRAY_OF: #krate::schema::SqlType = #krate::__private::STAND_IN_TYPE;
            const STAND_IN: bool = true;
        }
    }
}
