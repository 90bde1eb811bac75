//! Schemas that exist already, read from DDL text.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a failed step ends the test")]

mod corpus;
mod fold;
mod hostile;
mod lexical;
mod wild;

use spanner_keys::Dialect;
use spanner_keys::catalog::{Catalog, CatalogTable, ObjectName};

fn google(text: &str) -> Catalog {
    read(Dialect::GoogleSql, text)
}

fn postgres(text: &str) -> Catalog {
    read(Dialect::PostgreSql, text)
}

/// Reads a text that has no problems.
fn read(dialect: Dialect, text: &str) -> Catalog {
    let mut catalog = Catalog::new(dialect);
    catalog.read("test.sql", text);
    assert_eq!(catalog.problems(), [], "{text}");
    catalog
}

/// The only problem in a text, and the part of the text that it is about.
fn problem(dialect: Dialect, text: &str) -> (String, String) {
    let mut catalog = Catalog::new(dialect);
    catalog.read("test.sql", text);
    let [problem] = catalog.problems() else { panic!("{text}: {:?}", catalog.problems()) };
    (problem.message.clone(), text[problem.span.start..problem.span.end].to_owned())
}

fn table<'c>(catalog: &'c Catalog, name: &str) -> &'c CatalogTable {
    let name = ObjectName { schema: None, name: name.to_owned() };
    catalog.table(&name).expect("the table")
}

/// The names of all tables.
fn names(catalog: &Catalog) -> Vec<String> {
    catalog.tables().map(|table| table.name.to_string()).collect()
}
