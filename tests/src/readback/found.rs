//! The facts that a database shows.

use std::collections::BTreeMap;

use serde_json::Value;
use spanner_keys::Dialect;

use super::{Facts, bare};
use crate::emulator::Database;

/// Spanner's own schemas.
const OWN: &str =
    "('INFORMATION_SCHEMA', 'SPANNER_SYS', 'information_schema', 'spanner_sys', 'pg_catalog')";

/// What is read: a name, the columns, the view, and the column with the schema, perhaps with a
/// condition before it.
const READ: &[[&str; 4]] = &[
    ["schemas", "SCHEMA_NAME", "SCHEMATA", "SCHEMA_NAME"],
    [
        "tables",
        "TABLE_SCHEMA, TABLE_NAME, PARENT_TABLE_NAME, ON_DELETE_ACTION, ROW_DELETION_POLICY_EXPRESSION",
        "TABLES",
        "TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA",
    ],
    [
        "columns",
        "TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, SPANNER_TYPE, IS_NULLABLE, COLUMN_DEFAULT, IS_GENERATED, IS_STORED, \
         GENERATION_EXPRESSION",
        "COLUMNS",
        "TABLE_SCHEMA",
    ],
    [
        "index columns",
        "TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, ORDINAL_POSITION, COLUMN_NAME, COLUMN_ORDERING",
        "INDEX_COLUMNS",
        "TABLE_SCHEMA",
    ],
    [
        "indexes",
        "TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, INDEX_TYPE, PARENT_TABLE_NAME, IS_UNIQUE, IS_NULL_FILTERED, SPANNER_IS_MANAGED",
        "INDEXES",
        "TABLE_SCHEMA",
    ],
    [
        "tables of checks",
        "CONSTRAINT_SCHEMA, CONSTRAINT_NAME, TABLE_SCHEMA, TABLE_NAME",
        "TABLE_CONSTRAINTS",
        "CONSTRAINT_TYPE = 'CHECK' AND TABLE_SCHEMA",
    ],
    [
        "checks",
        "CONSTRAINT_SCHEMA, CONSTRAINT_NAME, CHECK_CLAUSE",
        "CHECK_CONSTRAINTS",
        "CONSTRAINT_SCHEMA",
    ],
    [
        "foreign keys",
        "TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME",
        "TABLE_CONSTRAINTS",
        "CONSTRAINT_TYPE = 'FOREIGN KEY' AND TABLE_SCHEMA",
    ],
];
/// GoogleSQL's own, and PostgreSQL's.
const READ_GOOGLESQL: &[[&str; 4]] = &[
    [
        "column options",
        "TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, OPTION_NAME, OPTION_VALUE",
        "COLUMN_OPTIONS",
        "TABLE_SCHEMA",
    ],
    ["sequences", "SCHEMA, NAME, OPTION_NAME, OPTION_VALUE", "SEQUENCE_OPTIONS", "SCHEMA"],
];
const READ_POSTGRESQL: &[[&str; 4]] = &[[
    "sequences",
    "sequence_schema, sequence_name, skip_range_min, skip_range_max, counter_start_value",
    "SEQUENCES",
    "sequence_schema",
]];

/// Everything in one query, because each query of INFORMATION_SCHEMA costs the emulator as much as
/// all of them together.
fn read(database: &Database<'_>) -> Result<BTreeMap<String, Vec<Vec<Value>>>, String> {
    let (own, kind) = match database.dialect() {
        Dialect::GoogleSql => (READ_GOOGLESQL, "STRING"),
        Dialect::PostgreSql => (READ_POSTGRESQL, "text"),
    };
    let most =
        READ.iter().chain(own).map(|[_, select, ..]| select.split(',').count()).max().unwrap_or(0);
    let parts: Vec<String> = READ
        .iter()
        .chain(own)
        .map(|[name, select, from, schema]| {
            let columns =
                select.split(',').map(str::trim).chain(std::iter::repeat("NULL")).take(most);
            let columns: Vec<String> =
                columns.map(|column| format!("CAST({column} AS {kind})")).collect();
            format!(
                "SELECT '{name}', {} FROM INFORMATION_SCHEMA.{from} WHERE {schema} NOT IN {OWN}",
                columns.join(", ")
            )
        })
        .collect();
    let mut found: BTreeMap<String, Vec<Vec<Value>>> = BTreeMap::new();
    for mut row in database.query(&parts.join(" UNION ALL "))? {
        let name = row.remove(0);
        found.entry(text(&name).to_owned()).or_default().push(row);
    }
    for rows in found.values_mut() {
        // Positions by their numbers.
        rows.sort_by_cached_key(|row| {
            row.iter().map(|cell| format!("{:0>3}", text(cell))).collect::<Vec<_>>()
        });
    }
    Ok(found)
}

pub(super) fn facts(database: &Database<'_>) -> Result<Facts, String> {
    let mut reader =
        Reader { database, found: read(database)?, printed: database.ddl()?, facts: Facts::new() };
    reader.schemas();
    reader.tables();
    reader.columns();
    reader.indexes();
    reader.checks();
    reader.foreign_keys()?;
    reader.sequences();
    Ok(reader.facts)
}

struct Reader<'d, 'e> {
    database: &'d Database<'e>,
    found: BTreeMap<String, Vec<Vec<Value>>>,
    printed: Vec<String>,
    facts: Facts,
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// GoogleSQL's booleans are `true` as text, PostgreSQL has `YES` and `NO`.
fn yes(value: &Value) -> bool {
    matches!(text(value), "true" | "YES")
}

fn label(schema: &Value, name: &Value) -> String {
    match text(schema) {
        "" | "public" => text(name).to_owned(),
        schema => format!("{schema}.{}", text(name)),
    }
}

/// A printed line without quotes.
fn plain(line: &str) -> String {
    line.trim().replace(['`', '"'], "")
}

impl Reader<'_, '_> {
    fn rows(&mut self, name: &str) -> Vec<Vec<Value>> {
        self.found.remove(name).unwrap_or_default()
    }

    fn schemas(&mut self) {
        for row in self.rows("schemas") {
            if !matches!(text(&row[0]), "" | "public") {
                self.facts.insert(format!("schema {}", text(&row[0])), String::new());
            }
        }
    }

    fn tables(&mut self) {
        for row in self.rows("tables") {
            let name = label(&row[0], &row[1]);
            let parent = match text(&row[2]) {
                "" => "no parent".to_owned(),
                parent => format!("in {parent} on delete {}", text(&row[3])),
            };
            self.facts.insert(format!("table {name}"), parent);
            if !text(&row[4]).is_empty() {
                self.facts.insert(format!("ttl of {name}"), ttl(text(&row[4])));
            }
        }
    }

    fn columns(&mut self) {
        let mut commit_timestamps = Vec::new();
        if self.database.dialect() == Dialect::GoogleSql {
            for row in self.rows("column options") {
                if text(&row[3]) == "allow_commit_timestamp" && text(&row[4]) == "TRUE" {
                    commit_timestamps.push(format!(
                        "{}.{}",
                        label(&row[0], &row[1]),
                        text(&row[2])
                    ));
                }
            }
        }
        for row in self.rows("columns") {
            let table = label(&row[0], &row[1]);
            let name = format!("{table}.{}", text(&row[2]));
            let mut words = vec![format!("#{}", text(&row[3])), text(&row[4]).to_owned()];
            if !yes(&row[5]) {
                words.push("not null".to_owned());
            }
            if !text(&row[6]).is_empty() {
                words.push(format!("default {}", self.expression(text(&row[6]))));
            }
            words.extend(self.identity(&table, text(&row[2])));
            if text(&row[7]) == "ALWAYS" {
                let kind = if yes(&row[8]) { "stored" } else { "virtual" };
                words.push(format!("{kind} {}", self.expression(text(&row[9]))));
            }
            if commit_timestamps.contains(&name) || text(&row[4]) == "spanner.commit_timestamp" {
                words.push("commit timestamp".to_owned());
            }
            self.facts.insert(format!("column {name}"), words.join(" "));
        }
    }

    fn expression(&self, sql: &str) -> String {
        match self.database.dialect() {
            // Printed as it was written; only quotes, spaces and case are removed, as on the other
            // side.
            Dialect::GoogleSql => bare(sql),
            Dialect::PostgreSql => {
                bare(&sql.replace("\"extract\"('epoch'::text,", "extract(epoch,"))
            }
        }
    }

    /// The lines between the parentheses of a printed table.
    fn lines(&self, table: &str) -> impl Iterator<Item = String> {
        let begin = format!("CREATE TABLE {table} (");
        let statement = self
            .printed
            .iter()
            .find(|statement| plain(statement.lines().next().unwrap_or_default()) == begin);
        statement.map(String::as_str).unwrap_or_default().lines().skip(1).map(plain)
    }

    /// Identity columns show only in the printed table.
    fn identity(&self, table: &str, column: &str) -> Option<String> {
        let line = self.lines(table).find(|line| line.starts_with(&format!("{column} ")))?;
        let (_, options) = line.split_once("AS IDENTITY (")?;
        let numbers = |after: &str| -> Vec<i64> {
            let rest = options.split_once(after).map_or("", |(_, rest)| rest);
            rest.split([' ', ',', ')'])
                .filter(|word| !word.is_empty())
                .map_while(|word| word.parse().ok())
                .collect()
        };
        let skipped = match numbers("SKIP RANGE ").as_slice() {
            [min, max, ..] => format!("{min} to {max}"),
            _ => "nothing".to_owned(),
        };
        let start = numbers("START COUNTER WITH ")
            .first()
            .map_or_else(|| "anywhere".to_owned(), |start| format!("at {start}"));
        Some(format!("identity skips {skipped}, starts {start}"))
    }

    fn indexes(&mut self) {
        let mut columns: BTreeMap<(String, String), (Vec<String>, Vec<String>)> = BTreeMap::new();
        for row in self.rows("index columns") {
            let (key, stored) =
                columns.entry((label(&row[0], &row[1]), text(&row[2]).to_owned())).or_default();
            if row[3].is_null() {
                stored.push(text(&row[4]).to_owned());
            } else {
                key.push(format!("{} {}", text(&row[4]), text(&row[5])));
            }
        }
        for row in self.rows("indexes") {
            let table = label(&row[0], &row[1]);
            let (key, mut stored) =
                columns.remove(&(table.clone(), text(&row[2]).to_owned())).unwrap_or_default();
            if text(&row[3]) == "PRIMARY_KEY" {
                self.facts.insert(format!("key of {table}"), key.join(", "));
                continue;
            }
            // Spanner itself creates the indexes of foreign keys.
            if yes(&row[7]) {
                continue;
            }
            stored.sort_unstable();
            let filter = match (self.database.dialect(), yes(&row[6])) {
                (Dialect::PostgreSql, _) => "filter not shown",
                (Dialect::GoogleSql, true) => "null filtered",
                (Dialect::GoogleSql, false) => "all rows",
            };
            let parent = match text(&row[4]) {
                "" => "nothing",
                parent => parent,
            };
            self.facts.insert(
                format!("index {table}.{}", text(&row[2])),
                format!(
                    "{} ({}) storing ({}) in {parent}, {filter}",
                    if yes(&row[5]) { "unique" } else { "plain" },
                    key.join(", "),
                    stored.join(", ")
                ),
            );
        }
    }

    fn checks(&mut self) {
        let mut tables = BTreeMap::new();
        for row in self.rows("tables of checks") {
            tables.insert(label(&row[0], &row[1]), label(&row[2], &row[3]));
        }
        for row in self.rows("checks") {
            // Every NOT NULL column is also listed as a check.
            if text(&row[1]).starts_with("CK_IS_NOT_NULL_") {
                continue;
            }
            let table = tables.get(&label(&row[0], &row[1])).cloned().unwrap_or_default();
            let clause = self.expression(text(&row[2]));
            self.facts.insert(format!("check of {table}: {clause}"), text(&row[1]).to_owned());
        }
    }

    /// Which foreign keys there are, from INFORMATION_SCHEMA; their columns from the printed
    /// tables, because the emulator mixes up the order of the referenced columns, and tables of one
    /// name in two schemas.
    fn foreign_keys(&mut self) -> Result<(), String> {
        for row in self.rows("foreign keys") {
            let (table, name) = (label(&row[0], &row[1]), text(&row[2]));
            let begin = format!("CONSTRAINT {name} FOREIGN KEY");
            let printed = self
                .lines(&table)
                .find_map(|line| line.strip_prefix(&begin).map(ToOwned::to_owned));
            let parts = printed.as_deref().and_then(|printed| {
                let (own, rest) =
                    printed.trim_start_matches([' ', '(']).split_once(") REFERENCES ")?;
                let (other, rest) = rest.split_once('(')?;
                let (columns, rest) = rest.split_once(')')?;
                let action =
                    if rest.starts_with(" ON DELETE CASCADE") { "CASCADE" } else { "NO ACTION" };
                Some((format!("foreign key of {table} ({own}) to {other} ({columns})"), action))
            });
            let (fact, action) = parts.ok_or_else(|| {
                format!("foreign key `{name}` of `{table}` is not printed: {printed:?}")
            })?;
            self.facts.insert(format!("{fact}: name"), name.to_owned());
            self.facts.insert(format!("{fact}: on delete"), action.to_owned());
        }
        Ok(())
    }

    fn sequences(&mut self) {
        let mut options: BTreeMap<String, [Option<String>; 3]> = BTreeMap::new();
        let known = |value: &Value| Some(text(value).to_owned()).filter(|value| !value.is_empty());
        if self.database.dialect() == Dialect::GoogleSql {
            for row in self.rows("sequences") {
                let sequence = options.entry(label(&row[0], &row[1])).or_default();
                match text(&row[2]) {
                    "skip_range_min" => sequence[0] = known(&row[3]),
                    "skip_range_max" => sequence[1] = known(&row[3]),
                    "start_with_counter" => sequence[2] = known(&row[3]),
                    _ => {}
                }
            }
        } else {
            for row in self.rows("sequences") {
                options.insert(
                    label(&row[0], &row[1]),
                    [known(&row[2]), known(&row[3]), known(&row[4])],
                );
            }
        }
        for (name, [min, max, start]) in options {
            let skipped = min
                .zip(max)
                .map_or_else(|| "nothing".to_owned(), |(min, max)| format!("{min} to {max}"));
            let start = start.map_or_else(|| "anywhere".to_owned(), |start| format!("at {start}"));
            self.facts
                .insert(format!("sequence {name}"), format!("skips {skipped}, starts {start}"));
        }
    }
}

/// `OLDER_THAN(At, INTERVAL 30 DAY)` or `INTERVAL '4 WEEKS 2 DAYS' ON "At"`.
fn ttl(printed: &str) -> String {
    let printed = plain(printed);
    if let Some((column, days)) =
        printed.strip_prefix("OLDER_THAN(").and_then(|rest| rest.split_once(", INTERVAL "))
    {
        return format!("{} days after {column}", days.trim_end_matches(" DAY)"));
    }
    let (interval, column) = printed.split_once(" ON ").unwrap_or((&printed, ""));
    let words: Vec<&str> =
        interval.trim_start_matches("INTERVAL ").trim_matches('\'').split(' ').collect();
    let hours: u64 = words
        .chunks(2)
        .map(|pair| match pair {
            [count, "MONTHS"] => count.parse().unwrap_or(0) * 30 * 24,
            [count, "WEEKS"] => count.parse().unwrap_or(0) * 7 * 24,
            [count, "DAYS"] => count.parse().unwrap_or(0) * 24,
            [count, "HOURS"] => count.parse().unwrap_or(0),
            _ => 0,
        })
        .sum();
    let days = hours / 24;
    format!("{days} days after {column}")
}
