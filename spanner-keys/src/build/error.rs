//! Why the files of a schema could not be written, or do not match the structs.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::change::{LayoutChange, WayOut};
use super::{ACCEPT, EVERY_TABLE, UPDATE, shown};
use crate::ddl::SchemaError;
use crate::dialect::Dialect;

/// Why the files of a schema could not be written, or do not match the structs.
///
/// `Debug` prints the same text as `Display`, because Rust prints the error that `main` returns
/// with `Debug`.
#[non_exhaustive]
pub enum Error {
    /// The schema has no tables.
    NoTables,
    /// The tables have no DDL in a dialect.
    Schema {
        /// Why.
        error: SchemaError,
        /// The other dialect, if it has DDL and no dialect was chosen.
        other: Option<Dialect>,
    },
    /// There is no folder to write to: outside a build script, it must be set.
    NoFolder,
    /// Tables changed in a way Spanner cannot apply.
    Layout {
        /// The lock file.
        lock: PathBuf,
        /// What changed.
        changes: Vec<LayoutChange>,
        /// How to accept it.
        accept: Accept,
    },
    /// A lock file is missing.
    MissingLock {
        /// Where it should be.
        lock: PathBuf,
        /// How to write a new one.
        accept: Accept,
    },
    /// The schema file has tables that are not in the lock.
    Unlocked {
        /// The lock file.
        lock: PathBuf,
        /// The tables.
        tables: Vec<String>,
        /// How to lock them as they are now.
        accept: Accept,
    },
    /// The lock file was changed by hand, cut off, or merged badly.
    DamagedLock {
        /// The lock file.
        lock: PathBuf,
        /// The line where it shows.
        line: usize,
        /// What is wrong with that line.
        problem: String,
    },
    /// The lock file was written by a newer version of this crate.
    NewerLock {
        /// The lock file.
        lock: PathBuf,
        /// The version of its format.
        version: u32,
    },
    /// A file does not match the structs, and files are only checked.
    Stale {
        /// The file.
        path: PathBuf,
        /// What would change, line by line.
        diff: String,
        /// How to update it.
        update: String,
    },
    /// A file or a folder could not be read or written.
    Io {
        /// The file or the folder.
        path: PathBuf,
        /// What failed: `read`, for example.
        doing: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}

/// The command that accepts a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Accept {
    /// The check runs in a build script.
    Build,
    /// The check runs in a test.
    Test,
}

impl Accept {
    fn command(self, tables: &str) -> String {
        match self {
            Self::Build => format!("{ACCEPT}={tables} cargo build"),
            Self::Test => format!("{ACCEPT}={tables} {UPDATE}=1 cargo test"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTables => out.write_str(
                "the schema has no tables\nhelp: list them, `tables![Customer, Order]`, or, with `Schema::registered`, link the crate that has them: `use models as _;`",
            ),
            Self::Schema { error, other: None } => write!(out, "{error}"),
            Self::Schema { error, other: Some(other) } => {
                write!(out, "{error}\nhelp: or write the schema for {other} databases only: `.dialect(Dialect::{other:?})`")
            }
            Self::NoFolder => out.write_str(
                "there is no folder to write the schema to: OUT_DIR is set in build scripts only\nhelp: choose one: `.folder(\"schema\")`",
            ),
            Self::Layout { lock, changes, accept } => layout(out, &shown(lock).to_string(), changes, *accept),
            Self::MissingLock { lock, accept } => write!(
                out,
                "the lock file `{}` is missing\nnote: it holds the key layouts that Spanner cannot alter; without it, a changed key would go unnoticed\nhelp: restore it from version control; or lock the tables as they are now: {}",
                shown(lock),
                accept.command(EVERY_TABLE)
            ),
            Self::Unlocked { lock, tables, accept } => write!(
                out,
                "the lock file `{}` does not contain {}, but the schema file next to it does\nnote: nothing shows whether the key has changed\nhelp: restore the lock file from version control; or lock the table as it is now: {}",
                shown(lock),
                list(tables),
                accept.command(&tables.join(","))
            ),
            Self::DamagedLock { lock, line, problem } => write!(
                out,
                "the lock file `{}` is damaged: line {line} {problem}\nhelp: restore it from version control; after a merge, keep one side and build again",
                shown(lock)
            ),
            Self::NewerLock { lock, version } => write!(
                out,
                "the lock file `{}` has version {version}, which this version of spanner-keys ({}) cannot read\nhelp: update spanner-keys to the version that your team uses",
                shown(lock),
                env!("CARGO_PKG_VERSION")
            ),
            Self::Stale { path, diff, update } => {
                write!(out, "`{}` does not match the structs\n\n{diff}\nhelp: update it: {update}", shown(path))
            }
            Self::Io { path, doing, source } => write!(out, "cannot {doing} `{}`: {source}", shown(path)),
        }
    }
}

fn list(tables: &[String]) -> String {
    let tables: Vec<String> = tables.iter().map(|table| format!("`{table}`")).collect();
    format!("{} {}", if tables.len() == 1 { "table" } else { "the tables" }, tables.join(", "))
}

fn layout(
    out: &mut fmt::Formatter<'_>,
    lock: &str,
    changes: &[LayoutChange],
    accept: Accept,
) -> fmt::Result {
    let tables = |ways: &[WayOut]| {
        let mut tables: Vec<String> = Vec::new();
        for change in changes.iter().filter(|change| ways.contains(&change.way)) {
            if !tables.contains(&change.table) {
                tables.push(change.table.clone());
            }
        }
        tables
    };
    let (altered, gone) = (tables(&[WayOut::NewTable, WayOut::NewColumn]), tables(&[WayOut::Gone]));
    if !altered.is_empty() {
        writeln!(
            out,
            "{} changed in a way Spanner cannot apply (locked in `{lock}`)\n",
            list(&altered)
        )?;
        for change in changes.iter().filter(|change| change.way != WayOut::Gone) {
            writeln!(out, "  {change}\n")?;
        }
        writeln!(out, "if this was unintentional, revert the struct")?;
        let no_database = if altered.len() == 1 { "this table" } else { "these tables" };
        writeln!(
            out,
            "if no database has {no_database} yet, accept it once with {}",
            accept.command(&altered.join(","))
        )?;
    }
    for LayoutChange { table, what, .. } in
        changes.iter().filter(|change| change.way == WayOut::NewColumn)
    {
        writeln!(out, "otherwise, for the {what} of `{table}`:")?;
        steps(
            out,
            &[
                "revert the change, and add a column with a different name and the new expression; Spanner fills it",
                "switch the reads to the new column",
                "remove the old field, and drop the old column",
            ],
        )?;
    }
    let moved = tables(&[WayOut::NewTable]);
    if !moved.is_empty() {
        writeln!(
            out,
            "otherwise the rows of {} must move to a new table while the old one stays in use:",
            list(&moved)
        )?;
        steps(
            out,
            &[
                "revert the change, and declare a second struct with the new layout and a different table name",
                "create that table, and write every change to both tables (dual write)",
                "copy the rows that only the old table has (backfill), and compare the two",
                "switch the reads to the new table, then stop writing to the old one",
                &format!(
                    "remove the old struct, drop the old table, and accept that it is gone: {}",
                    accept.command(&moved.join(","))
                ),
            ],
        )?;
    }
    if !gone.is_empty() {
        let (are, were, they) =
            if gone.len() == 1 { ("is", "was", "it") } else { ("are", "were", "they") };
        writeln!(
            out,
            "{} {are} locked in `{lock}`, but no struct declares {} any more",
            list(&gone),
            if they == "it" { "it" } else { "them" }
        )?;
        writeln!(
            out,
            "if {they} {were} forgotten, list the struct again, or link the crate that declares it"
        )?;
        writeln!(
            out,
            "if {they} {were} dropped or renamed in every database, accept it once with {}",
            accept.command(&gone.join(","))
        )?;
    }
    Ok(())
}

fn steps(out: &mut fmt::Formatter<'_>, steps: &[&str]) -> fmt::Result {
    (1..).zip(steps).try_for_each(|(number, step)| writeln!(out, "  {number}. {step}"))
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Schema { error, .. } => Some(error),
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<SchemaError> for Error {
    fn from(error: SchemaError) -> Self {
        Self::Schema { error, other: None }
    }
}
