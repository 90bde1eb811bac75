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
use super::fragile::{ENDS, Fragile};
use super::tables::{col, list, null, schema, table};

pub(crate) const CASES: &[Case] = cases![hostile_texts];

/// Text that opens or closes quotes, comments and lists, and what an attacker would write after it.
const FRAGMENTS: &[&str] = &[
    "'", "''", "\"", "\"\"", "`", "\\", "\\'", "\\\\", "E'", "e'", "r'", "b'", "U&'", "'''",
    "\"\"\"", "$$", "$a$", "--", "/*", "*/", "#", ";", "(", ")", "{Id}", "{Note}", "{{", "}}", "{",
    "}", "\n", "\r", "\0", " ", "1", "x", "NULL", "> 0", " OR ", " <> ", ", `Evil` INT64",
    ", \"Evil\" bigint", ") STORED, `Evil` INT64 AS (1", "), \"Evil\" bigint DEFAULT (1",
    ") PRIMARY KEY (Id)", "; DROP TABLE T", ", CONSTRAINT Evil CHECK (TRUE", "é", "\u{2028}",
    "\u{a0}", "\t",
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

const REFUSES: &str = "the database refuses it";

/// Creates the table, which must be alone in its database afterwards.
fn stays_in_place(
    emulator: &Emulator,
    dialect: Dialect,
    statements: &[String],
    checks: &str,
) -> Result<(), String> {
    let database = emulator.database(dialect)?;
    database.apply(statements).map_err(|error| format!("{REFUSES}: {error}"))?;
    let schema = if dialect == Dialect::GoogleSql { "" } else { "public" };
    let found = database.query(&format!(
        "SELECT (SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = '{schema}'), \
         (SELECT COUNT(*) FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = '{schema}'), \
         (SELECT COUNT(*) FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = '{schema}' \
          AND CONSTRAINT_NAME NOT LIKE 'CK_IS_NOT_NULL_%'), \
         (SELECT COUNT(*) FROM INFORMATION_SCHEMA.INDEX_COLUMNS WHERE TABLE_SCHEMA = '{schema}')"
    ))?;
    let wanted = vec![vec![json!("1"), json!("3"), json!(checks), json!("1")]];
    if found == wanted {
        Ok(())
    } else {
        Err(format!("it changed the schema: {found:?}\n{}", statements.join(";\n")))
    }
}

/// A text that crashes the emulator is reported and counted: there is no answer to it.
fn hostile_texts(_: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_HOSTILE_TEXTS", 200);
    let fragile = Fragile::start()?;
    let [refused, database_refused, kept, ended] = [const { Cell::new(0) }; 4];
    let count = |counter: &Cell<u32>| counter.set(counter.get() + 1);
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
            let Ok(statements) = schema(&[tables]).ddl(dialect) else {
                count(&refused);
                continue;
            };
            if statements.len() != 1 {
                return Err(format!("{text:?} made {} statements", statements.len()));
            }
            let answer = fragile
                .once(dialect, |emulator| stays_in_place(emulator, dialect, &statements, checks));
            match answer {
                Ok(()) => count(&kept),
                Err(error) if error.starts_with(REFUSES) => count(&database_refused),
                Err(error) if error.starts_with(ENDS) => {
                    count(&ended);
                    eprintln!("{text:?}, {dialect}: {error}\n{}", statements.join(";\n"));
                }
                Err(error) => return Err(format!("{text:?}: {error}")),
            }
        }
        Ok(())
    })?;
    println!(
        "{cases} hostile texts, as check and as default, {dialect}: {} refused by us, {} by the database, {} accepted and still in their place, {} ended the emulator",
        refused.get(),
        database_refused.get(),
        kept.get(),
        ended.get()
    );
    if kept.get() == 0 {
        Err("none was accepted, which tests too little".to_owned())
    } else {
        Ok(())
    }
}
