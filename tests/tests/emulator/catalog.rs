//! Real schemas, read and written again: both texts create the same database.
//!
//! The schemas are other projects' files. The tests read them from the folder that
//! `SPANNER_KEYS_CORPUS` names.

use std::path::Path;
use std::{env, fs};

use spanner_keys::Dialect;
use spanner_keys::catalog::{Catalog, guess_dialect};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::readback;

use super::Case;

pub(crate) const CASES: &[Case] = cases![
    real_schemas_written_again,
    parser_inputs_written_again in GoogleSql,
];

fn real_schemas_written_again(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    written_again(emulator, dialect, "spanner")
}

fn parser_inputs_written_again(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    written_again(emulator, dialect, "memefish")
}

/// For each file of a folder, what the emulator accepts of it, written by us, creates the same
/// database.
fn written_again(emulator: &Emulator, dialect: Dialect, folder: &str) -> Result<(), String> {
    let Some(corpus) = env::var_os("SPANNER_KEYS_CORPUS") else {
        println!("{folder} was NOT read: SPANNER_KEYS_CORPUS is not set");
        return Ok(());
    };
    let folder = Path::new(&corpus).join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        if guess_dialect(&text) == dialect {
            let result = same(emulator, dialect, &text);
            result.map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(())
}

fn same(emulator: &Emulator, dialect: Dialect, text: &str) -> Result<(), String> {
    let original = emulator.database(dialect)?;
    let accepted = accepted(&original, text);
    if accepted.is_empty() {
        return Ok(());
    }
    let catalog = read(dialect, &accepted)?;
    let ours = emulator.database(dialect)?;
    let written = catalog.ddl();
    if written.is_empty() {
        return Ok(());
    }
    ours.apply(&written).map_err(|error| format!("{error}\n{}", written.join(";\n")))?;
    let named = |name: &Option<String>| name.is_some();
    let all_named = catalog.tables().all(|table| {
        table.foreign_keys.iter().all(|key| named(&key.name))
            && table.checks.iter().all(|check| named(&check.name))
    });
    if all_named {
        readback::same(&original, &ours)?;
    }
    // The emulator prints our text and the original alike.
    if read(dialect, &original.ddl()?)? != read(dialect, &ours.ddl()?)? {
        return Err(format!("{:#?}\n{:#?}", original.ddl()?, ours.ddl()?));
    }
    Ok(())
}

fn read(dialect: Dialect, statements: &[String]) -> Result<Catalog, String> {
    let mut catalog = Catalog::new(dialect);
    catalog.read("emulator", &statements.join(";\n"));
    match catalog.problems() {
        [] => Ok(catalog),
        problems => Err(format!("{problems:?}\n{}", statements.join(";\n"))),
    }
}

/// The statements that the emulator accepts, one after the other.
fn accepted(database: &Database<'_>, text: &str) -> Vec<String> {
    let without_comments: Vec<&str> =
        text.lines().map(|line| line.split_once("--").map_or(line, |(before, _)| before)).collect();
    let statements = without_comments.join("\n");
    let statements = statements.split(';').map(|sql| sql.trim().to_owned());
    let changes = |sql: &String| {
        let sql = sql.to_lowercase();
        ["create", "alter", "drop", "rename"].iter().any(|word| sql.starts_with(word))
            // The name of the database differs.
            && !sql.starts_with("alter database")
    };
    let applied = |sql: &String| database.apply(std::slice::from_ref(sql)).is_ok();
    statements.filter(changes).filter(applied).collect()
}
