//! The names of the types that are generated beside the struct.

use proc_macro2::Ident;
use quote::format_ident;
use syn::ext::IdentExt;

use crate::model::{Table, type_name};

/// The struct behind `NewOrder`, `NewOrder_`: compiler messages show this name.
pub(super) fn new_struct(model: &Table) -> Ident {
    let name = behind("New", model, "", &model.new_name);
    // `NewOrderKey_` is the key of a table `NewOrder`.
    if name.to_string().ends_with("Key_") { format_ident!("{name}_") } else { name }
}

/// The struct behind `OrderKey`, `OrderKey_`.
pub(super) fn key_struct(model: &Table) -> Ident {
    behind("", model, "Key", &model.key_name)
}

/// It contains the name of the table's struct, so no two tables of a module have the same, even if
/// their authors chose the same names.
fn behind(before: &str, model: &Table, after: &str, shown: &Ident) -> Ident {
    let span = model.ident.span();
    let name = model.ident.unraw().to_string();
    if *shown != type_name(before, &model.ident, after) {
        return format_ident!("{}Of{name}_", shown.unraw(), span = span);
    }
    let letters = name.trim_start_matches('_');
    let underscores = &name[..name.len() - letters.len()];
    format_ident!("{underscores}{before}{letters}{after}_", span = span)
}

/// The field that holds the parent's key: the parent's name in small letters, or `customer_key`
/// where a column has that name.
pub(super) fn parent_field(model: &Table) -> Option<Ident> {
    let last = model.interleave.as_ref()?.parent.segments.last()?;
    let name = snake_case(&last.ident.unraw().to_string());
    let taken =
        |name: &str| model.fields.iter().any(|field| !field.is_inherited() && field.name == name);
    let mut free = name;
    // A few keywords cannot even be raw.
    while taken(&free) || matches!(free.as_str(), "self" | "super" | "crate" | "_") {
        free.push_str("_key");
    }
    let span = proc_macro2::Span::call_site();
    // `gen` became a keyword only in edition 2024, and the parser does not know it yet.
    let is_word = free == "gen" || syn::parse_str::<Ident>(&free).is_err();
    Some(if is_word { Ident::new_raw(&free, span) } else { Ident::new(&free, span) })
}

/// The module and the name of the type that documentation shows for the parent's key.
pub(super) fn documented_parent_key(model: &Table) -> Option<(Ident, Ident)> {
    let last = model.interleave.as_ref()?.parent.segments.last()?;
    let module = format_ident!("__{}", snake_case(&model.ident.unraw().to_string()));
    Some((module, type_name("", &last.ident, "Key")))
}

/// `OrderLine` as `order_line`, `HTTPLog` as `http_log`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let after_small = at > 0 && !letters[at - 1].is_uppercase() && letters[at - 1] != '_';
        let before_small = at > 0
            && letters[at - 1].is_uppercase()
            && letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (after_small || before_small) {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
