//! The schema as files, written while the application is built, and a lock on what Spanner cannot
//! alter (feature `build`).
//!
//! In `build.rs`, with the structs of `src/tables.rs`:
//!
//! ```ignore
//! #[path = "src/tables.rs"]
//! mod tables;
//!
//! fn main() -> spanner_keys::build::Result {
//!     spanner_keys::build::schema(spanner_keys::tables![tables::Customer, tables::Order]).folder("schema").write()
//! }
//! ```
//!
//! This keeps `schema/schema.googlesql.sql`, `schema/schema.postgresql.sql` and
//! `schema/schema.lock` up to date. Commit them: a reviewer then sees every change of the schema.
//! Unchanged files are not written.
//!
//! # The lock
//!
//! Spanner cannot alter a primary key, a shard count or a parent. The lock file records them, one
//! line each. If a locked table changes in such a way, the build fails, and the error explains what
//! changed, why Spanner cannot alter it, and what to do instead. New tables, and changes that
//! Spanner can apply, are added to the lock silently. If no database has the table yet, accept the
//! change once, by the name of its table:
//!
//! ```sh
//! SPANNER_KEYS_ACCEPT=Transactions cargo build
//! ```
//!
//! The first build writes the lock. Later a lock that is missing, damaged or of a newer version is
//! an error, and is never overwritten; `SPANNER_KEYS_ACCEPT=every-table` writes one where it is
//! missing.
//!
//! # In a test
//!
//! Without a build script, [`Schema::assert_matches`](crate::Schema::assert_matches) makes the same
//! checks in a test.
//!
//! # Variables
//!
//! | variable | meaning |
//! |---|---|
//! | `SPANNER_KEYS_ACCEPT` | the tables whose new layout is accepted, separated by `,`, or `every-table` |
//! | `SPANNER_KEYS_CHECK=1` | for CI: a build script writes nothing, and fails if a file does not match the structs |
//! | `SPANNER_KEYS_UPDATE=1` | `assert_matches` writes the files instead of failing |
//!
//! # In a published package
//!
//! A package that Cargo has downloaded, vendored or packed is not changed by its own build script:
//! there the schema is written to OUT_DIR, and the lock is left alone. Files that were packed but
//! do not match the structs are a warning, which `cargo package` and `cargo publish` print, and
//! which builds that depend on the package do not see.
//!
//! # What to know
//!
//! - Paths are relative to the package.
//! - A table counts as shipped as soon as it is in the lock.
//! - In a file that a build script includes, `crate::` means the build script, so the structs must
//!   use relative paths (`super::`, `self::`).
//! - Instead of including a file, a build script can depend on a crate with the tables.
//! - OUT_DIR, the default folder, has no lock, because `cargo clean` deletes it. Set one with
//!   [`Build::lock`].

mod change;
mod error;
mod files;
mod layout;
mod lock;
mod matches;
mod package;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::env;
use std::path::{Path, PathBuf};

pub use change::{LayoutChange, WayOut};
pub use error::{Accept, Error};

use crate::ddl::{Schema, says_the_same};
use crate::dialect::Dialect;
use crate::schema::TableDef;
use layout::Layout;
use lock::Unreadable;

/// What a build script's `main` returns.
pub type Result = std::result::Result<(), Error>;

const ACCEPT: &str = "SPANNER_KEYS_ACCEPT";
const CHECK: &str = "SPANNER_KEYS_CHECK";
const UPDATE: &str = "SPANNER_KEYS_UPDATE";

/// All tables. It contains a `-`, so it cannot be the name of a table.
const EVERY_TABLE: &str = "every-table";

/// The files of this schema. See the [module](self).
///
/// ```
/// use spanner_keys::{Dialect, SpannerTable, Uuid, tables};
///
/// #[derive(SpannerTable)]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
/// }
///
/// # let folder = std::env::temp_dir().join(format!("spanner-keys-doc-{}", std::process::id()));
/// spanner_keys::build::schema(tables![Customer]).dialect(Dialect::GoogleSql).folder(&folder).write()?;
/// assert!(std::fs::read_to_string(folder.join("schema.googlesql.sql"))?.contains("CREATE TABLE `Customer`"));
/// assert!(std::fs::read_to_string(folder.join("schema.lock"))?.contains("  key customer_id STRING(36), uuid\n"));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is written before `write`"]
pub const fn schema(schema: Schema<'_>) -> Build<'_> {
    Build { schema, dialects: Vec::new(), name: None, folder: None, lock: None }
}

/// The files of a schema: created by [`schema`], written by [`write`](Self::write).
#[derive(Clone, Debug)]
#[must_use = "nothing is written before `write`"]
pub struct Build<'a> {
    schema: Schema<'a>,
    dialects: Vec<Dialect>,
    name: Option<String>,
    folder: Option<PathBuf>,
    lock: Option<PathBuf>,
}

impl Build<'_> {
    /// Writes the schema in this dialect. Can be called for both; without it, both are written.
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        if !self.dialects.contains(&dialect) {
            self.dialects.push(dialect);
        }
        self
    }

    /// Writes to this folder of the package, with a lock. The default is OUT_DIR.
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..self }
    }

    /// Names the files `name.googlesql.sql`, `name.postgresql.sql` and `name.lock` instead of
    /// `schema.…`, for a package with more than one database.
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Keeps the lock in this file, which need not be next to the schema files. It must exist:
    /// create it with `SPANNER_KEYS_ACCEPT=every-table`.
    pub fn lock(self, file: impl Into<PathBuf>) -> Self {
        Self { lock: Some(file.into()), ..self }
    }

    /// Checks the tables and the lock, and writes what has changed: the lock first, then the
    /// schema. After an error nothing is written.
    ///
    /// In a build script it also makes Cargo run the script again when necessary.
    pub fn write(self) -> Result {
        let in_script = env::var_os("HOST").is_some() && env::var_os("OUT_DIR").is_some();
        if in_script {
            // Cargo detects by itself that the script, and the structs in it, have changed.
            for name in [ACCEPT, CHECK] {
                println!("cargo::rerun-if-env-changed={name}");
            }
        }
        let out_dir = env::var_os("OUT_DIR").map(PathBuf::from);
        let folder = match &self.folder {
            Some(folder) => in_package(folder),
            None => out_dir.clone().ok_or(Error::NoFolder)?,
        };
        let name = self.name.as_deref().unwrap_or("schema");
        let chosen = !self.dialects.is_empty();
        let dialects =
            if chosen { self.dialects } else { vec![Dialect::GoogleSql, Dialect::PostgreSql] };
        let files = Files {
            scripts: dialects
                .iter()
                .map(|dialect| (folder.join(script_name(name, *dialect)), *dialect))
                .collect(),
            lock: match (&self.lock, &self.folder) {
                (Some(lock), _) => Some(Lock { path: in_package(lock), first_by_itself: false }),
                (None, Some(_)) => {
                    Some(Lock { path: folder.join(format!("{name}.lock")), first_by_itself: true })
                }
                (None, None) => None,
            },
            in_out_dir: self.folder.is_none(),
            accept: Accept::Build,
        };
        let only_check = in_script && flag(CHECK);
        let elsewhere = out_dir.filter(|_| in_script && package::is_not_ours(&in_package("")));
        let done = match &elsewhere {
            Some(out_dir) => files.write_elsewhere(&self.schema, out_dir),
            None => files.bring_up_to_date(&self.schema, &Accepted::from_env(), only_check),
        };
        let written = done.map_err(|error| match error {
            Error::Schema { error, .. } if !chosen => {
                let other = dialects.into_iter().find(|dialect| self.schema.ddl(*dialect).is_ok());
                Error::Schema { error, other }
            }
            error => error,
        })?;
        let original = in_package(package::ORIGINAL);
        if elsewhere.is_some() {
            // To Cargo, the package that it verifies is the one that it packed. There this file is
            // missing, so the script runs again.
            if original.exists() {
                println!("cargo::rerun-if-changed={}", original.display());
            }
        } else if in_script {
            files::date_back(&written);
            // Only files that a person may edit. A missing file would make Cargo run the script in
            // every build.
            let kept = self.folder.iter().flat_map(|_| files.scripts.iter().map(|(path, _)| path));
            for path in kept.chain(files.lock.iter().map(|lock| &lock.path)) {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
        Ok(())
    }
}

/// The lock file as it is written again, if it can be read.
#[cfg(fuzzing)]
#[doc(hidden)]
#[must_use]
pub fn rewritten_lock(file: &str) -> Option<String> {
    lock::read(file).ok().map(|layouts| lock::write(&layouts))
}

fn script_name(name: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::GoogleSql => format!("{name}.googlesql.sql"),
        Dialect::PostgreSql => format!("{name}.postgresql.sql"),
    }
}

/// A path relative to the package that is built or tested.
fn in_package(path: impl AsRef<Path>) -> PathBuf {
    Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(path)
}

/// A path as shown in messages: relative to the package.
fn shown(path: &Path) -> impl std::fmt::Display {
    let package = env::var_os("CARGO_MANIFEST_DIR");
    let within = package.and_then(|package| path.strip_prefix(package).ok());
    within.unwrap_or(path).display().to_string()
}

fn flag(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0")
}

/// The tables whose new layout was accepted.
#[derive(Debug, Default)]
struct Accepted(Vec<String>);

impl Accepted {
    fn from_env() -> Self {
        Self(
            env::var(ACCEPT)
                .unwrap_or_default()
                .split(',')
                .map(|table| table.trim().to_owned())
                .collect(),
        )
    }

    fn every(&self) -> bool {
        self.0.iter().any(|table| table == EVERY_TABLE)
    }

    fn has(&self, table: &str) -> bool {
        self.every() || self.0.iter().any(|accepted| accepted == table)
    }
}

/// Where the files of one schema are.
struct Files {
    scripts: Vec<(PathBuf, Dialect)>,
    /// Whether the scripts are in OUT_DIR, which is not committed.
    in_out_dir: bool,
    lock: Option<Lock>,
    accept: Accept,
}

struct Lock {
    path: PathBuf,
    /// Whether a first lock is created without being accepted: if no schema file is next to it.
    first_by_itself: bool,
}

impl Lock {
    /// Whether a schema file of this name exists, in any dialect.
    fn has_a_schema_beside(&self) -> bool {
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let beside = |dialect| self.path.with_file_name(script_name(&name, dialect)).exists();
        beside(Dialect::GoogleSql) || beside(Dialect::PostgreSql)
    }
}

impl Files {
    /// Makes every check, then writes, or only compares, what has changed. Returns what was
    /// written.
    fn bring_up_to_date(
        &self,
        schema: &Schema<'_>,
        accepted: &Accepted,
        only_check: bool,
    ) -> std::result::Result<Vec<PathBuf>, Error> {
        if schema.tables().is_empty() {
            return Err(Error::NoTables);
        }
        // The lock comes first: a schema file without a lock would look like a lost lock.
        let mut stale = Vec::new();
        let mut scripts = Vec::new();
        for (path, dialect) in &self.scripts {
            scripts.push((path, schema.script(*dialect)?, files::read(path)?));
        }
        if let Some(lock) = &self.lock {
            let kept: Vec<&str> =
                scripts.iter().filter_map(|(_, _, kept)| kept.as_deref()).collect();
            stale.extend(self.locked(lock, &schema.gathered()?, &kept, accepted)?);
        }
        for (path, script, kept) in scripts {
            if !kept.as_deref().is_some_and(|kept| says_the_same(kept, &script)) {
                stale.push((path, script));
            }
        }
        if only_check {
            // The diff of the schema is more helpful than that of the lock, so it comes first.
            let in_repository = |path: &Path| {
                !self.in_out_dir || self.lock.as_ref().is_some_and(|lock| lock.path == path)
            };
            if let Some((path, text)) = stale.iter().rev().find(|(path, _)| in_repository(path)) {
                return Err(self.stale(path, text));
            }
        }
        let mut written = Vec::new();
        for (path, text) in stale {
            files::write(path, &text)?;
            written.push(path.clone());
        }
        Ok(written)
    }

    /// Writes the schema to this folder, and nothing to the folders of the package. Files of the
    /// package that do not match are a warning. Those that are not there were not packed.
    fn write_elsewhere(
        &self,
        schema: &Schema<'_>,
        folder: &Path,
    ) -> std::result::Result<Vec<PathBuf>, Error> {
        if schema.tables().is_empty() {
            return Err(Error::NoTables);
        }
        let mut different = Vec::new();
        for (path, dialect) in &self.scripts {
            let script = schema.script(*dialect)?;
            if files::read(path)?.is_some_and(|packed| !says_the_same(&packed, &script)) {
                different.push(path);
            }
            files::write(&folder.join(path.file_name().unwrap_or_default()), &script)?;
        }
        if let Some(lock) = self.lock.as_ref().filter(|lock| lock.path.exists()) {
            let same = self.locked(lock, &schema.gathered()?, &[], &Accepted::default());
            if !matches!(same, Ok(None)) {
                different.push(&lock.path);
            }
        }
        for path in different {
            println!("cargo::warning=`{}` does not match the structs", shown(path));
        }
        Ok(Vec::new())
    }

    fn stale(&self, path: &Path, text: &str) -> Error {
        let diff = match files::read(path) {
            Ok(Some(kept)) => matches::diff(path, &kept, text),
            Ok(None) => "the file is not there\n".to_owned(),
            Err(error) => return error,
        };
        let update = match self.accept {
            Accept::Build => "cargo build",
            Accept::Test => "SPANNER_KEYS_UPDATE=1 cargo test",
        };
        Error::Stale { path: path.to_owned(), diff, update: update.to_owned() }
    }

    /// The new text of the lock, if it changes. `scripts` are the existing schema files.
    fn locked<'l>(
        &self,
        lock: &'l Lock,
        tables: &[TableDef<'_>],
        scripts: &[&str],
        accepted: &Accepted,
    ) -> std::result::Result<Option<(&'l PathBuf, String)>, Error> {
        let path = &lock.path;
        let now: Vec<Layout> = tables.iter().map(Layout::of).collect();
        let Some(kept) = files::read(path)? else {
            if accepted.every()
                || (lock.first_by_itself && scripts.is_empty() && !lock.has_a_schema_beside())
            {
                return Ok(Some((path, lock::write(&now))));
            }
            return Err(Error::MissingLock { lock: path.clone(), accept: self.accept });
        };
        let mut locked = lock::read(&kept).map_err(|unreadable| match unreadable {
            Unreadable::Damaged { line, problem } => {
                Error::DamagedLock { lock: path.clone(), line, problem }
            }
            Unreadable::Newer { version } => Error::NewerLock { lock: path.clone(), version },
        })?;
        let declared: HashMap<Cow<'_, str>, &TableDef<'_>> =
            tables.iter().map(|table| (table.path(), table)).collect();
        let has_column = |table: &str, column: &str| {
            declared
                .get(table)
                .is_some_and(|table| table.columns.iter().any(|known| known.name == column))
        };
        let mut changes = change::changes(&locked, &now, has_column);
        changes.retain(|change| !accepted.has(&change.table));
        if !changes.is_empty() {
            return Err(Error::Layout { lock: path.clone(), changes, accept: self.accept });
        }
        let known: HashSet<&str> = locked.iter().map(|layout| layout.table.as_str()).collect();
        let lines: HashSet<&str> = scripts.iter().flat_map(|script| script.lines()).collect();
        let lost: Vec<String> = tables
            .iter()
            .filter(|table| {
                !known.contains(table.path().as_ref())
                    && !accepted.has(&table.path())
                    && make(&lines, table)
            })
            .map(|table| table.path().into_owned())
            .collect();
        if !lost.is_empty() {
            return Err(Error::Unlocked { lock: path.clone(), tables: lost, accept: self.accept });
        }
        let mut sorted = now.clone();
        sorted.sort_by(|one, two| one.table.cmp(&two.table));
        locked.sort_by(|one, two| one.table.cmp(&two.table));
        Ok((locked != sorted).then(|| (path, lock::write(&now))))
    }
}

/// Whether the schema files, of either dialect, create the table.
fn make(lines: &HashSet<&str>, table: &TableDef<'_>) -> bool {
    [Dialect::GoogleSql, Dialect::PostgreSql]
        .iter()
        .any(|dialect| lines.contains(dialect.create_table_line(table).as_str()))
}
