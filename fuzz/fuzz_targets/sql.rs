//! Any text as the SQL of a check, in both dialects.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spanner_keys::schema::{CheckDef, ColumnDef, KeyPart, SqlText, SqlType, TableDef};
use spanner_keys::{Dialect, Schema};

fn accepted(text: &str, dialect: Dialect) -> bool {
    let columns = [ColumnDef::new("Id", SqlType::TEXT), ColumnDef::new("Total", SqlType::INT64)];
    let checks = [CheckDef { name: Some("C"), sql: SqlText::both(text) }];
    let key = [KeyPart::new(0)];
    let table = TableDef { key: &key, checks: &checks, ..TableDef::new("T", &columns) };
    match Schema::new().add(table).ddl(dialect) {
        Ok(statements) => {
            assert_eq!(statements.len(), 1, "{text:?}");
            true
        }
        Err(_) => false,
    }
}

fuzz_target!(|text: &str| {
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        if accepted(text, dialect) {
            // Where the text ends, nothing is open, so it means the same in parentheses, and
            // whatever would end or open something is noticed.
            assert!(accepted(&format!("({text})"), dialect), "{dialect}: {text:?}");
            for more in ["'", "\"", "(", ")", ";", "--", "/*", "\0", "{", "}"] {
                assert!(!accepted(&format!("{text}{more}"), dialect), "{dialect}: {text:?} {more}");
            }
        }
    }
});
