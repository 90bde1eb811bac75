//! Hostile SQL in attributes: it is refused, or stays inside its check or default.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;
use spanner_keys::Dialect;
use spanner_keys::schema::{CheckDef, ColumnDef, Fill, SqlText, SqlType, TableDef};
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::random;

use super::Case;
use super::tables::{col, list, null, schema, table};

pub(crate) const CASES: &[Case] = cases![hostile_texts];

/// Text that opens or closes quotes, comments and lists, and what an attacker would write after it.
const FRAGMENTS: &[&str] = &[
    "'",
    "''",
    "\"",
    "\"\"",
    "`",
    "\\",
    "\\'",
    "\\\\",
    "E'",
    "e'",
    "r'",
    "b'",
    "U&'",
    "'''",
    "\"\"\"",
    "$$",
    "$a$",
    "--",
    "/*",
    "*/",
    "#",
    ";",
    "(",
    ")",
    "{Id}",
    "{Note}",
    "{{",
    "}}",
    "{",
    "}",
    "\n",
    "\r",
    "\0",
    " ",
    "1",
    "x",
    "NULL",
    "> 0",
    " OR ",
    " <> ",
    ", `Evil` INT64",
    ", \"Evil\" bigint",
    ") STORED, `Evil` INT64 AS (1",
    "), \"Evil\" bigint DEFAULT (1",
    ") PRIMARY KEY (Id)",
    "; DROP TABLE T",
    ", CONSTRAINT Evil CHECK (TRUE",
    "é",
    "\u{2028}",
    "\u{a0}",
    "\t",
];

/// Any fragments, alone or in a condition that is valid without them.
fn texts() -> impl Strategy<Value = String> {
    let soup = vec(select(FRAGMENTS), 1..6).prop_map(|parts| parts.concat());
    let frame = select(vec![
        ("", ""),
        ("{Note} <> '", "'"),
        ("{Note} <> '", "' OR {Id} > 0"),
        ("{Note} <> E'", "'"),
        ("{Note} <> r'", "'"),
        ("{Note} <> '''", "'''"),
        ("{Note} <> \"", "\""),
        ("({Id} > 0) AND ('", "' <> {Note})"),
        ("{Id} > 0 ", ""),
    ]);
    (frame, soup).prop_map(|((before, after), soup): ((&str, &str), String)| {
        format!("{before}{soup}{after}")
    })
}

fn hostile_texts(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_HOSTILE_TEXTS", 600);
    let (refused, database_refused, kept) = (Cell::new(0), Cell::new(0), Cell::new(0));
    random::run(&format!("hostile texts, {dialect}"), cases, &texts(), |text| {
        let sql = SqlText::both(&*text.clone().leak());
        let columns = |fill| {
            [
                col("Id", SqlType::INT64),
                null("Note", SqlType::TEXT),
                ColumnDef { fill, ..null("C", SqlType::TEXT) },
            ]
        };
        let checked = TableDef {
            checks: list([CheckDef { name: Some("ck"), sql }]),
            ..table("T", columns(Fill::Supplied))
        };
        for (tables, checks) in [(checked, "1"), (table("T", columns(Fill::Default(sql))), "0")] {
            match schema(&[tables]).ddl(dialect) {
                Err(_) => refused.set(refused.get() + 1),
                Ok(statements) => {
                    if statements.len() != 1 {
                        return Err(format!("{text:?} made {} statements", statements.len()));
                    }
                    let database = emulator.database(dialect)?;
                    if database.apply(&statements).is_err() {
                        database_refused.set(database_refused.get() + 1);
                        continue;
                    }
                    let schema = if dialect == Dialect::GoogleSql { "" } else { "public" };
                    let found = database.query(&format!(
                        "SELECT (SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = '{schema}'), \
                         (SELECT COUNT(*) FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = '{schema}'), \
                         (SELECT COUNT(*) FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = '{schema}' \
                          AND CONSTRAINT_NAME NOT LIKE 'CK_IS_NOT_NULL_%'), \
                         (SELECT COUNT(*) FROM INFORMATION_SCHEMA.INDEX_COLUMNS WHERE TABLE_SCHEMA = '{schema}')"
                    ))?;
                    let wanted = vec![vec![json!("1"), json!("3"), json!(checks), json!("1")]];
                    if found != wanted {
                        return Err(format!(
                            "{text:?} changed the schema: {found:?}\n{}",
                            statements.join(";\n")
                        ));
                    }
                    kept.set(kept.get() + 1);
                }
            }
        }
        Ok(())
    })?;
    println!(
        "{cases} hostile texts, as check and as default, {dialect}: {} refused by us, {} by the database, {} accepted and still in their place",
        refused.get(),
        database_refused.get(),
        kept.get()
    );
    if kept.get() == 0 {
        Err("none was accepted, which tests too little".to_owned())
    } else {
        Ok(())
    }
}
