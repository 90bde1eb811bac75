//! Types as generated code can name them, outside of the struct.
//!
//! The compiler rejects some types in every struct: a reference without a lifetime, `_`,
//! `impl Trait`. It reports them at the struct. Everything generated from it then uses a type that
//! resolves, so that nothing is reported twice.

use super::AttributeName;
use super::file;
use crate::words::{Mistake, Mistakes};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::ops::RangeInclusive;
use syn::{
    DeriveInput, Expr, ExprLit, GenericArgument, Lifetime, Lit, PathArguments, Type,
    TypeParamBound, parse_quote,
};

/// The type, and whether the compiler rejects it in this struct.
pub(crate) fn outside(
    written: &Type,
    input: &DeriveInput,
    mistakes: &mut Mistakes,
) -> (Type, bool) {
    let mut ty = written.clone();
    let mut is_rejected = rejected(&mut ty, input.generics.lt_token.is_some());
    if let Some(what) = misused(&mut ty, input) {
        mistakes.push(
            Mistake::over(written, what)
                .help("write the type in full, or give a type of your own another name"),
        );
        // The compiler reports it first, unless the file was misread.
        mistakes.defer(mistakes.len() - 1);
        is_rejected = true;
    }
    let tokens = ty.to_token_stream();
    if !names_self(tokens.clone()) {
        return (ty, is_rejected);
    }
    // Only an identifier was replaced by another one.
    (syn::parse2(without_self(tokens, &input.ident)).unwrap_or(ty), is_rejected)
}

/// What is wrong with a well-known type that has too few or too many arguments, or with a trait in
/// the place of a type, if the file shows that the name is the well-known one. The compiler reports
/// it, and judges nothing that depends on the type. The type becomes what was most likely meant: the
/// incremental compiler reports each mention.
fn misused(ty: &mut Type, input: &DeriveInput) -> Option<String> {
    let path = match ty {
        Type::Path(path) if path.qself.is_none() => path,
        Type::Tuple(tuple) => return tuple.elems.iter_mut().find_map(|ty| misused(ty, input)),
        Type::Array(array) => return misused(&mut array.elem, input),
        Type::Reference(reference) => return misused(&mut reference.elem, input),
        Type::Paren(inner) => return misused(&mut inner.elem, input),
        _ => return None,
    };
    let first = path.path.segments.first()?.ident.to_string();
    let is_alone = path.path.segments.len() == 1;
    let last = path.path.segments.last_mut()?;
    let name = last.ident.to_string();
    let is_well_known = |libraries: &[&str]| {
        let is_of_library = || libraries.contains(&first.as_str());
        if is_alone {
            file::is_well_known(&last.ident, libraries) == Some(true)
        } else {
            is_of_library()
        }
    };
    let library = TRAITS.iter().find(|(traits, _)| traits.contains(&name.as_str()));
    if library.is_some_and(|(_, library)| is_well_known(&[*library])) {
        *ty = parse_quote!(());
        return Some(format!("`{name}` is a trait"));
    }
    let written = match &last.arguments {
        PathArguments::None => 0,
        PathArguments::AngleBracketed(arguments) => arguments.args.len(),
        PathArguments::Parenthesized(_) => return None,
    };
    let known = GENERICS.iter().find(|(known, ..)| *known == name);
    if let Some((_, counts, libraries)) = known
        && !counts.contains(&written)
        && is_well_known(libraries)
    {
        let (fewest, krate) = (*counts.start(), super::krate(input, AttributeName::Table));
        let what = match written {
            0 => format!("`{name}` requires type arguments"),
            _ if fewest == 0 => format!("`{name}` has no type arguments"),
            _ => format!("`{name}` has a different number of type arguments"),
        };
        let mut arguments: Vec<GenericArgument> = match &last.arguments {
            PathArguments::AngleBracketed(written) => {
                written.args.iter().take(fewest).cloned().collect()
            }
            _ => Vec::new(),
        };
        let meant = if name == "DateTime" {
            quote!(#krate::__private::Zone)
        } else {
            quote!(::std::string::String)
        };
        arguments.resize(fewest, parse_quote!(#meant));
        last.arguments = PathArguments::None;
        if fewest > 0 {
            last.arguments = PathArguments::AngleBracketed(parse_quote!(<#(#arguments),*>));
        }
        return Some(what);
    }
    let PathArguments::AngleBracketed(arguments) = &mut last.arguments else { return None };
    arguments.args.iter_mut().find_map(|argument| match argument {
        GenericArgument::Type(ty) => misused(ty, input),
        _ => None,
    })
}

/// Types with the number of their type arguments, and the libraries that have them.
const GENERICS: &[(&str, RangeInclusive<usize>, &[&str])] = &[
    ("Option", 1..=1, file::PRELUDE),
    ("Vec", 1..=2, file::PRELUDE),
    ("Box", 1..=2, file::PRELUDE),
    ("String", 0..=0, file::PRELUDE),
    ("bool", 0..=0, file::PRELUDE),
    ("i32", 0..=0, file::PRELUDE),
    ("i64", 0..=0, file::PRELUDE),
    ("f64", 0..=0, file::PRELUDE),
    ("HashMap", 2..=3, &["std"]),
    ("BTreeMap", 2..=3, &["std"]),
    ("HashSet", 1..=2, &["std"]),
    ("BTreeSet", 1..=2, &["std"]),
    ("VecDeque", 1..=2, &["std"]),
    ("Rc", 1..=2, &["std"]),
    ("Arc", 1..=2, &["std"]),
    ("DateTime", 1..=1, &["chrono"]),
    ("Json", 1..=1, &["spanner_keys"]),
    ("Uuid", 0..=0, &["spanner_keys", "uuid"]),
    ("Decimal", 0..=0, &["rust_decimal"]),
    ("NaiveDate", 0..=0, &["chrono"]),
];

/// Traits that are written where a type is expected, and their library.
const TRAITS: &[(&[&str], &str)] = &[
    (
        &[
            "AsRef", "Clone", "Copy", "Default", "Eq", "Fn", "FnMut", "FnOnce", "From", "Into",
            "IntoIterator", "Iterator", "Ord", "PartialEq", "PartialOrd", "Send", "Sized", "Sync",
            "ToOwned", "ToString",
        ],
        "",
    ),
    (&["Any", "Debug", "Display", "Hash"], "std"),
    (&["Deserialize", "Serialize"], "serde"),
];

/// Whether the tokens show that no struct with this type has a size: `DateTime<&Utc>`, or the struct
/// itself. Then everything that names the struct is an error.
pub(crate) fn is_ill_formed(ty: &Type, ident: &Ident) -> bool {
    let inside = |ty: &Type| is_ill_formed(ty, ident);
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Tuple(tuple) => return tuple.elems.iter().any(inside),
        Type::Array(array) => return inside(&array.elem),
        Type::Paren(inner) => return inside(&inner.elem),
        Type::Group(inner) => return inside(&inner.elem),
        _ => return false,
    };
    let Some(last) = path.segments.last() else { return false };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return path.get_ident().is_some_and(|name| name == "Self" || name == ident);
    };
    arguments.args.iter().any(|argument| match argument {
        GenericArgument::Type(Type::Path(zone)) if last.ident == "DateTime" => {
            NOT_ZONES.iter().any(|name| zone.path.is_ident(name))
        }
        GenericArgument::Type(_) if last.ident == "DateTime" => true,
        // Behind a pointer, the struct may contain itself.
        GenericArgument::Type(Type::Path(path)) if path.path.get_ident().is_some() => {
            last.ident == "Option" && inside(&Type::Path(path.clone()))
        }
        GenericArgument::Type(ty) => inside(ty),
        _ => false,
    })
}

const NOT_ZONES: &[&str] = &[
    "String", "str", "bool", "i32", "i64", "u32", "u64", "f64", "Uuid", "NaiveDate", "NaiveTime",
    "NaiveDateTime", "SystemTime", "Duration",
];

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
        Type::Infer(_) | Type::ImplTrait(_) | Type::Never(_) => {
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
            let is_wrong = match &array.len {
                Expr::Lit(ExprLit { lit: Lit::Int(length), .. }) => {
                    !matches!(length.suffix(), "" | "usize")
                }
                Expr::Infer(_) | Expr::Unary(_) | Expr::Lit(_) => true,
                _ => false,
            };
            if is_wrong {
                array.len = parse_quote!(1);
            }
            nested(&mut array.elem) || is_wrong
        }
        Type::Slice(slice) => nested(&mut slice.elem),
        Type::Paren(inner) => nested(&mut inner.elem),
        Type::Group(inner) => {
            // An argument of a macro. Its tokens are the author's, but the group is the macro's.
            let is_rejected = nested(&mut inner.elem);
            if matches!(*inner.elem, Type::Path(_) | Type::Tuple(_) | Type::Array(_)) {
                *ty = (*inner.elem).clone();
            }
            is_rejected
        }
        Type::Ptr(pointer) => nested(&mut pointer.elem),
        _ => false,
    }
}
