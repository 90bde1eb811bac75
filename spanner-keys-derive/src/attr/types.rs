//! Types as generated code can name them, outside of the struct.
//!
//! The compiler rejects some types in every struct: a reference without a lifetime, `_`,
//! `impl Trait`. It reports them at the struct. Everything generated from it then uses a type that
//! resolves, so that nothing is reported twice.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    DeriveInput, Expr, GenericArgument, Lifetime, PathArguments, PathSegment, Type, TypeParamBound,
    parse_quote,
};

use crate::words::{Mistake, Mistakes};

/// The type, and whether the compiler rejects it in this struct.
pub(crate) fn outside(ty: &Type, input: &DeriveInput, mistakes: &mut Mistakes) -> (Type, bool) {
    let mut ty = ty.clone();
    if let Some(name) = bare_generic(&ty) {
        mistakes.push(
            Mistake::over(&ty, format_args!("`{name}` requires type arguments"))
                .help("write them, or give a type of your own another name"),
        );
        // The compiler reports it first, unless it is another type of that name.
        mistakes.defer(mistakes.len() - 1);
        return (parse_quote!(()), true);
    }
    let is_rejected = rejected(&mut ty, input.generics.lt_token.is_some());
    let tokens = ty.to_token_stream();
    if !names_self(tokens.clone()) {
        return (ty, is_rejected);
    }
    // Only an identifier was replaced by another one.
    (syn::parse2(without_self(tokens, &input.ident)).unwrap_or(ty), is_rejected)
}

/// The name of a generic type without arguments, if there is no doubt. People give names such as
/// `DateTime` to aliases, too: those must be imported.
fn bare_generic(ty: &Type) -> Option<Ident> {
    let Type::Path(path) = ty else { return None };
    let (first, last) = (path.path.segments.first()?, path.path.segments.last()?);
    let name = last.ident.to_string();
    let is_generic = match path.path.segments.len() {
        1 => match name.as_str() {
            "Vec" | "Option" | "Box" | "HashMap" | "BTreeMap" => true,
            "DateTime" => is_imported(last, "chrono"),
            "Json" => is_imported(last, "spanner_keys"),
            _ => false,
        },
        _ => {
            (first.ident == "chrono" && name == "DateTime")
                || (first.ident == "std" && matches!(name.as_str(), "Vec" | "Option" | "HashMap"))
        }
    };
    match &last.arguments {
        PathArguments::None if is_generic => Some(last.ident.clone()),
        PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => bare_generic(ty),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Whether the file imports the type from this library, and has no other of its name.
///
/// The compiler would report each item that names such a type, because the same message is another
/// one for the incremental compiler. The file is read only for the few names that ask.
fn is_imported(segment: &PathSegment, library: &str) -> bool {
    let name = segment.ident.to_string();
    // Unit tests run without the compiler.
    let file = proc_macro::is_available().then(|| segment.ident.span().unwrap().local_file());
    let text =
        file.flatten().and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    is_imported_in(&text, &name, library)
}

fn is_imported_in(file: &str, name: &str, library: &str) -> bool {
    let is_other = ["type", "struct", "enum", "as"]
        .iter()
        .any(|word| file.contains(&format!("{word} {name}")))
        || file.contains(&format!("{name} as"));
    let mut is_imported = false;
    for statement in file.split(';') {
        let Some((_, paths)) = statement.rsplit_once("use ") else { continue };
        let mut words = paths.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (first, names_it) = (words.next(), words.any(|word| word == name));
        if first == Some(library) {
            is_imported |= names_it || paths.contains('*');
        } else if names_it {
            return false;
        }
    }
    is_imported && !is_other
}

/// The compiler accepts a type without a size only as the last field, and behind a pointer.
pub(crate) fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        Type::Paren(inner) => is_unsized(&inner.elem),
        Type::Group(inner) => is_unsized(&inner.elem),
        _ => false,
    }
}

/// Whether `Self` is anywhere in the tokens.
fn names_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(word) => word == "Self",
        TokenTree::Group(group) => names_self(group.stream()),
        _ => false,
    })
}

/// `Self` has no meaning outside of the struct.
fn without_self(tokens: TokenStream, ident: &Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Ident(word) if word == "Self" => {
                let mut ident = ident.clone();
                ident.set_span(word.span());
                TokenTree::Ident(ident)
            }
            TokenTree::Group(group) => {
                let mut same = Group::new(group.delimiter(), without_self(group.stream(), ident));
                same.set_span(group.span());
                TokenTree::Group(same)
            }
            other => other,
        })
        .collect()
}

/// Whether the compiler rejects the type in every struct. Replaces what it rejects.
fn rejected(ty: &mut Type, declares_lifetimes: bool) -> bool {
    let nested = |ty: &mut Type| rejected(ty, declares_lifetimes);
    let named = |lifetime: &mut Lifetime| {
        let is_rejected = match lifetime.ident.to_string().as_str() {
            "static" => false,
            "_" => true,
            _ => !declares_lifetimes,
        };
        if is_rejected {
            *lifetime = parse_quote!('static);
        }
        is_rejected
    };
    match ty {
        Type::Reference(reference) => {
            let lifetime = match &mut reference.lifetime {
                Some(lifetime) => named(lifetime),
                none => {
                    *none = Some(parse_quote!('static));
                    true
                }
            };
            nested(&mut reference.elem) || lifetime
        }
        Type::Infer(_) | Type::ImplTrait(_) => {
            *ty = parse_quote!(());
            true
        }
        Type::Path(path) => {
            let qself = path.qself.as_mut().is_some_and(|qself| nested(&mut qself.ty));
            let mut found = qself;
            for segment in &mut path.path.segments {
                // In the arguments of `Fn(&str)`, a lifetime can be left out.
                let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else {
                    continue;
                };
                let holds_values = segment.ident == "Option" || segment.ident == "Vec";
                for argument in &mut arguments.args {
                    found |= match argument {
                        GenericArgument::Type(ty) if holds_values && is_unsized(ty) => {
                            *ty = parse_quote!(());
                            true
                        }
                        GenericArgument::Type(ty) => nested(ty),
                        GenericArgument::Lifetime(lifetime) => named(lifetime),
                        _ => false,
                    };
                }
            }
            found
        }
        Type::TraitObject(object) => {
            object.bounds.iter_mut().fold(false, |found, bound| match bound {
                TypeParamBound::Lifetime(lifetime) => named(lifetime) || found,
                _ => found,
            })
        }
        Type::Tuple(tuple) => {
            let found: Vec<bool> = tuple.elems.iter_mut().map(nested).collect();
            found.contains(&true)
        }
        Type::Array(array) => {
            let is_open = matches!(array.len, Expr::Infer(_));
            if is_open {
                array.len = parse_quote!(1);
            }
            nested(&mut array.elem) || is_open
        }
        Type::Slice(slice) => nested(&mut slice.elem),
        Type::Paren(inner) => nested(&mut inner.elem),
        Type::Group(inner) => nested(&mut inner.elem),
        Type::Ptr(pointer) => nested(&mut pointer.elem),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_imported_in;

    #[test]
    fn a_name_is_of_a_library_if_nothing_else_in_the_file_has_it() {
        for (file, is_imported) in [
            ("use chrono::{DateTime, Utc};", true),
            ("mod tables {\n    use chrono::DateTime;\n}", true),
            ("use chrono::*;", true),
            ("use chrono::prelude::*; use spanner_keys::Uuid;", true),
            ("use chrono::Utc;", false),
            ("use chrono::{DateTime as Time}; use crate::DateTime;", false),
            ("use chrono::Utc as DateTime;", false),
            ("use chrono::*; use crate::time::DateTime;", false),
            ("use chrono::*; type DateTime = chrono::DateTime<Utc>;", false),
            ("use sea_orm::prelude::DateTime;", false),
            ("", false),
        ] {
            assert_eq!(is_imported_in(file, "DateTime", "chrono"), is_imported, "{file}");
        }
    }
}
