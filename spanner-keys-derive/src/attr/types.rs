//! Types as generated code can name them, outside of the struct.
//!
//! The compiler rejects some types in every struct: a reference without a lifetime, `_`,
//! `impl Trait`. It reports them at the struct. Everything generated from it then uses a type that
//! resolves, so that nothing is reported twice.

use super::{AttributeName, file};
use crate::words::{Mistake, Mistakes};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    DeriveInput, Expr, ExprLit, GenericArgument, Lifetime, Lit, PathArguments, Type,
    TypeParamBound, parse_quote,
};

/// The type, and whether the compiler rejects it in this struct.
pub(crate) fn outside(ty: &Type, input: &DeriveInput, mistakes: &mut Mistakes) -> (Type, bool) {
    let mut ty = ty.clone();
    let mut is_rejected = rejected(&mut ty, input.generics.lt_token.is_some());
    if let Some(name) = without_arguments(&mut ty, input) {
        mistakes.push(
            Mistake::over(&ty, format_args!("`{name}` requires type arguments"))
                .help("write them, or give a type of your own another name"),
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

/// The name of a generic type without its arguments, if the file shows that it is one. The compiler
/// reports it, and judges nothing that depends on the type. A `DateTime` gets the zone that was most
/// likely meant: the incremental compiler reports each mention.
fn without_arguments(ty: &mut Type, input: &DeriveInput) -> Option<Ident> {
    let Type::Path(path) = ty else { return None };
    let is_alone = path.qself.is_none() && path.path.segments.len() == 1;
    let is_of_chrono = path.path.segments.len() == 2
        && path.path.segments[0].ident == "chrono"
        && path.path.segments[1].ident == "DateTime";
    let last = path.path.segments.last_mut()?;
    match &mut last.arguments {
        PathArguments::None
            if is_of_chrono || is_alone && file::is_generic(&last.ident) == Some(true) =>
        {
            let name = last.ident.clone();
            if name == "DateTime" {
                let krate = super::krate(input, AttributeName::Table);
                let zone = parse_quote!(<#krate::__private::Zone>);
                last.arguments = PathArguments::AngleBracketed(zone);
            }
            Some(name)
        }
        PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter_mut().find_map(|argument| match argument {
                GenericArgument::Type(ty) => without_arguments(ty, input),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Whether the tokens show that the type does not exist, such as `DateTime<&Utc>`: then not even the
/// struct has a size, and everything that names it is an error.
pub(crate) fn is_ill_formed(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
    arguments.args.iter().any(|argument| match argument {
        GenericArgument::Type(Type::Path(zone)) if last.ident == "DateTime" => {
            NOT_ZONES.iter().any(|name| zone.path.is_ident(name))
        }
        GenericArgument::Type(_) if last.ident == "DateTime" => true,
        GenericArgument::Type(inner) => is_ill_formed(inner),
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
