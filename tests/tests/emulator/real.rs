//! A schema from production, declared as structs: both make the same database.

use spanner_keys::Dialect;
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::{readback, schemas};

use super::Case;

pub(crate) const CASES: &[Case] =
    &[Case::only("mozilla_syncstorage", &[Dialect::GoogleSql], syncstorage)];

fn syncstorage(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let original = emulator.database(dialect)?;
    let statements = statements(include_str!("../../real-schemas/mozilla-syncstorage.sql"));
    if statements.len() != 11 {
        return Err(format!("{} statements read from the original, 11 expected", statements.len()));
    }
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
    let aside = ["CREATE CHANGE STREAM", "CREATE ROLE", "GRANT"];
    bare.join("\n")
        .split(';')
        .map(str::trim)
        .filter(|statement| {
            !statement.is_empty() && !aside.iter().any(|words| statement.starts_with(words))
        })
        .map(str::to_owned)
        .collect()
}
