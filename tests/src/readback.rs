//! Compares what a database really holds with its table definitions.
//!
//! Both sides become facts: lines of text under a key. The expected ones come from the
//! [`TableDef`]s alone and never from the DDL that is tested; the found ones come from
//! INFORMATION_SCHEMA, and from the printed DDL where the emulator's INFORMATION_SCHEMA is known to
//! be wrong. Native UUID columns are left out, because the emulator refuses them, and so is the
//! null filter of PostgreSQL indexes, which the emulator does not show; a test with data covers
//! that.

mod expected;
mod found;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use spanner_keys::schema::TableDef;

use crate::emulator::Database;

/// Facts by key. The value [`ANY`] matches every text.
type Facts = BTreeMap<String, String>;

/// A value that is not compared, such as a derived name.
const ANY: &str = "*";

/// Compares a database with the tables it was created from, including those that they reference.
pub fn check(database: &Database<'_>, tables: &[TableDef<'_>]) -> Result<(), String> {
    compare(&expected::facts(tables, database.dialect()), &found::facts(database)?)
}

/// Compares two databases: the first one is the expectation.
pub fn same(wanted: &Database<'_>, made: &Database<'_>) -> Result<(), String> {
    compare(&found::facts(wanted)?, &found::facts(made)?)
}

fn compare(expected: &Facts, found: &Facts) -> Result<(), String> {
    let mut differences = String::new();
    for (key, wanted) in expected {
        match found.get(key) {
            Some(value) if value == wanted || wanted == ANY => {}
            Some(value) => {
                _ = writeln!(differences, "{key}\n  expected {wanted}\n  found    {value}");
            }
            None => _ = writeln!(differences, "{key}\n  expected {wanted}\n  found    nothing"),
        }
    }
    for (key, value) in found.iter().filter(|(key, _)| !expected.contains_key(*key)) {
        _ = writeln!(differences, "{key}\n  expected nothing\n  found    {value}");
    }
    if differences.is_empty() { Ok(()) } else { Err(differences) }
}

/// An expression without what PostgreSQL adds and drops when it prints one: casts, parentheses,
/// quotes, spaces.
fn bare(sql: &str) -> String {
    let sql = sql.replace("!=", "<>");
    let mut bare = String::new();
    let mut rest = sql.as_str();
    while let Some(next) = rest.chars().next() {
        if let Some(cast) = rest.strip_prefix("::") {
            let word = |text: &str| {
                text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
                    .unwrap_or(text.len())
            };
            let name = &cast[..word(cast)];
            rest = &cast[name.len()..];
            for more in [" precision", " varying", " with time zone", "[]"] {
                rest = rest.strip_prefix(more).unwrap_or(rest);
            }
            continue;
        }
        if !next.is_whitespace() && !matches!(next, '(' | ')' | '"' | '\'' | '`') {
            bare.extend(next.to_lowercase());
        } else if next == '\u{1f}' {
            bare.push(next);
        }
        rest = &rest[next.len_utf8()..];
    }
    bare
}
