//! A rejected and an accepted case for every check of the tokens: the whole message, and the token it
//! points at.

/// Asserts for each of these sources exactly one mistake: the token that it points at, and its lines.
macro_rules! rejected {
    ($($source:expr => $place:tt: $($line:expr),+;)+) => {
        $(rejects(&$source, &$place[..], &[$($line),+]);)+
    };
}

mod accepted;
mod column_type;
mod edges;
mod expanded;
mod fields;
mod generated_types;
mod grammar;
mod keys;
mod made;
mod meant;
mod names;
mod objects;
mod query_row;
mod shards;
mod sql;
mod wild;

use crate::model::{ColumnType, Field, Table};
use crate::words::Mistakes;
use crate::{attr, check};

/// The mistakes in a table, each with the token it points at, without the rule's page.
pub(crate) fn mistakes(source: &str) -> Vec<(String, String)> {
    let (_, mistakes) = read(source);
    let text = |text: String| text.split(PAGE).next().unwrap_or_default().to_owned();
    mistakes.places().into_iter().zip(mistakes.texts().into_iter().map(text)).collect()
}

const PAGE: &str = "\nnote: for more about this rule, try `cargo spanner-keys explain ";

fn read(source: &str) -> (Option<Table>, Mistakes) {
    let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
    let mut mistakes = Mistakes::default();
    let table =
        attr::read(&input, &mut mistakes).and_then(|words| check::table(&words, &mut mistakes));
    assert_eq!(table.is_none(), !mistakes.is_empty(), "{source}");
    (table, mistakes)
}

fn read_column(source: &str) -> (Option<ColumnType>, Mistakes) {
    let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
    let mut mistakes = Mistakes::default();
    let column = attr::column_type::read(&input, &mut mistakes)
        .and_then(|words| check::column_type(words, &mut mistakes));
    assert_eq!(column.is_none(), !mistakes.is_empty(), "{source}");
    (column, mistakes)
}

/// The model of a valid struct.
fn accepts(source: &str) -> Table {
    let (table, mistakes) = read(source);
    table.unwrap_or_else(|| panic!("{source}\n{:#?}", mistakes.texts()))
}

/// Asserts exactly one mistake, at this token, with these lines.
fn rejects(source: &str, place: &str, lines: &[&str]) {
    assert_eq!(mistakes(source), [(place.to_owned(), lines.join("\n"))], "{source}");
}

/// A valid table with these attributes.
fn on_struct(attributes: &str) -> String {
    format!(
        "{attributes} struct Order {{ #[key(uuid)] id: Uuid, status: String, total: i64, #[column(commit_timestamp)] placed_at: Time }}"
    )
}

/// A table with this field, a key, and one more field.
fn with_field(field: &str) -> String {
    format!("struct Order {{ {field}, #[key(uuid)] id: Uuid, status: String }}")
}

fn field<'a>(table: &'a Table, name: &str) -> &'a Field {
    table
        .fields
        .iter()
        .find(|field| field.name == name)
        .unwrap_or_else(|| panic!("no field {name}"))
}

/// Where the rules would report the same mistake, the message ends with the page of that rule.
#[test]
fn mistakes_against_a_rule_name_its_page() {
    for (source, rule) in [
        (on_struct("#[table(name = \"a b\")]"), Some("name")),
        (on_struct("#[index(PRIMARY_KEY, columns(status))]"), Some("name")),
        (with_field("#[column(name = \"ID\")] other: i64"), Some("name")),
        (on_struct("#[index(ByStatus)]"), Some("index-columns")),
        (on_struct("#[index(ByStatus, columns(status, status))]"), Some("index-columns")),
        (on_struct("#[index(ByStatus, columns(status), storing(id))]"), Some("index-columns")),
        (
            on_struct("#[foreign_key(columns(status, status), references(Other, a, b))]"),
            Some("foreign-key"),
        ),
        (on_struct("#[check(\"{totl} > 0\")]"), Some("expression")),
        (on_struct("#[check(\"{total > 0\")]"), Some("expression")),
        (with_field("#[column(shard = 4, of(f))] f: i64"), Some("shard-input")),
        (with_field("#[column(identity, skip_range(10, 1))] f: i64"), Some("counter")),
        (with_field("#[column(identity, start_counter = 0)] f: i64"), Some("counter")),
        (on_struct("#[index(ByStatus, columns(missing))]"), None),
        (on_struct("#[index(ByStatus, columns(status), sorted)]"), None),
    ] {
        let (_, mistakes) = read(&source);
        let texts = mistakes.texts();
        let [text] = texts.as_slice() else { panic!("{source}: {texts:?}") };
        let page = text.split_once(PAGE).map(|(_, page)| page.trim_end_matches('`'));
        assert_eq!(page, rule, "{source}");
    }
}
