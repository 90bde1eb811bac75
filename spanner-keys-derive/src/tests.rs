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

/// The mistakes in a table, each with the token it points at.
pub(crate) fn mistakes(source: &str) -> Vec<(String, String)> {
    let (_, mistakes) = read(source);
    mistakes.places().into_iter().zip(mistakes.texts()).collect()
}

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
