//! A schema from production, declared as structs: both create the same database.
//!
//! The original is another project's file and is not part of this repository. The test reads it
//! from the folder that `SPANNER_KEYS_CORPUS` names.

use std::path::Path;
use std::{env, fs};

use spanner_keys::Dialect;
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::{readback, schemas};

use super::Case;

pub(crate) const CASES: &[Case] = cases![
    mozilla_syncstorage in GoogleSql,
];

fn mozilla_syncstorage(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let Some(corpus) = env::var_os("SPANNER_KEYS_CORPUS") else {
        println!("mozilla_syncstorage did NOT run: SPANNER_KEYS_CORPUS is not set");
        return Ok(());
    };
    let path = Path::new(&corpus).join("spanner/syncstorage.sql");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let statements = statements(&text);
    if statements.len() != 11 {
        return Err(format!("{} statements read from the original, 11 expected", statements.len()));
    }
    let original = emulator.database(dialect)?;
    original.apply(&statements)?;
    let ours = emulator.database(dialect)?;
    let schema = schemas::syncstorage::schema();
    ours.apply(&schema.ddl(dialect).map_err(|error| error.to_string())?)?;
    readback::same(&original, &ours)?;
    readback::check(&original, schema.tables())
}

/// The statements of a file, without comments, change streams and roles.
fn statements(file: &str) -> Vec<String> {
    let bare: Vec<_> =
        file.lines().map(|line| line.split_once("--").map_or(line, |(before, _)| before)).collect();
    let skipped = ["CREATE CHANGE STREAM", "CREATE ROLE", "GRANT"];
    bare.join("\n")
        .split(';')
        .map(str::trim)
        .filter(|statement| {
            !statement.is_empty() && !skipped.iter().any(|words| statement.starts_with(words))
        })
        .map(str::to_owned)
        .collect()
}
