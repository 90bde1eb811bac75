//! The size of an expansion in tokens, by the derive's own code.

use proc_macro2::{TokenStream, TokenTree};
use syn::{DeriveInput, File, Item};

use crate::words::Mistakes;
use crate::{attr, check, crates, expand};

/// How many tokens the structs have, and how many are made of them, in all.
pub(crate) fn count() -> Option<(usize, usize)> {
    let file: File = syn::parse_str(&crates::source(crates::Kind::Ours)).ok()?;
    let mut counts = (0, 0);
    for item in file.items {
        let Item::Struct(item) = item else { continue };
        let input = DeriveInput::from(item);
        let mut mistakes = Mistakes::default();
        let model = attr::read(&input, &mut mistakes)
            .and_then(|words| check::table(&words, &mut mistakes))?;
        counts.0 += tokens(quote::quote!(#input));
        counts.1 += tokens(expand::table(&model, None));
    }
    Some(counts)
}

fn tokens(stream: TokenStream) -> usize {
    let sizes = stream.into_iter().map(|tree| match tree {
        // Its two brackets count.
        TokenTree::Group(group) => 2 + tokens(group.stream()),
        _ => 1,
    });
    sizes.sum()
}
