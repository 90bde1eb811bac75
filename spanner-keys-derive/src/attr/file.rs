//! What the file shows and the tokens of the struct do not. Only errors, and what is generated
//! beside an error, depend on it.

use proc_macro2::Span;

/// Whether the list of derives names this one before its place. `None` if the file cannot be read.
pub(super) fn is_derived_before(name: &str) -> Option<bool> {
    let (text, place) = read(Span::call_site())?;
    Some(is_in_open_list(&text[..place], name))
}

/// Whether a literal of the struct in this file has the field. `None` if there is no literal.
pub(super) fn sets(place: Span, name: &str, field: &str) -> Option<bool> {
    literals_set(&read(place)?.0, name, field)
}

/// The file, and the place in it. Unit tests run without the compiler.
fn read(place: Span) -> Option<(String, usize)> {
    let place = proc_macro::is_available().then(|| place.unwrap().start())?;
    let text = std::fs::read_to_string(place.local_file()?).ok()?;
    let mut lines = text.split_inclusive('\n');
    let above: usize = lines.by_ref().take(place.line() - 1).map(str::len).sum();
    let (column, _) = lines.next()?.char_indices().nth(place.column() - 1)?;
    Some((text, above + column))
}

/// Whether the text ends in a list of derives that names this one.
fn is_in_open_list(text: &str, name: &str) -> bool {
    let list = text.rsplit_once("derive(").map_or("", |(_, list)| list);
    let is_same = |path: &str| path.rsplit("::").next().is_some_and(|last| last.trim() == name);
    !list.contains(')') && list.split(',').any(is_same)
}

fn literals_set(text: &str, name: &str, field: &str) -> Option<bool> {
    let bodies = text.split(name).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('{'));
    // Up to the end of the statement, which is enough for a guess.
    let mut bodies = bodies.map(|body| body.split(';').next().unwrap_or_default()).peekable();
    bodies.peek()?;
    let is_field = |part: &str| part.split(':').next().is_some_and(|first| first.trim() == field);
    Some(bodies.any(|body| body.split(['{', '}', ',']).any(is_field)))
}

#[cfg(test)]
mod tests {
    use super::{is_in_open_list, literals_set};

    #[test]
    fn a_derive_is_twice_in_a_list_if_it_is_before_the_place() {
        for (text, expected) in [
            ("#[derive(SpannerTable, ", true),
            ("#[derive(Clone, spanner_keys::SpannerTable, Debug, ", true),
            ("#[derive(\n    SpannerTable,\n    ", true),
            ("#[derive(", false),
            ("#[derive(Clone, SpannerTables, ", false),
            ("#[derive(SpannerTable)] struct T; #[derive(Clone, ", false),
            ("#[derive(SpannerTable)] struct T; derive!(", false),
            ("", false),
        ] {
            assert_eq!(is_in_open_list(text, "SpannerTable"), expected, "{text}");
        }
    }

    #[test]
    fn a_literal_sets_the_fields_in_its_braces() {
        for (text, expected) in [
            ("let new = NewT { id, name: name() };", Some(true)),
            ("let new = NewT { name: T { a: 1 }, id: f() };", Some(true)),
            ("let new = NewT {\n    name,\n    id: f(),\n};", Some(true)),
            ("let new = NewT { name: id };", Some(false)),
            ("let new = NewT { name: id, other };", Some(false)),
            ("fn f() -> NewT { NewT { id } }", Some(true)),
            ("fn f(new: NewT) {}", None),
        ] {
            assert_eq!(literals_set(text, "NewT", "id"), expected, "{text}");
        }
    }
}
