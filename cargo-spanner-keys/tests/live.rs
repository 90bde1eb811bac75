//! The command against the emulator. Without one, the test reports that it did not run and passes.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a failed step ends the test")]

use std::process::Command;

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys_emulator::{Database, Emulator, required};

fn levels(emulator: &Emulator, database: &Database<'_>, more: &[&str]) -> Vec<(String, String)> {
    let path: Vec<&str> = database.path().split('/').collect();
    let source = format!("spanner://{}/{}/{}", path[1], path[3], path[5]);
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-spanner-keys"))
        .args(["audit", &source, "--format", "json"])
        .args(more)
        .env("SPANNER_EMULATOR_HOST", emulator.grpc_host())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let list: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{error}"));
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let findings = list.as_array().unwrap().iter().filter(|finding| finding["level"] != "advice");
    let settled = |finding: &Value| {
        let message = text(finding, "message");
        // Each row is counted once, and what is certain has no condition.
        if finding["level"] == "hot" && message.contains("observed") {
            assert!(message.contains("60 sampled rows") && !message.contains(", if "), "{message}");
        }
        (text(finding, "table"), text(finding, "level"))
    };
    findings.map(settled).collect()
}

#[test]
fn a_database_that_cannot_be_read_gets_the_next_step() {
    // Nothing listens at this port.
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-spanner-keys"))
        .args(["audit", "spanner://p/i/d", "--observe"])
        .env("SPANNER_EMULATOR_HOST", "127.0.0.1:1")
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{error}");
    assert!(error.starts_with("error: cannot read the database: "), "{error}");
    assert!(error.contains("\nhelp: start the emulator at 127.0.0.1:1"), "{error}");
}

#[test]
fn samples_of_a_live_database_settle_what_is_likely() {
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) if required() => panic!("{missing}"),
        Err(missing) => {
            println!("the live audit did NOT run: {missing}");
            return;
        }
    };
    let missing = Command::new(env!("CARGO_BIN_EXE_cargo-spanner-keys"))
        .args(["audit", "spanner://p/i/no-such-database"])
        .env("SPANNER_EMULATOR_HOST", emulator.grpc_host())
        .output()
        .unwrap();
    let error = String::from_utf8(missing.stderr).unwrap();
    assert!(error.contains("help: check the names"), "{error}");
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let database = emulator.database(dialect).unwrap();
        let tables = ["counters", "randoms", "ulids", "empties"];
        let statements = tables.map(|table| match (dialect, table) {
            (Dialect::GoogleSql, "ulids") => {
                format!("CREATE TABLE {table} (id STRING(26) NOT NULL) PRIMARY KEY (id)")
            }
            (Dialect::GoogleSql, _) => {
                format!("CREATE TABLE {table} (id INT64 NOT NULL) PRIMARY KEY (id)")
            }
            (Dialect::PostgreSql, "ulids") => {
                format!("CREATE TABLE {table} (id varchar(26) PRIMARY KEY)")
            }
            (Dialect::PostgreSql, _) => format!("CREATE TABLE {table} (id bigint PRIMARY KEY)"),
        });
        database.apply(&statements).unwrap();
        let rows = |make: &dyn Fn(u64) -> String| {
            (1..=60).map(|at| vec![json!(make(at))]).collect::<Vec<_>>()
        };
        let random = |at: u64| (at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1).to_string();
        database.insert("counters", &["id"], &rows(&|at| at.to_string())).unwrap();
        database.insert("randoms", &["id"], &rows(&random)).unwrap();
        database
            .insert("ulids", &["id"], &rows(&|at| format!("01J5{at:04}AAAAAAAAAAAAAAAAAA")))
            .unwrap();

        let mut before = levels(&emulator, &database, &[]);
        before.sort();
        let likely = |table: &str| (table.to_owned(), "likely".to_owned());
        let ulids = likely("ulids");
        let wanted = [likely("counters"), likely("empties"), likely("randoms"), ulids];
        assert_eq!(before, wanted, "{dialect}");

        let mut after = levels(&emulator, &database, &["--observe"]);
        after.sort();
        let hot = |table: &str| (table.to_owned(), "hot".to_owned());
        assert_eq!(after, [hot("counters"), likely("empties"), hot("ulids")], "{dialect}");
    }
}
