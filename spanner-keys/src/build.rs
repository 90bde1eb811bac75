//! Use this in `build.rs` to keep the schema as files in your repository, with a lock on what was
//! shipped (feature `build`).
//!
//! In `build.rs`, with the structs of `src/tables.rs`:
//!
//! ```no_run
//! # /*
//! #[path = "src/tables.rs"]
//! mod tables;
//! # */
//! # mod tables {
//! #     use spanner_keys::{SpannerTable, Uuid};
//! #     #[derive(SpannerTable)]
//! #     pub struct Customer { #[key(uuid)] id: Uuid }
//! #     #[derive(SpannerTable)]
//! #     pub struct Order { #[key(uuid)] id: Uuid }
//! # }
//!
//! fn main() -> spanner_keys::build::Result {
//!     spanner_keys::build::schema(spanner_keys::tables![tables::Customer, tables::Order])
//!         .folder("schema")
//!         .write()
//! }
//! ```
//!
//! This keeps `schema/schema.googlesql.sql`, `schema/schema.postgresql.sql` and
//! `schema/schema.lock` up to date. Commit them: a reviewer then sees every change of the schema.
//! Unchanged files are not written.
//!
//! # The lock
//!
//! The lock file holds what was shipped: every table with its columns, defaults, indexes and
//! constraints, every other object, and what no statement shows, such as the values that rows hold
//! for the variants of an enum. An ordinary change of a struct updates the schema files and the
//! lock. The build fails if Spanner can never make the change (another key, parent, column type or
//! stored expression), or if data is lost (a column or a table that is no longer declared, a variant
//! with another value). The error explains what changed, why that is a problem, and what to do
//! instead. If no database has the table yet, or its data may be lost, accept the change once, by
//! name:
//!
//! ```sh
//! SPANNER_KEYS_ACCEPT=Transactions cargo build
//! SPANNER_KEYS_ACCEPT=Transactions.note cargo build
//! ```
//!
//! The first build writes the lock. Later a lock that is missing, damaged or of a newer version is
//! an error, and is never overwritten; `SPANNER_KEYS_ACCEPT=every-table` writes one where it is
//! missing. Locks of older versions are read, and written again in the current one.
//!
//! # Migrations
//!
//! Without migrations, a table is shipped as soon as it is built. With a folder of migrations, what
//! was shipped is what the migrations create: a new table is a draft, and its key can be changed at
//! will, until a migration that creates it is written. The folder is `migrations` beside the schema
//! files, or the one that [`Build::migrations`] names. `SPANNER_KEYS_CHECK=1` also fails if a change
//! of the structs has no migration, and names the command that writes it:
//!
//! ```sh
//! cargo spanner-keys migrate schema/schema.googlesql.sql --from schema/migrations --out schema/migrations
//! ```
//!
//! Files for both dialects are in the folders `googlesql` and `postgresql` of that folder.
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
//! | `SPANNER_KEYS_ACCEPT` | the tables, and columns as `Table.column`, whose change is accepted, separated by `,`, or `every-table` |
//! | `SPANNER_KEYS_CHECK=1` | for CI: a build script writes nothing, and fails if a file does not match the structs, or if a change has no migration |
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
//! - In a file that a build script includes, `crate::` means the build script, so the structs must
//!   use relative paths (`super::`, `self::`).
//! - Instead of including a file, a build script can depend on a crate with the tables.
//! - OUT_DIR, the default folder, has no lock, because `cargo clean` deletes it. Set one with
//!   [`Build::lock`].

mod error;
mod files;
mod judge;
mod lock;
mod matches;
mod migrations;
mod old_lock;
mod package;
mod shipped;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

pub use error::{Accept, Error};
pub use judge::{LayoutChange, WayOut};

use crate::catalog::Catalog;
use crate::ddl::{Schema, says_the_same};
use crate::dialect::Dialect;
use crate::schema::TableDef;
use lock::Unreadable;
use migrations::Migrations;
use shipped::Shipped;

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
/// assert!(std::fs::read_to_string(folder.join("schema.lock"))?.contains("table Customer\n"));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is written before `write`"]
pub const fn schema(schema: Schema<'_>) -> Build<'_> {
    Build { schema, dialects: Vec::new(), name: None, folder: None, lock: None, migrations: None }
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
    migrations: Option<PathBuf>,
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

    /// Compares with what these migrations create: that is what was shipped. See the
    /// [module](self#migrations); the default is the folder `migrations` beside the schema files, if
    /// it exists.
    pub fn migrations(self, folder: impl Into<PathBuf>) -> Self {
        Self { migrations: Some(folder.into()), ..self }
    }

    /// Checks the tables and the lock, and writes what has changed: the lock first, then the
    /// schema. After an error nothing is written.
    ///
    /// In a build script it also makes Cargo run the script again when necessary.
    pub fn write(self) -> Result {
        let in_script = env::var_os("HOST").is_some() && env::var_os("OUT_DIR").is_some();
        if in_script {
            // Cargo detects automatically that the script, and the structs in it, have changed.
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
            migrations: match &self.migrations {
                Some(folder) => Some(in_package(folder)),
                None if name == "schema" && self.folder.is_some() => migrations::beside(&folder),
                None => None,
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
            let kept = kept.chain(files.lock.iter().map(|lock| &lock.path));
            for path in kept.chain(files.migrations.iter().filter(|folder| folder.exists())) {
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
    lock::read(file).ok().map(|lock| lock::write(&lock::upgraded(lock, &[], &[])))
}

fn script_name(name: &str, dialect: Dialect) -> String {
    format!("{name}.{}.sql", script_dialect(dialect))
}

/// A dialect in the names of files.
const fn script_dialect(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::GoogleSql => "googlesql",
        Dialect::PostgreSql => "postgresql",
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

/// The tables and columns whose change was accepted.
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
    migrations: Option<PathBuf>,
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
        let mut scripts: Vec<Script<'_>> = Vec::new();
        for (path, dialect) in &self.scripts {
            scripts.push((path, *dialect, schema.script(*dialect)?, files::read(path)?));
        }
        let mut unwritten = None;
        let migrations = match &self.migrations {
            Some(folder) => Some(Migrations::read(folder, &self.dialects())?),
            None => None,
        };
        if let Some(lock) = &self.lock {
            let now = Now::of(schema.gathered()?, &scripts)?;
            stale.extend(self.locked(lock, &now, migrations.as_ref(), accepted, only_check)?);
            unwritten = migrations
                .as_ref()
                .map(|migrations| migrations.check(&now.catalogs, &self.scripts));
        }
        for (path, _, script, kept) in scripts {
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
            unwritten.unwrap_or(Ok(()))?;
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
            let scripts = self.scripts.iter();
            let scripts = scripts
                .map(|(path, dialect)| Ok((path, *dialect, schema.script(*dialect)?, None)))
                .collect::<std::result::Result<Vec<Script<'_>>, Error>>()?;
            let now = Now::of(schema.gathered()?, &scripts)?;
            let same = self.locked(lock, &now, None, &Accepted::default(), true);
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

    fn dialects(&self) -> Vec<Dialect> {
        self.scripts.iter().map(|(_, dialect)| *dialect).collect()
    }

    /// The new text of the lock, if it changes.
    fn locked<'l>(
        &self,
        lock: &'l Lock,
        now: &Now<'_>,
        migrations: Option<&Migrations>,
        accepted: &Accepted,
        only_check: bool,
    ) -> std::result::Result<Option<(&'l PathBuf, String)>, Error> {
        let path = &lock.path;
        let kept = files::read(path)?;
        let is_first = lock.first_by_itself && now.kept.is_empty() && !lock.has_a_schema_beside();
        if kept.is_none() && !accepted.every() && !is_first {
            return Err(Error::MissingLock { lock: path.clone(), accept: self.accept });
        }
        let mut is_old = false;
        let mut old = match &kept {
            None => Shipped::default(),
            Some(kept) => {
                let read = lock::read(kept).map_err(|unreadable| match unreadable {
                    Unreadable::Damaged { line, problem } => {
                        Error::DamagedLock { lock: path.clone(), line, problem }
                    }
                    Unreadable::Newer { version } => {
                        Error::NewerLock { lock: path.clone(), version }
                    }
                })?;
                is_old = matches!(read, lock::Lock::Layouts(_));
                lock::upgraded(read, &now.tables, &self.dialects())
            }
        };
        if let Some(migrations) = migrations {
            migrations.replace(&mut old);
        }
        let mut stops = judge::stops(&old, &now.shipped, &now.catalogs, migrations.is_none());
        if migrations.is_some() && !stops.is_empty() {
            // What a schema file has already was accepted, and waits for its migration.
            let kept = now.kept_catalogs();
            let mut shipped = Shipped::default();
            for catalog in &kept {
                shipped.add(catalog);
            }
            let waiting = judge::stops(&old, &shipped, &kept, false);
            let waiting: HashSet<String> = waiting.iter().map(LayoutChange::name).collect();
            stops.retain(|one| !waiting.contains(&one.name()) || one.is_fact());
        }
        stops.retain(|one| !accepted.has(&one.table) && !accepted.has(&one.name()));
        if !stops.is_empty() {
            return Err(Error::Layout {
                lock: path.clone(),
                changes: stops,
                accept: self.accept,
                migrations: migrations.map_or_else(Vec::new, |one| one.commands(&self.scripts)),
            });
        }
        if kept.is_some() && migrations.is_none() {
            self.nothing_is_lost(path, &old, now, accepted)?;
        }
        let new = match migrations {
            Some(migrations) => migrations.shipped(&old, now),
            None => now.locked(&old, self.accept == Accept::Test),
        };
        let text = lock::write(&new);
        // A release of this crate must not fail anyone's CI.
        let carried = only_check && is_old && old.tables().eq(new.tables());
        let same = carried || kept.is_some_and(|kept| lock::says_the_same(&kept, &text));
        Ok((!same).then_some((path, text)))
    }

    /// A table that only the schema file has was lost from the lock.
    fn nothing_is_lost(
        &self,
        lock: &Path,
        old: &Shipped,
        now: &Now<'_>,
        accepted: &Accepted,
    ) -> Result {
        let lines: HashSet<&str> = now.kept.iter().flat_map(|script| script.lines()).collect();
        let lost = now.tables.iter().filter(|table| {
            !old.has(&table.path()) && !accepted.has(&table.path()) && make(&lines, table)
        });
        let tables: Vec<String> = lost.map(|table| table.path().into_owned()).collect();
        if tables.is_empty() {
            return Ok(());
        }
        Err(Error::Unlocked { lock: lock.to_owned(), tables, accept: self.accept })
    }
}

/// The structs as they are now, and the schema files as they were.
struct Now<'a> {
    tables: Vec<TableDef<'a>>,
    /// One for each dialect.
    catalogs: Vec<Catalog>,
    shipped: Shipped,
    /// The schema files.
    kept: Vec<String>,
    dialects_of_kept: Vec<Dialect>,
}

impl<'a> Now<'a> {
    fn of(tables: Vec<TableDef<'a>>, scripts: &[Script<'_>]) -> std::result::Result<Self, Error> {
        let mut now = Self {
            tables,
            catalogs: Vec::new(),
            shipped: Shipped::default(),
            kept: Vec::new(),
            dialects_of_kept: Vec::new(),
        };
        for (path, dialect, script, kept) in scripts {
            let catalog = read(script, *dialect);
            if let Some(problem) = catalog.problems().first() {
                return Err(Error::ddl(path, script, problem));
            }
            now.shipped.add(&catalog);
            now.catalogs.push(catalog);
            if let Some(kept) = kept {
                now.kept.push(kept.clone());
                now.dialects_of_kept.push(*dialect);
            }
        }
        now.shipped.add_facts(&now.tables, |_, _| true);
        Ok(now)
    }

    /// The schema files, as schemas.
    fn kept_catalogs(&self) -> Vec<Catalog> {
        let kept = self.kept.iter().zip(&self.dialects_of_kept);
        kept.map(|(script, dialect)| read(script, *dialect)).collect()
    }

    /// The content of the lock, where everything that is built is shipped.
    fn locked(&self, old: &Shipped, keeps_others: bool) -> Shipped {
        let mut new = self.shipped.clone();
        if keeps_others {
            new.keep_dialects_of(old);
        }
        new
    }
}

fn read(script: &str, dialect: Dialect) -> Catalog {
    let mut catalog = Catalog::new(dialect);
    catalog.read("the schema file", script);
    catalog
}

/// A schema file: its path, its dialect, its text now, and the text in the file.
type Script<'f> = (&'f PathBuf, Dialect, String, Option<String>);

/// Whether the schema files, of either dialect, create the table.
fn make(lines: &HashSet<&str>, table: &TableDef<'_>) -> bool {
    [Dialect::GoogleSql, Dialect::PostgreSql]
        .iter()
        .any(|dialect| lines.contains(dialect.create_table_line(table).as_str()))
}
