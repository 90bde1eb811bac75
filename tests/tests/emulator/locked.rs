//! The database accepts the schema files, and agrees with the lock: it can apply what the lock
//! accepts, and cannot apply what the lock refuses.

mod changes;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use spanner_keys::schema::TableDef;
use spanner_keys::{Dialect, Schema, build};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::{readback, schemas};

use self::changes::{Change, Verdict, googlesql_only, impossible, possible};
use super::tables::{make, refused, schema};
use super::{BOTH, Case, Shared, trial};

pub(crate) const CASES: &[Case] = cases![example_files_are_accepted];

pub(crate) fn trials(emulator: &Shared) -> Vec<Trial> {
    let mut trials = Vec::new();
    let both = possible().into_iter().chain(impossible()).map(|change| (change, BOTH));
    for (change, dialects) in
        both.chain(googlesql_only().into_iter().map(|change| (change, &BOTH[..1])))
    {
        let change = std::sync::Arc::new(change);
        for &dialect in dialects {
            let change = std::sync::Arc::clone(&change);
            let name = format!("locked_{}::{dialect}", change.name);
            trials.push(trial(name, emulator, move |emulator| judge(emulator, dialect, &change)));
        }
    }
    for golden in schemas::all() {
        for &dialect in BOTH {
            if golden.newer_than_emulator
                || golden.refused.is_some_and(|(refusing, _)| refusing == dialect)
            {
                continue;
            }
            let (name, schema) = (golden.name, golden.schema.clone());
            let run = move |emulator: &Emulator| written(emulator, dialect, name, schema);
            trials.push(trial(format!("golden_{name}::{dialect}"), emulator, run));
        }
    }
    trials
}

fn judge(emulator: &Emulator, dialect: Dialect, change: &Change) -> Result<(), String> {
    let Change { name, before, after, verdict } = change;
    let at = usize::from(dialect == Dialect::PostgreSql);
    let locked = lock(dialect, name, before, after)?;
    let database = make(emulator, dialect, before)?;
    let apply = |statements: &[&str]| {
        database.apply(&statements.iter().map(|&sql| sql.to_owned()).collect::<Vec<_>>())
    };
    match verdict {
        Verdict::Altered(statements) => {
            locked.map_err(|error| format!("the lock refuses it: {error}"))?;
            // Empty where the database sees no change at all.
            if !statements[at].is_empty() {
                apply(statements[at])?;
            }
            readback::check(&database, after)
        }
        Verdict::Impossible(errors) => {
            refuses(locked)?;
            let (statement, because) = errors[at];
            refused(apply(&[statement]), because)
        }
        Verdict::Stricter(statements) => {
            refuses(locked)?;
            // Empty where the database sees no change at all.
            if !statements[at].is_empty() {
                apply(statements[at])?;
            }
            Ok(())
        }
    }
}

fn refuses(locked: build::Result) -> Result<(), String> {
    match locked {
        Err(build::Error::Layout { changes, .. }) if changes.len() == 1 => Ok(()),
        Err(error) => Err(format!("the lock reports something else: {error}")),
        Ok(()) => Err("the lock accepts it".to_owned()),
    }
}

/// The lock's answer to a change of these tables.
fn lock(
    dialect: Dialect,
    name: &str,
    before: &[TableDef<'_>],
    after: &[TableDef<'_>],
) -> Result<build::Result, String> {
    let folder = scratch(&format!("lock-{name}-{dialect}"));
    let write = |tables: &[TableDef<'_>]| {
        build::schema(schema(tables)).dialect(dialect).folder(&folder).write()
    };
    write(before).map_err(|error| error.to_string())?;
    Ok(write(after))
}

/// An empty folder.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&folder);
    folder
}

/// A schema file, written and then sent to the database.
fn written(
    emulator: &Emulator,
    dialect: Dialect,
    name: &str,
    schema: Schema<'static>,
) -> Result<(), String> {
    let folder = scratch(&format!("written-{name}-{dialect}"));
    let tables = schema.tables().to_vec();
    build::schema(schema)
        .dialect(dialect)
        .folder(&folder)
        .write()
        .map_err(|error| error.to_string())?;
    let database = emulator.database(dialect)?;
    send(&database, &folder.join(format!("schema.{}.sql", dialect.to_string().to_lowercase())))?;
    readback::check(&database, &tables)
}

fn send(database: &Database<'_>, file: &Path) -> Result<(), String> {
    let script =
        fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let statements: Vec<String> = script
        .split(";\n")
        .map(|part| {
            part.lines()
                .filter(|line| !line.starts_with("--"))
                .collect::<Vec<_>>()
                .join("\n")
                .trim()
                .to_owned()
        })
        .filter(|statement| !statement.is_empty())
        .collect();
    database.apply(&statements).map_err(|error| format!("{error}\n{}", statements.join(";\n")))
}

/// The files of the example crates, as they are committed.
fn example_files_are_accepted(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let database = emulator.database(dialect)?;
    send(
        &database,
        &examples.join(format!("shop/schema/schema.{}.sql", dialect.to_string().to_lowercase())),
    )?;
    if dialect == Dialect::GoogleSql {
        send(&database, &examples.join("shop-tables/schema.sql"))?;
    }
    Ok(())
}
