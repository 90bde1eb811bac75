//! Errors: one per mistake, on the smallest token, with the reason and a fix.

use std::fmt::{Display, Write};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Meta};

/// One error: what is wrong, why (`note`), and how to fix it (`help`).
#[derive(Clone)]
pub(crate) struct Mistake {
    span: Span,
    /// The last token; the same as `span` if the error covers only one.
    end: Span,
    text: String,
}

impl Mistake {
    pub(crate) fn at(span: Span, what: impl Display) -> Self {
        Self { span, end: span, text: what.to_string() }
    }

    /// Covers several tokens, such as a path.
    pub(crate) fn over(tokens: &impl ToTokens, what: impl Display) -> Self {
        let mut spans = tokens.to_token_stream().into_iter().map(|token| token.span());
        let span = spans.next().unwrap_or_else(Span::call_site);
        Self { span, end: spans.last().unwrap_or(span), text: what.to_string() }
    }

    /// A fact that the reader may not know.
    pub(crate) fn note(mut self, fact: impl Display) -> Self {
        // Writing to a `String` cannot fail.
        let _ = write!(self.text, "\nnote: {fact}");
        self
    }

    /// A change that fixes the error.
    pub(crate) fn help(mut self, change: impl Display) -> Self {
        let _ = write!(self.text, "\nhelp: {change}");
        self
    }
}

impl Mistake {
    /// Where to read on, after a mistake that a rule of `spanner-keys` has a page about. The rules end
    /// their messages with the same note.
    pub(crate) fn page_of(self, rule: &str) -> Self {
        self.note(format_args!("for more about this rule, try `cargo spanner-keys explain {rule}`"))
    }

    /// Reported as a lint, which the compiler shows only if it finds no error.
    fn into_late_error(self) -> TokenStream {
        let text = &self.text;
        quote_spanned! {self.span=>
            #[deny(unused_must_use)]
            const _: () = {
                #[must_use = #text]
                const fn broken_table() -> bool {
                    true
                }
                broken_table();
            };
        }
    }
}

impl From<Mistake> for syn::Error {
    fn from(mistake: Mistake) -> Self {
        // Stable Rust cannot join spans, but an error over two tokens covers everything between.
        let (first, last) = (Ident::new("first", mistake.span), Ident::new("last", mistake.end));
        Self::new_spanned(quote!(#first #last), mistake.text)
    }
}

impl From<Mistake> for darling::Error {
    fn from(mistake: Mistake) -> Self {
        Self::custom(mistake.text).with_span(&mistake.span)
    }
}

/// All mistakes in one struct.
#[derive(Default)]
pub(crate) struct Mistakes {
    all: Vec<Mistake>,
    /// What follows from an attribute that is not ours. The compiler reports that attribute, so
    /// these are reported only if it does not.
    deferred: Vec<Mistake>,
    /// Whether the code reports the errors.
    are_in_code: bool,
}

impl Mistakes {
    pub(crate) fn push(&mut self, mistake: Mistake) {
        self.all.push(mistake);
    }

    /// Defers all mistakes from this position on.
    pub(crate) fn defer(&mut self, from: usize) {
        self.deferred.extend(self.all.drain(from..));
    }

    pub(crate) fn has_deferred(&self) -> bool {
        !self.deferred.is_empty()
    }

    /// Returns the value, or records the errors.
    pub(crate) fn take<T>(&mut self, result: darling::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(errors) => {
                self.all.extend(
                    syn::Error::from(errors)
                        .into_iter()
                        .map(|error| Mistake::at(error.span(), error)),
                );
                None
            }
        }
    }

    /// Fills in some marks of the mistakes from this one on.
    pub(crate) fn fill_in_some(&mut self, from: usize, marks: &Marks) {
        for mistake in self.all.iter_mut().skip(from) {
            mistake.text = marks.partly_filled(&mistake.text);
        }
    }

    /// Fills in all marks of the mistakes from this one on.
    pub(crate) fn fill_in(&mut self, from: usize, marks: &Marks) {
        for mistake in self.all.iter_mut().skip(from) {
            mistake.text = marks.filled(&mistake.text);
        }
    }

    /// Returns the value if there are no mistakes.
    pub(crate) fn or<T>(self, value: T) -> darling::Result<T> {
        if self.all.is_empty() {
            Ok(value)
        } else {
            Err(darling::Error::multiple(self.all.into_iter().map(Into::into).collect()))
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty() && self.deferred.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// All errors, which the code reports.
    pub(crate) fn report_in_code(&mut self) -> Option<TokenStream> {
        if self.all.is_empty() {
            return None;
        }
        self.sort();
        self.are_in_code = true;
        Some(self.all.iter().cloned().map(compile_error).collect())
    }

    fn sort(&mut self) {
        self.all.sort_by_key(|mistake| position(mistake.span));
    }

    /// One `compile_error!` for each mistake that the code does not report, in source order.
    pub(crate) fn into_compile_errors(mut self) -> TokenStream {
        if self.are_in_code {
            return TokenStream::new();
        }
        if self.all.is_empty() {
            return self.deferred.into_iter().map(Mistake::into_late_error).collect();
        }
        self.sort();
        self.all.into_iter().map(compile_error).collect()
    }

    #[cfg(test)]
    pub(crate) fn texts(&self) -> Vec<String> {
        self.all.iter().map(|mistake| mistake.text.clone()).collect()
    }

    /// The source text of the token that each mistake points at.
    #[cfg(test)]
    pub(crate) fn places(&self) -> Vec<String> {
        self.all
            .iter()
            .map(|mistake| {
                mistake
                    .span
                    .join(mistake.end)
                    .and_then(|span| span.source_text())
                    .unwrap_or_default()
            })
            .collect()
    }
}

fn compile_error(mistake: Mistake) -> TokenStream {
    syn::Error::from(mistake).into_compile_error()
}

/// Line and column. Unit tests run without the compiler and get the same position for every span,
/// so a stable sort keeps the order in which the mistakes were found.
fn position(span: Span) -> (usize, usize) {
    compiler_span(span).map_or((0, 0), |span| (span.line(), span.column()))
}

/// The span as the compiler's, which knows its place. `None` without the compiler: then the conversion
/// would panic.
pub(crate) fn compiler_span(span: Span) -> Option<proc_macro::Span> {
    proc_macro::is_available().then(|| span.unwrap())
}

/// Separates a help with marks from the one that is shown if a mark has no name.
pub(crate) const OR_ELSE: char = '\u{1}';

/// Names of the struct for helps. Attributes are read without the struct, so that their helps have
/// marks, such as `<field>`, in place of its names.
#[derive(Clone, Default)]
pub(crate) struct Marks(Vec<(&'static str, String)>);

impl Marks {
    const ALL: [&'static str; 9] = [
        "<Struct>", "<field>", "<name>", "<column>", "<input>", "<key>", "<index>",
        "<interleaved>", "<no table>",
    ];

    pub(crate) fn set(&mut self, mark: &'static str, name: Option<impl Into<String>>) {
        self.0.extend(name.map(|name| (mark, name.into())));
    }

    /// What was set last holds.
    fn partly_filled(&self, text: &str) -> String {
        self.0.iter().rev().fold(text.to_owned(), |text, (mark, name)| text.replace(mark, name))
    }

    fn filled(&self, text: &str) -> String {
        let fill = |text: &str| self.partly_filled(text);
        let line = |line: &str| match line.split_once(OR_ELSE) {
            None => fill(line),
            Some((marked, plain)) => {
                let filled = fill(marked);
                if Self::ALL.iter().any(|mark| filled.contains(mark)) {
                    format!("help: {plain}")
                } else {
                    filled
                }
            }
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The arguments that an attribute, or an argument with parentheses, accepts.
pub(crate) struct Vocabulary {
    /// The attribute or argument that they belong to.
    pub(crate) of: &'static str,
    pub(crate) words: &'static [&'static str],
    /// Arguments known from other libraries, and the help to show for them.
    pub(crate) hints: &'static [(&'static str, &'static str)],
}

impl Vocabulary {
    /// The error for this argument. `<value>` in a hint is what is assigned to it.
    pub(crate) fn unknown(&self, word: &str, meta: &Meta, present: &[String]) -> Mistake {
        let mistake = Mistake::at(
            meta.path().span(),
            format_args!("unknown argument `{word}` in `{}`", self.of),
        );
        let value = match meta {
            Meta::NameValue(pair) => Some(pair.value.to_token_stream().to_string()),
            Meta::Path(_) | Meta::List(_) => None,
        };
        let named = value.as_deref().map(|value| value.trim_matches('"'));
        if let Some(meant) = named.filter(|value| self.words.contains(value)) {
            // `type = uuid`.
            return mistake.help(format_args!("write `{meant}`"));
        }
        let hint = self.hints.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        let is_present =
            |meant: &&str| present.iter().any(|other| *meant == format!("did you mean `{other}`?"));
        if hint.is_some_and(|(_, hint)| is_present(hint)) {
            return mistake.help(format_args!("remove `{word}`"));
        }
        match hint {
            Some((_, hint)) => mistake.help(match (hint.split_once(OR_ELSE), value) {
                (Some((marked, plain)), None) if marked.contains("<value>") => plain.to_owned(),
                (_, Some(value)) => hint.replace("<value>", &value),
                _ => (*hint).to_owned(),
            }),
            None if self.of == "table" && matches!(meta, Meta::Path(_)) && is_type(word) => {
                mistake.help(format_args!("write `name = \"{word}\"`"))
            }
            None => mistake.help(did_you_mean(word, self.words.iter().copied(), self.of)),
        }
        .with_names(meta)
    }
}

impl Mistake {
    /// With the author's names where the argument that was meant is a list: `column = name` becomes
    /// `columns(name)`.
    fn with_names(mut self, meta: &Meta) -> Self {
        let Meta::NameValue(pair) = meta else { return self };
        let names = names_in(Some(&pair.value)).join(", ");
        for list in LISTS {
            let meant = format!("did you mean `{list}`?");
            self.text = self.text.replace(&meant, &format!("write `{list}({names})`"));
        }
        self
    }
}

/// Whether the name is in the case of types.
pub(crate) fn is_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Arguments that are lists of names, in parentheses.
const LISTS: [&str; 4] = ["columns", "storing", "of", "interleave"];

/// The names in a value that should be a list: `a`, `[a, b]`, `"a, b"`.
pub(crate) fn names_in(value: Option<&Expr>) -> Vec<String> {
    fn names(tokens: TokenStream) -> Vec<String> {
        let name = |token| match token {
            TokenTree::Ident(name) => vec![name.to_string()],
            TokenTree::Group(group) => names(group.stream()),
            TokenTree::Literal(text) => {
                let text = text.to_string();
                let name = syn::parse_str::<Ident>(text.trim_matches('"'));
                name.into_iter().map(|name| name.to_string()).collect()
            }
            TokenTree::Punct(_) => Vec::new(),
        };
        tokens.into_iter().flat_map(name).collect()
    }
    match value {
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => {
            names(text.value().parse().unwrap_or_default())
        }
        Some(value) => names(value.to_token_stream()),
        None => Vec::new(),
    }
}

/// "did you mean ...?", or the list of all known arguments.
pub(crate) fn did_you_mean<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
    owner: &str,
) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        // Not in backticks: not all of them fit here.
        None => format!("`{owner}` accepts {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// The known argument that was most likely meant.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .filter_map(|candidate| {
            let other = candidate.to_lowercase();
            let letters = word.chars().count().max(other.chars().count());
            let distance = strsim::damerau_levenshtein(&word, &other);
            let similar_start = letters > 4 && strsim::jaro_winkler(&word, &other) > 0.9;
            (distance <= (letters / 3).max(1) && distance < letters || similar_start)
                .then_some(((distance, !other.starts_with(&word)), candidate))
        })
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, candidate)| candidate)
}

/// "`a`, `b`, and `c`".
pub(crate) fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<_> = words.map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => String::from("nothing"),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [all @ .., last] => format!("{}, and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{list, nearest};

    const WORDS: &[&str] =
        &["uuid", "uuid_v7", "uuid_high", "ulid", "bit_reversed", "shard", "desc", "allow_hotspot"];

    #[test]
    fn typos_get_a_suggestion() {
        for (written, meant) in [
            ("shrad", "shard"),
            ("bitreversed", "bit_reversed"),
            ("UUID", "uuid"),
            ("allow_hot", "allow_hotspot"),
            ("uuid_hi", "uuid_high"),
        ] {
            assert_eq!(nearest(written, WORDS.iter().copied()), Some(meant));
        }
    }

    #[test]
    fn unrelated_arguments_get_no_suggestion() {
        for written in ["frob", "x", "primary", "", "of"] {
            assert_eq!(nearest(written, WORDS.iter().copied()), None, "{written}");
        }
    }

    #[test]
    fn lists_use_commas_and_and() {
        assert_eq!(list(["a"].into_iter()), "`a`");
        assert_eq!(list(["a", "b"].into_iter()), "`a` and `b`");
        assert_eq!(list(["a", "b", "c"].into_iter()), "`a`, `b`, and `c`");
    }
}
