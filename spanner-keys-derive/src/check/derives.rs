//! The derives of the generated types.

use syn::Path;

use super::names;
use crate::attr::{Attributes, Derives, Words, Written, path_text};
use crate::model::Extras;
use crate::words::{Mistake, Mistakes};

/// What every key implements, as far as its parts do.
const OF_KEYS: [&str; 5] = ["Clone", "Debug", "PartialEq", "Eq", "Hash"];

pub(super) fn check(words: &Words, mistakes: &mut Mistakes) {
    let Some(derives) = &words.table.key_derive else { return };
    for path in derives.value.0.iter().filter(|path| is_of_keys(path)) {
        let name = path_text(path);
        let remove = if derives.value.0.len() == 1 { "key_derive" } else { &name };
        mistakes.push(
            Mistake::over(
                path,
                format_args!("`{}` implements `{name}` already", names::key(words)),
            )
            .note("a key implements Clone, Debug, PartialEq, Eq and Hash if its parts do")
            .help(format_args!("remove `{remove}`")),
        );
    }
}

fn is_of_keys(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| OF_KEYS.iter().any(|name| last.ident == name))
}

/// What the author adds to the type of new rows.
pub(super) fn of_new(words: &Words) -> Extras {
    let mut extras = extras(words.table.new_derive.as_ref(), words.table.new_attr.as_ref());
    // A derive would show the name of the struct behind the alias.
    extras.derives.retain(|path| {
        let is_debug = matches!(
            path_text(path).trim_start_matches("::"),
            "Debug" | "std::fmt::Debug" | "core::fmt::Debug"
        );
        if is_debug {
            extras.debug = path.segments.last().map(|last| last.ident.span());
        }
        !is_debug
    });
    extras
}

/// What the author adds to the type of the key, without what it has.
pub(super) fn of_key(words: &Words) -> Extras {
    let mut extras = extras(words.table.key_derive.as_ref(), words.table.key_attr.as_ref());
    extras.derives.retain(|path| !is_of_keys(path));
    // `Ord` requires it, and a key already has the other three traits that are compared.
    if extras.derives("Ord") && !extras.derives("PartialOrd") {
        extras.derives.push(syn::parse_quote!(::core::cmp::PartialOrd));
    }
    extras
}

fn extras(derives: Option<&Written<Derives>>, attributes: Option<&Written<Attributes>>) -> Extras {
    Extras {
        derives: derives.map(|derives| derives.value.0.clone()).unwrap_or_default(),
        debug: None,
        attributes: attributes.map(|list| list.value.0.clone()).unwrap_or_default(),
    }
}
