//! The derive macros of `spanner-keys`; use them through that crate.
//!
//! Data flows one way: tokens → words (`attr`) → model (`check`) → code (`expand`). Where a word does not fit, all mistakes
//! come out at once, with a stand-in (`fallback`) that keeps the rest of the program compiling.

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod attr;
mod check;
mod expand;
mod fallback;
mod model;
#[cfg(test)]
mod tests;
mod words;

use words::Mistakes;

/// Makes a table of Spanner from a struct.
#[proc_macro_derive(SpannerTable, attributes(key, column, table, interleave, index, foreign_key, check, ttl))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut mistakes = Mistakes::default();
    let words = attr::read(&input, &mut mistakes);
    match words.and_then(|words| check::table(&words, &mut mistakes)) {
        Some(table) => expand::table(&table),
        None => {
            let mut errors = mistakes.into_compile_errors();
            errors.extend(fallback::table(&input, &attr::krate(&input, "table")));
            errors
        }
    }
    .into()
}

/// Makes a column type of Spanner from a newtype or an enum without data.
#[proc_macro_derive(SpannerColumn, attributes(column))]
pub fn derive_column(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut mistakes = Mistakes::default();
    let words = attr::column_type::read(&input, &mut mistakes);
    match words.and_then(|words| check::column_type(&words, &mut mistakes)) {
        Some(column) => expand::column(&column),
        None => {
            let mut errors = mistakes.into_compile_errors();
            errors.extend(fallback::column(&input, &attr::krate(&input, "column")));
            errors
        }
    }
    .into()
}
