//! The statements that create a schema, in an order that Spanner accepts.

use std::collections::HashSet;

use super::gather::Tables;
use super::names::ConstraintNames;
use super::write;
use crate::dialect::Dialect;
use crate::schema::facts::Path;
use crate::schema::{Fill, SqlText, TableDef, Waiver};

/// A statement and its comments.
pub(super) struct Step {
    /// Comments for the written file.
    pub(super) notes: Vec<String>,
    pub(super) sql: String,
}

/// Lists the statements for tables that all rules accept: named schemas, sequences, each table with
/// its indexes, and last the foreign keys, so that tables may reference each other.
///
/// The first of the author's statements are written after the named schemas, the last ones at the end.
pub(super) fn steps<'a>(
    tables: &Tables<'a>,
    [first, last]: [&[SqlText<'_>]; 2],
    names: impl Fn(&TableDef<'a>, Dialect) -> ConstraintNames,
    dialect: Dialect,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut push = |sql: String, notes| steps.push(Step { notes, sql });
    let texts = |list: &[SqlText<'_>]| -> Vec<String> {
        list.iter().filter_map(|sql| sql.for_dialect(dialect)).map(str::to_owned).collect()
    };
    let mut seen = HashSet::new();
    for schema in tables.list.iter().filter_map(|table| table.schema) {
        if seen.insert(schema) {
            push(write::create_schema(schema, dialect), Vec::new());
        }
    }
    for sql in texts(first) {
        push(sql, Vec::new());
    }
    let mut seen = HashSet::new();
    for table in &tables.list {
        for at in 0..table.columns.len() {
            if let Fill::Sequence(sequence) = table.fill(at) {
                let path = Path { schema: table.schema, name: sequence.name };
                if seen.insert(path) {
                    push(dialect.create_sequence(path, sequence.options), Vec::new());
                }
            }
        }
    }
    let names: Vec<_> = tables.list.iter().map(|table| names(table, dialect)).collect();
    for (table, names) in tables.list.iter().zip(&names) {
        let parts = table.key.iter();
        let waivers = parts.filter_map(|part| note(part.waiver, table.columns[part.column].name));
        let notes = renames(table).chain(waivers).collect();
        push(write::create_table(table, names, dialect), notes);
        for index in table.indexes {
            let notes = note(index.waiver, index.name).into_iter().collect();
            push(dialect.create_index(table, index), notes);
        }
    }
    for (table, names) in tables.list.iter().zip(&names) {
        for (key, name) in table.foreign_keys.iter().zip(&names.foreign_keys) {
            let notes = note(key.waiver, name).into_iter().collect();
            push(write::add_foreign_key(table, key, name, dialect), notes);
        }
    }
    for sql in texts(last) {
        push(sql, Vec::new());
    }
    steps
}

/// The former names, as the reader of DDL knows them.
fn renames(table: &TableDef<'_>) -> impl Iterator<Item = String> {
    let own = table.renamed_from.map(|from| format!("renamed_from: {from}"));
    let columns = table.columns.iter().filter_map(|column| {
        Some(format!("renamed_from of {}: {}", column.name, column.extra?.renamed_from?))
    });
    own.into_iter().chain(columns)
}

fn note(waiver: Option<Waiver<'_>>, place: &str) -> Option<String> {
    Some(match waiver? {
        Waiver::Spread(why) => format!("spread of {place}: {why}"),
        Waiver::AllowHotspot(why) => format!("allow_hotspot on {place}: {why}"),
    })
}
