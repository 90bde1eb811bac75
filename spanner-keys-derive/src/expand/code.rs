//! Code as text. The compiler parses a text several times faster than it accepts the same tokens
//! one by one, and macros are not optimized in a debug build.
//!
//! All tokens of a text have the place of the derive. So it may name what is generated, and the
//! fields of the struct, but not the types and paths of the user: an error about them, or a macro
//! that wrote them, needs their own tokens. Those are quoted.

use std::fmt::{Display, Write as _};

use proc_macro2::TokenStream;

/// The code with `#name` replaced by each of the named variables, which are displayed:
/// `code!(key; impl __sk::Eq for #key {})`.
macro_rules! code {
    ($($name:ident),*; $($code:tt)*) => {
        $crate::expand::code::filled(stringify!($($code)*), &[$((stringify!($name), &$name)),*])
    };
}

pub(super) use code;

/// The text with the values in the place of their names. An attribute, `#[…]`, stays.
pub(super) fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut pieces = text.split('#');
    let mut filled = String::from(pieces.next().unwrap_or_default());
    for piece in pieces.map(str::trim_start) {
        let value = values.iter().find_map(|(name, value)| {
            let rest = piece.strip_prefix(name)?;
            let is_letter = |letter: &u8| letter.is_ascii_alphanumeric() || *letter == b'_';
            rest.bytes().next().is_none_or(|next| !is_letter(&next)).then_some((value, rest))
        });
        let rest = if let Some((value, rest)) = value {
            let _ = write!(filled, "{value}");
            rest
        } else {
            filled.push('#');
            piece
        };
        filled.push_str(rest);
    }
    filled
}

/// The same tokens, handed over to the compiler. Copies of them cost nothing.
pub(super) fn shared(tokens: TokenStream) -> TokenStream {
    if proc_macro::is_available() {
        return proc_macro::TokenStream::from(tokens).into();
    }
    tokens
}

/// The tokens of the text.
pub(super) fn parsed(text: &str) -> TokenStream {
    // `proc_macro2` would first parse it with its own, slower parser. Tests have only that one.
    if proc_macro::is_available() {
        return text.parse::<proc_macro::TokenStream>().unwrap_or_default().into();
    }
    text.parse().unwrap_or_default()
}
