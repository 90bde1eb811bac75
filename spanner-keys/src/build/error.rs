//! Why the files of a schema could not be written, or do not match the structs.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::judge::{LayoutChange, WayOut};
use super::{ACCEPT, EVERY_TABLE, UPDATE, shown};
use crate::catalog::ReadProblem;
use crate::ddl::SchemaError;
use crate::dialect::Dialect;
use crate::migrate::Difference;

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
    /// What was shipped changed in a way Spanner cannot apply, or that loses data.
    Layout {
        /// The lock file.
        lock: PathBuf,
        /// What changed.
        changes: Vec<LayoutChange>,
        /// How to accept it.
        accept: Accept,
        /// The schema files whose changes need a migration, each with the folder of its migrations.
        migrations: Vec<(PathBuf, PathBuf)>,
    },
    /// The migrations do not create what the structs declare, and files are only checked.
    NoMigration {
        /// The folder of migrations.
        folder: PathBuf,
        /// The schema file of the same dialect.
        script: PathBuf,
        /// What differs.
        differences: Vec<Difference>,
    },
    /// The DDL of a migration, or of the structs, cannot be read.
    Ddl {
        /// The file.
        path: PathBuf,
        /// The line of the statement.
        line: usize,
        /// What is wrong with it.
        problem: String,
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
            Self::Layout { lock, changes, accept, migrations } => {
                Stopped { lock: &shown(lock).to_string(), changes, accept: *accept, migrations }.write(out)
            }
            Self::NoMigration { folder, script, differences } => {
                let (folder, script) = (shown(folder), shown(script));
                writeln!(out, "no migration in `{folder}` contains these changes of the structs\n")?;
                differences.iter().try_for_each(|one| writeln!(out, "  {one}"))?;
                write!(
                    out,
                    "\nhelp: write it: cargo spanner-keys migrate {script} --from {folder} --out {folder}"
                )
            }
            Self::Ddl { path, line, problem } => write!(
                out,
                "cannot read the DDL in `{}`, line {line}: {problem}\nhelp: correct it, or report this if the database accepts it",
                shown(path)
            ),
            Self::MissingLock { lock, accept } => write!(
                out,
                "the lock file `{}` is missing\nnote: it holds what was shipped; without it, a changed key or a dropped column would go unnoticed\nhelp: restore it from version control; or lock the tables as they are now: {}",
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

/// The changes that stop a build, for a message.
struct Stopped<'a> {
    lock: &'a str,
    changes: &'a [LayoutChange],
    accept: Accept,
    migrations: &'a [(PathBuf, PathBuf)],
}

impl Stopped<'_> {
    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lock, .. } = self;
        let impossible = [WayOut::NewTable, WayOut::NewColumn, WayOut::Computed];
        let altered = self.tables(&impossible);
        if !altered.is_empty() {
            writeln!(
                out,
                "{} changed in a way Spanner cannot apply (locked in `{lock}`)\n",
                list(&altered)
            )?;
            self.changes(&impossible).try_for_each(|change| writeln!(out, "  {change}\n"))?;
            writeln!(out, "if this was unintentional, revert the struct")?;
            let no_database = if altered.len() == 1 { "this table" } else { "these tables" };
            let names = self.accept.command(&self.names(&impossible).join(","));
            writeln!(out, "if no database has {no_database} yet, accept it once with {names}")?;
        }
        self.new_columns(out)?;
        self.new_tables(out)?;
        self.variants(out)?;
        self.dropped(out)
    }

    fn changes<'s>(&'s self, ways: &'s [WayOut]) -> impl Iterator<Item = &'s LayoutChange> {
        self.changes.iter().filter(|change| ways.contains(&change.way))
    }

    fn tables(&self, ways: &[WayOut]) -> Vec<String> {
        once_each(self.changes(ways).map(|change| change.table.clone()))
    }

    /// The names that accept the changes.
    fn names(&self, ways: &[WayOut]) -> Vec<String> {
        once_each(self.changes(ways).map(LayoutChange::name))
    }

    fn new_columns(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for LayoutChange { table, what, way, .. } in
            self.changes(&[WayOut::NewColumn, WayOut::Computed])
        {
            writeln!(out, "otherwise, for {what} of `{table}`:")?;
            if *way == WayOut::Computed {
                steps(
                    out,
                    &[
                        "revert the change, and add a column with a different name and the new expression; Spanner fills it",
                        "switch the reads to the new column",
                        "remove the old field, and drop the old column",
                    ],
                )?;
            } else {
                steps(
                    out,
                    &[
                        "revert the change, and add a column with a different name and the new type",
                        "write both columns, and copy the old values (backfill)",
                        "switch the reads to the new column, then stop writing the old one",
                        "remove the old field, and drop the old column",
                    ],
                )?;
            }
        }
        Ok(())
    }

    fn new_tables(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moved = self.tables(&[WayOut::NewTable]);
        if moved.is_empty() {
            return Ok(());
        }
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
                    self.accept.command(&moved.join(","))
                ),
            ],
        )
    }

    fn variants(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ways = [WayOut::NewVariant];
        let names = self.names(&ways);
        if names.is_empty() {
            return Ok(());
        }
        let columns: Vec<String> = names.iter().map(|column| format!("`{column}`")).collect();
        writeln!(
            out,
            "an enum changed, but the rows of {} hold its old values (locked in `{}`)\n",
            columns.join(", "),
            self.lock
        )?;
        self.changes(&ways).try_for_each(|change| writeln!(out, "  {change}\n"))?;
        writeln!(
            out,
            "if a variant was only renamed in Rust, keep its value: `#[column(name = \"...\")]`, or its number"
        )?;
        writeln!(
            out,
            "if no row holds the old value, accept it once with {}",
            self.accept.command(&names.join(","))
        )?;
        writeln!(out, "otherwise:")?;
        steps(
            out,
            &[
                "revert the change, and add a variant with the new value",
                "deploy it, and update the rows that hold the old value",
                "remove the old variant, and accept that",
            ],
        )
    }

    fn dropped(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lock, accept, .. } = self;
        for change in self.changes(&[WayOut::DroppedColumn]) {
            let column = change.column.as_deref().unwrap_or_default();
            writeln!(
                out,
                "column `{column}` of table `{}` is locked in `{lock}`, but no field declares it any more",
                change.table
            )?;
            writeln!(
                out,
                "if it was renamed, state its former name: `#[column(renamed_from = \"{column}\")]`"
            )?;
            let name = change.name();
            writeln!(
                out,
                "if its values may be deleted, accept it once with {}",
                accept.command(&name)
            )?;
            self.migrate(out, "drop-column", &name)?;
        }
        let gone = self.tables(&[WayOut::Gone]);
        if gone.is_empty() {
            return Ok(());
        }
        let (are, was, it, them) = match gone.len() {
            1 => ("is", "was", "it", "it"),
            _ => ("are", "were", "they", "them"),
        };
        writeln!(
            out,
            "{} {are} locked in `{lock}`, but no struct declares {them} any more",
            list(&gone)
        )?;
        writeln!(
            out,
            "if {it} {was} forgotten, list the struct again, or link the crate that declares it"
        )?;
        for table in &gone {
            let name = table.rsplit('.').next().unwrap_or(table);
            writeln!(
                out,
                "if `{table}` was renamed, state its former name: `#[table(renamed_from = \"{name}\")]`"
            )?;
        }
        writeln!(
            out,
            "if {it} {was} dropped in every database, or may be, accept it once with {}",
            accept.command(&gone.join(","))
        )?;
        gone.iter().try_for_each(|table| self.migrate(out, "drop-table", table))
    }

    fn migrate(&self, out: &mut fmt::Formatter<'_>, drop: &str, name: &str) -> fmt::Result {
        self.migrations.iter().try_for_each(|(script, folder)| {
            let (script, folder) = (shown(script), shown(folder));
            writeln!(
                out,
                "then write the migration: cargo spanner-keys migrate {script} --from {folder} --out {folder} --allow {drop}:{name}"
            )
        })
    }
}

fn once_each(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    list
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

impl Error {
    pub(super) fn ddl(path: &Path, text: &str, problem: &ReadProblem) -> Self {
        let line = text.get(..problem.span.start).map_or(1, |before| before.split('\n').count());
        Self::Ddl { path: path.to_owned(), line, problem: problem.message.clone() }
    }
}

impl From<SchemaError> for Error {
    fn from(error: SchemaError) -> Self {
        Self::Schema { error, other: None }
    }
}
