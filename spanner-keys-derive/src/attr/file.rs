//! What the file shows and the tokens of the struct do not. Only errors, and what is generated
//! beside an error, depend on it.

use std::cell::RefCell;
use std::iter;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::SystemTime;

use proc_macro2::{Ident, Span};

/// Whether the list of derives names this one before its place. `None` if the file cannot be read.
pub(super) fn is_derived_before(name: &str) -> Option<bool> {
    let (text, place) = read(Span::call_site())?;
    Some(is_in_open_list(&text[..place], name))
}

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

/// What the declaration of a type shows that its name does not.
#[derive(Debug, PartialEq)]
pub(super) enum Declared {
    /// It has type parameters without defaults.
    Generic,
    /// It is a newtype of `str` or of a slice.
    Unsized,
}

/// How the file declares the struct of this name in the module of the derive, if there is only one.
pub(super) fn declared_beside(name: &Ident) -> Option<Declared> {
    let (file, name) = (file_of(Span::call_site())?, name.to_string());
    let is_named =
        |at: &usize| is_struct_with_more(file.text[*at..].strip_prefix(&name)?).then_some(());
    // Most names are not of such a struct, and each column may have another one.
    file.structs.iter().find_map(is_named)?;
    let (text, place) = read(Span::call_site())?;
    declared_in(&text, place, &name)
}

/// Whether parameters or fields without names follow the name of a struct.
fn is_struct_with_more(rest: &str) -> bool {
    rest.trim_start().starts_with(['<', '('])
}

/// The names of all such structs, by their places.
fn structs_with_more(text: &str) -> Rc<[usize]> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let names = text.match_indices("struct ").map(|(at, word)| at + word.len());
    names.filter(|at| is_struct_with_more(text[*at..].trim_start_matches(is_letter))).collect()
}

fn declared_in(text: &str, place: usize, name: &str) -> Option<Declared> {
    let struct_of = format!("struct {name}");
    let rest = |at: usize| text[at + struct_of.len()..].trim_start();
    let is_whole = |at: &usize| is_struct_with_more(rest(*at));
    let mut found = text.match_indices(&struct_of).map(|(at, _)| at).filter(is_whole);
    let at = found.next()?;
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let is_comment = line.contains("//") || line.contains("/*") || line.contains('"');
    if is_comment || found.next().is_some() || block(text, at) != block(text, place) {
        return None;
    }
    let rest = rest(at);
    if let Some(inside) = rest.strip_prefix('(') {
        let ty = ["pub(crate) ", "pub "].iter().find_map(|vis| inside.strip_prefix(vis));
        let ty = ty.unwrap_or(inside).split_once(')')?.0;
        let is_slice = ty.starts_with('[') && !ty.contains(';');
        return (ty == "str" || is_slice || ty.starts_with("dyn ")).then_some(Declared::Unsized);
    }
    let parameters = rest.strip_prefix('<')?.split_once('>')?.0;
    let mut names = parameters.split(',').map(str::trim).filter(|name| !name.is_empty()).peekable();
    let is_required = |name: &str| !name.contains('=') && !name.starts_with('\'');
    (names.peek().is_some() && names.all(is_required)).then_some(Declared::Generic)
}

/// Where the block around a place begins.
fn block(text: &str, place: usize) -> Option<usize> {
    let (mut open, mut rest) = (Vec::new(), text.get(..place)?);
    while let Some(at) = rest.find(['{', '}', '"', '/', '\'']) {
        let here = place - rest.len() + at;
        let (found, after) = rest[at..].split_at(1);
        let skipped = match found {
            "{" => {
                open.push(here);
                0
            }
            "}" => {
                open.pop();
                0
            }
            "\"" => {
                let escaped = |end: usize| {
                    after[..end].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
                };
                let mut ends = after.match_indices('"').map(|(end, _)| end);
                ends.find(|end| !escaped(*end)).map_or(after.len(), |end| end + 1)
            }
            "/" if after.starts_with('/') => after.find('\n').unwrap_or(after.len()),
            "/" if after.starts_with('*') => after.find("*/").map_or(after.len(), |end| end + 2),
            // The character of a brace or a quote; a lifetime has none.
            "'" if after.chars().nth(1) == Some('\'') => {
                after.char_indices().nth(2).map_or(after.len(), |(end, _)| end)
            }
            _ => 0,
        };
        rest = &after[skipped..];
    }
    open.last().copied()
}

/// The file, and the place in it. Unit tests run without the compiler.
fn read(place: Span) -> Option<(Rc<str>, usize)> {
    let File { text, lines, .. } = file_of(place)?;
    let place = place.unwrap().start();
    let above = *lines.get(place.line() - 1)?;
    let (column, _) = text[above..].char_indices().nth(place.column() - 1)?;
    Some((text, above + column))
}

struct Kept {
    path: PathBuf,
    changed: Option<SystemTime>,
    file: File,
}

/// What is kept of a file.
#[derive(Clone)]
struct File {
    text: Rc<str>,
    /// Where each line begins.
    lines: Rc<[usize]>,
    structs: Rc<[usize]>,
}

/// The file of a place, which is kept until another one is read, or it changes.
fn file_of(place: Span) -> Option<File> {
    let path = proc_macro::is_available().then(|| place.unwrap().start())?.local_file()?;
    thread_local!(static LAST: RefCell<Option<Kept>> = const { RefCell::new(None) });
    let changed = path.metadata().and_then(|data| data.modified()).ok();
    LAST.with_borrow_mut(|last| {
        if let Some(kept) = last
            && kept.path == path
            && kept.changed == changed
        {
            return Some(kept.file.clone());
        }
        let text: Rc<str> = Rc::from(std::fs::read_to_string(&path).ok()?);
        let lines = iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let file = File { structs: structs_with_more(&text), lines, text };
        *last = Some(Kept { path, changed, file: file.clone() });
        Some(file)
    })
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
    use super::{
        Declared, PRELUDE, block, declared_in, is_in_lists_around, is_in_open_list,
        is_well_known_in, literals_set,
    };

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
    fn a_struct_of_the_same_module_shows_its_parameters() {
        for (text, expected) in [
            ("struct Id<T>(Uuid, PhantomData<T>); ^", Some(Declared::Generic)),
            ("^ pub struct Id<A, B> { a: A }", Some(Declared::Generic)),
            ("mod m { ^ struct Id<T>(T); }", Some(Declared::Generic)),
            ("mod m { struct Id<T>(T); } ^", None),
            ("struct Id<T>(T); mod m { ^ }", None),
            (
                "const A: char = '{'; const B: &str = \"\\\"{\"; // {\nstruct Id<T>(T); ^",
                Some(Declared::Generic),
            ),
            ("struct Id<T = Uuid>(T); ^", None),
            ("struct Id<T: Entity>(T); ^", Some(Declared::Generic)),
            ("struct Id<'a>(&'a str); ^", None),
            ("// struct Id<T>\n ^", None),
            ("struct Id<T>(T); struct Id(Uuid); ^", None),
            ("struct Ids<T>(T); ^", None),
            ("struct Id(str); ^", Some(Declared::Unsized)),
            ("struct Id(pub(crate) [u8]); ^", Some(Declared::Unsized)),
            ("struct Id([u8; 4]); ^", None),
            ("struct Id(String); ^", None),
        ] {
            let place = text.find('^').unwrap_or(0);
            let text = text.replace('^', "");
            assert_eq!(declared_in(&text, place, "Id"), expected, "{text}");
        }
        assert_eq!(block("a { b } c { d", 13), Some(10));
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
