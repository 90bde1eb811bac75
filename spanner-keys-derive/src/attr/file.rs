//! What the file shows and the tokens of the struct do not. The file is read only for tokens that are
//! wrong, or are wrong unless the file gives a name another meaning; never for a usual struct.

use proc_macro2::{Ident, Span};

use crate::words::compiler_span;

/// Whether the struct at this place has this derive, too. Its attributes show those after the list.
/// `None` if the file cannot be read.
pub(super) fn is_derived_beside(name: &str) -> Option<bool> {
    let (text, place) = read(Span::call_site())?;
    Some(is_in_lists_around(&text, place, name))
}

/// Whether a literal of the struct in this file has the field. `None` if there is no literal.
pub(super) fn sets(place: Span, name: &str, field: &str) -> Option<bool> {
    literals_set(&read(place)?.0, name, field)
}

/// The library of names that every file has.
pub(super) const PRELUDE: &[&str] = &["", "std"];

/// Whether a single name is that of one of these libraries: the file imports it, or has it from the
/// prelude, and declares no other. `None` if the file cannot be read.
pub(super) fn is_well_known(name: &Ident, libraries: &[&str]) -> Option<bool> {
    Some(is_well_known_in(&read(name.span())?.0, &name.to_string(), libraries))
}

fn is_well_known_in(text: &str, name: &str, libraries: &[&str]) -> bool {
    let is_other = ["type", "struct", "enum", "union", "trait", "as"]
        .iter()
        .any(|word| text.contains(&format!("{word} {name}")))
        || text.contains(&format!("{name} as"));
    let mut is_imported = libraries.contains(&"");
    for statement in text.split(';') {
        let Some((_, paths)) = statement.rsplit_once("use ") else { continue };
        let mut words = paths.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (first, names_it) = (words.next(), words.any(|word| word == name));
        if first.is_some_and(|first| libraries.contains(&first)) {
            is_imported |= names_it || paths.contains('*');
        } else if names_it {
            return false;
        }
    }
    is_imported && !is_other
}

/// The file, and the place in it.
fn read(place: Span) -> Option<(String, usize)> {
    let place = compiler_span(place)?;
    let text = std::fs::read_to_string(place.local_file()?).ok()?;
    let mut lines = text.split_inclusive('\n');
    let above: usize = lines.by_ref().take(place.line().checked_sub(1)?).map(str::len).sum();
    let (column, _) = lines.next()?.char_indices().nth(place.column().checked_sub(1)?)?;
    Some((text, above + column))
}

/// Whether the text ends in a list of derives that names this one.
fn is_in_open_list(text: &str, name: &str) -> bool {
    let list = text.rsplit_once("derive(").map_or("", |(_, list)| list);
    let is_same = |path: &str| path.rsplit("::").next().is_some_and(|last| last.trim() == name);
    !list.contains(')') && list.split(',').any(is_same)
}

/// Whether a list of derives up to this one names it, after the item before.
fn is_in_lists_around(text: &str, place: usize, name: &str) -> bool {
    let start = text[..place].rfind([';', '}']).unwrap_or(0);
    let end = text[place..].find(')').map_or(text.len(), |end| place + end);
    let lists = text[start..end].match_indices(')').map(|(at, _)| start + at).chain([end]);
    lists.into_iter().any(|end| is_in_open_list(&text[start..end], name))
}

fn literals_set(text: &str, name: &str, field: &str) -> Option<bool> {
    let bodies = text.split(name).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('{'));
    // Up to the end of the statement, which is enough for a guess.
    let mut bodies = bodies.map(|body| body.split(';').next().unwrap_or_default()).peekable();
    bodies.peek()?;
    // `..other` sets all that is left.
    let is_field = |part: &str| {
        part.trim().starts_with("..")
            || part.split(':').next().is_some_and(|first| first.trim() == field)
    };
    Some(bodies.any(|body| body.split(['{', '}', ',']).any(is_field)))
}

#[cfg(test)]
mod tests {
    use super::{PRELUDE, is_in_lists_around, is_well_known_in, literals_set};

    #[test]
    fn a_struct_has_the_derives_of_all_lists_after_the_item_before() {
        for (text, expected) in [
            ("struct A; #[derive(SpannerTable)] #[derive(^Row)] struct T;", true),
            ("struct A; #[derive(^Row, SpannerTable)] struct T;", true),
            ("#[derive(SpannerTable, ^Row)] struct T;", true),
            ("#[derive(SpannerTable)] struct A; #[derive(^Row)] struct T;", false),
            (
                "#[derive(SpannerTable)] struct A {} #[derive(Debug)] #[derive(^Row)] struct T;",
                false,
            ),
            ("#[derive(^Row)] struct T; #[derive(SpannerTable)] struct A;", false),
        ] {
            let place = text.find('^').unwrap_or(0);
            let text = text.replace('^', "");
            assert_eq!(is_in_lists_around(&text, place, "SpannerTable"), expected, "{text}");
        }
    }

    #[test]
    fn a_name_is_of_a_library_if_nothing_else_in_the_file_has_it() {
        for (file, expected) in [
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
            assert_eq!(is_well_known_in(file, "DateTime", &["chrono"]), expected, "{file}");
        }
        assert!(is_well_known_in("use chrono::Utc;", "Option", PRELUDE));
        let own = "type Option = std::option::Option<i64>;";
        assert!(!is_well_known_in(own, "Option", PRELUDE));
        assert!(is_well_known_in("#[derive(Clone)] struct A;", "Clone", &[""]));
        assert!(!is_well_known_in("use crate::Clone;", "Clone", &[""]));
    }

    #[test]
    fn a_literal_sets_the_fields_in_its_braces() {
        for (text, expected) in [
            ("let new = NewT { id, name: name() };", Some(true)),
            ("let new = NewT { name: T { a: 1 }, id: f() };", Some(true)),
            ("let new = NewT {\n    name,\n    id: f(),\n};", Some(true)),
            ("let new = NewT { name, ..other };", Some(true)),
            ("let new = NewT { name: id };", Some(false)),
            ("let new = NewT { name: id, other };", Some(false)),
            ("fn f() -> NewT { NewT { id } }", Some(true)),
            ("fn f(new: NewT) {}", None),
        ] {
            assert_eq!(literals_set(text, "NewT", "id"), expected, "{text}");
        }
    }
}
