//! Arguments without their names, as other libraries write them: `index(ByStatus, status)`,
//! `foreign_key(customer_id, Customer)`, `ttl(expires_at, 30)`. Each is one mistake, and its help is
//! the whole attribute as we read it.

use darling::ast::NestedMeta;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lit, Meta, MetaList};

use super::items::path_text;
use super::values::{integer, name};
use crate::words::{Mistake, Vocabulary, is_type, names_in, nearest};

/// Whether the item is a name that is neither an argument nor similar to one.
fn is_bare(item: &NestedMeta, vocabulary: &Vocabulary) -> bool {
    let NestedMeta::Meta(meta) = item else { return matches!(item, NestedMeta::Lit(_)) };
    let word = path_text(meta.path());
    let known = vocabulary.words.iter().copied();
    // `index(ByParent, parent)` is a field: arguments of other libraries have values.
    let is_of_others = vocabulary.hints.iter().any(|(hint, _)| *hint == word) && word != "desc";
    let is_field = vocabulary.of == "index" && matches!(meta, Meta::Path(_));
    !matches!(meta, Meta::NameValue(_))
        && !vocabulary.words.contains(&word.as_str())
        && (is_field || !is_of_others)
        && nearest(&word, known).is_none()
}

fn text(item: &NestedMeta) -> String {
    match item {
        NestedMeta::Meta(Meta::Path(path)) => path_text(path),
        NestedMeta::Lit(Lit::Str(text)) => text.value(),
        NestedMeta::Meta(Meta::List(list)) if !list.path.is_ident("desc") => {
            list.tokens.to_string()
        }
        other => other.to_token_stream().to_string().replace(" (", "(").replace(" ,", ","),
    }
}

/// `index(Name, a, b)`, after its name is read.
pub(super) fn columns(
    name: &Ident,
    items: &[NestedMeta],
    vocabulary: &Vocabulary,
) -> Option<Mistake> {
    let flag = items.iter().find_map(|item| match item {
        NestedMeta::Meta(Meta::List(list))
            if list.path.is_ident("unique") || list.path.is_ident("null_filtered") =>
        {
            Some(list)
        }
        _ => None,
    });
    if let Some(list) = flag {
        let (flag, columns) = (path_text(&list.path), &list.tokens);
        let what = format_args!("`{flag}` does not accept columns");
        let others = items
            .iter()
            .filter(|item| !matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident(&flag)));
        return Some(Mistake::at(list.path.span(), what).help(format_args!(
            "write `#[index({name}, columns({columns}), {flag}{})]`",
            further(others)
        )));
    }
    let (names, others): (Vec<_>, Vec<_>) =
        items.iter().partition(|item| is_bare(item, vocabulary));
    let first = names.first()?.span();
    let names: Vec<_> = names.into_iter().map(text).collect();
    Some(Mistake::at(first, "expected `columns(...)` in `index`").help(format_args!(
        "write `#[index({name}, columns({}){})]`",
        names.join(", "),
        further(others.into_iter())
    )))
}

/// The arguments that stay as they are, each after a comma.
pub(super) fn further<'a>(items: impl Iterator<Item = &'a NestedMeta>) -> String {
    let text = |item: &NestedMeta| item.to_token_stream().to_string();
    let items: Vec<_> =
        items.map(|item| text(item).replace(" (", "(").replace(" ,", ",")).collect();
    items.iter().flat_map(|item| [", ", item]).collect()
}

/// `foreign_key(a, Other)`, also with the fields of the other table in any spelling.
pub(super) fn foreign_key(items: &[NestedMeta], vocabulary: &Vocabulary) -> Option<Mistake> {
    let is_assigned = |word: &str| {
        items.iter().any(
            |item| matches!(item, NestedMeta::Meta(Meta::NameValue(pair)) if pair.path.is_ident(word)),
        )
    };
    let both_assigned = is_assigned("columns") && is_assigned("references");
    let mut misspelt = items.iter().filter(|item| is_bare(item, vocabulary));
    let first = misspelt.next().or_else(|| items.first().filter(|_| both_assigned))?;
    let is_list = |word: &str| {
        items.iter().any(
            |item| matches!(item, NestedMeta::Meta(Meta::List(list)) if list.path.is_ident(word)),
        )
    };
    if is_list("columns")
        && is_list("references")
        && matches!(first, NestedMeta::Meta(Meta::Path(path)) if !is_type(&path_text(path)))
    {
        // An unknown argument, such as `deferrable`.
        return None;
    }
    let (mut own, mut other, mut theirs) = (Vec::new(), None, Vec::new());
    for item in items {
        match item {
            NestedMeta::Meta(Meta::List(list)) if list.path.is_ident("columns") => {
                own.push(list.tokens.to_string());
            }
            NestedMeta::Meta(Meta::NameValue(pair)) if pair.path.is_ident("columns") => {
                own.extend(names_in(Some(&pair.value)));
            }
            NestedMeta::Meta(meta) if meta.path().is_ident("references") => {
                let (table, fields) = referenced(meta);
                other = table.or(other);
                theirs.extend(fields);
            }
            // `refs(Customer, id)`.
            NestedMeta::Meta(meta @ Meta::List(list))
                if is_bare(item, vocabulary) && !is_type(&path_text(&list.path)) =>
            {
                let (table, fields) = referenced(meta);
                match table.filter(|table| is_type(table.rsplit("::").next().unwrap_or_default())) {
                    Some(table) => {
                        other = Some(table);
                        theirs.extend(fields);
                    }
                    None => own.push(list.tokens.to_string()),
                }
            }
            NestedMeta::Meta(Meta::List(list)) if is_bare(item, vocabulary) => {
                other = Some(path_text(&list.path));
                theirs.push(list.tokens.to_string());
            }
            _ if !is_bare(item, vocabulary) => {}
            _ => {
                let text = text(item);
                let (path, last) = text.rsplit_once("::").unwrap_or(("", &text));
                match (is_type(last), &other) {
                    (true, _) => other = Some(text),
                    (false, _) if !path.is_empty() => {
                        other = Some(path.to_owned());
                        theirs.push(last.to_owned());
                    }
                    (false, None) => own.push(text),
                    (false, Some(_)) => theirs.push(text),
                }
            }
        }
    }
    if theirs.is_empty() {
        theirs.clone_from(&own);
    }
    let mistake =
        Mistake::at(first.span(), "expected `columns(...)` and `references(...)` in `foreign_key`");
    let (own, theirs) = (own.join(", "), theirs.join(", "));
    let rest = further(items.iter().filter(|item| {
        !is_bare(item, vocabulary)
            && !matches!(item, NestedMeta::Meta(meta) if ["columns", "references"].iter().any(|name| meta.path().is_ident(name)))
    }));
    Some(match other {
        Some(other) if !own.is_empty() => mistake.help(format_args!(
            "write `#[foreign_key(columns({own}), references({other}, {theirs}){rest})]`"
        )),
        _ => mistake.help("name the fields of this struct, and the other struct with its fields"),
    })
}

/// The table and its fields in `references`, in any spelling: `references = Customer`,
/// `references = "Customer(id)"`, `references(Customer, id)`.
fn referenced(meta: &Meta) -> (Option<String>, Vec<String>) {
    let tokens = match meta {
        Meta::Path(_) => return (None, Vec::new()),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(pair) => match super::values::text(&pair.value) {
            Some(text) => text.value().parse().unwrap_or_default(),
            None => pair.value.to_token_stream(),
        },
    };
    let text = tokens.to_string().replace(' ', "");
    let end = text.find(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter));
    let (path, rest) = text.split_at(end.unwrap_or(text.len()));
    let names = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let mut fields: Vec<_> = names.filter(|name| !name.is_empty()).map(str::to_owned).collect();
    match path.rsplit_once("::") {
        _ if path.is_empty() => (None, fields),
        Some((table, field))
            if !is_type(field) && is_type(table.rsplit("::").next().unwrap_or_default()) =>
        {
            fields.insert(0, field.to_owned());
            (Some(table.to_owned()), fields)
        }
        _ => (Some(path.to_owned()), fields),
    }
}

/// `ttl(expires_at, 30)`, in any order, with other names, or with parentheses: `column(expires_at)`.
pub(super) fn ttl(items: &[NestedMeta], vocabulary: &Vocabulary) -> Option<Mistake> {
    let is_named = |item: &NestedMeta| {
        matches!(item, NestedMeta::Meta(meta @ Meta::NameValue(_))
            if vocabulary.words.iter().any(|word| meta.path().is_ident(word)))
    };
    let has_lists = items.iter().any(|item| matches!(item, NestedMeta::Meta(Meta::List(_))));
    if vocabulary.words.iter().all(|word| super::table::has(items, word)) && !has_lists {
        return None;
    }
    let unnamed: Vec<_> = items.iter().filter(|item| !is_named(item)).collect();
    let first = match unnamed.as_slice() {
        // A single argument of another name has its own help.
        [] | [NestedMeta::Meta(Meta::NameValue(_))] => return None,
        [NestedMeta::Meta(meta), ..] => meta.path().span(),
        [first, ..] => first.span(),
    };
    let inside = |list: &MetaList| syn::parse2::<Expr>(list.tokens.clone()).ok();
    let column = items.iter().find_map(|item| match item {
        NestedMeta::Meta(Meta::Path(path)) => path.get_ident().cloned(),
        NestedMeta::Meta(Meta::NameValue(pair)) => name(&pair.value),
        NestedMeta::Meta(Meta::List(list)) => name(&inside(list)?),
        _ => None,
    })?;
    let days = items.iter().find_map(|item| match item {
        NestedMeta::Lit(Lit::Int(number)) => Some(number.base10_digits().to_owned()),
        NestedMeta::Meta(Meta::NameValue(pair)) => Some(integer(&pair.value)?.to_string()),
        NestedMeta::Meta(Meta::List(list)) => Some(integer(&inside(list)?)?.to_string()),
        _ => None,
    })?;
    Some(
        Mistake::at(first, "expected `column = ...` and `days = ...` in `ttl`")
            .help(format_args!("write `#[ttl(column = {column}, days = {days})]`")),
    )
}
