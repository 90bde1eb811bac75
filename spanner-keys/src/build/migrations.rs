//! A folder of migrations: what they create is what was shipped.

use std::path::{Path, PathBuf};

use super::error::Error;
use super::shipped::Shipped;
use super::{Now, files, script_dialect};
use crate::catalog::{Catalog, ObjectName, guess_dialect};
use crate::dialect::Dialect;
use crate::migrate::{Change, ObjectKind, differences, migration_files};

/// What the migrations of each dialect create. A dialect without migrations has the tables of the
/// other one.
pub(super) struct Migrations {
    catalogs: Vec<(PathBuf, Catalog)>,
}

/// What the command writes in the first line of a migration.
const WRITTEN: &str = "-- Written by `cargo spanner-keys migrate`";

/// The folder beside the schema files, if it is ours: beside the manifest it may be that of another
/// tool.
pub(super) fn beside(folder: &Path) -> Option<PathBuf> {
    let migrations = folder.join("migrations");
    let is_ours = || {
        let files = migration_files(&migrations).unwrap_or_default();
        let mut texts = files.iter().filter_map(|path| files::read(path).ok().flatten());
        texts.any(|text| text.starts_with(WRITTEN))
    };
    let is_root = folder.join("Cargo.toml").exists();
    (migrations.is_dir() && (!is_root || is_ours())).then_some(migrations)
}

impl Migrations {
    /// Reads the migrations. A folder that does not exist has none.
    pub(super) fn read(folder: &Path, dialects: &[Dialect]) -> Result<Self, Error> {
        let own = dialects.iter().map(|dialect| (folder.join(script_dialect(*dialect)), *dialect));
        let own: Vec<_> = own.filter(|(folder, _)| folder.is_dir()).collect();
        let mut catalogs = Vec::new();
        if own.is_empty() {
            let texts = texts(folder)?;
            let all: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
            let guessed = guess_dialect(&all.join("\n"));
            let dialect = match dialects {
                [only] => *only,
                _ => guessed,
            };
            catalogs.push((folder.to_owned(), catalog(&texts, dialect)?));
        }
        for (folder, dialect) in own {
            let texts = texts(&folder)?;
            catalogs.push((folder, catalog(&texts, dialect)?));
        }
        Ok(Self { catalogs })
    }

    /// Makes what the migrations create the content of a lock.
    pub(super) fn replace(&self, lock: &mut Shipped) {
        let mut shipped = Shipped::default();
        for (_, catalog) in &self.catalogs {
            lock.forget(catalog.dialect());
            lock.add(catalog);
            shipped.add(catalog);
        }
        lock.keep_tables_of(&shipped);
        lock.forget_empty();
    }

    /// The new content of the lock: `old` is what [`replace`](Self::replace) made of it.
    pub(super) fn shipped(&self, old: &Shipped, now: &Now<'_>) -> Shipped {
        let mut new = now.shipped.clone();
        for (_, catalog) in &self.catalogs {
            new.forget(catalog.dialect());
            new.add(catalog);
        }
        new.keep_tables_of(old);
        new.forget_empty();
        new.forget_facts();
        new.add_facts(&now.tables, |table, column| {
            let name = ObjectName::parse(&table.path());
            let tables = self.catalogs.iter().filter_map(|(_, catalog)| catalog.table(&name));
            tables.into_iter().any(|table| table.column(column).is_some())
        });
        new
    }

    /// The schema files, each with the folder of its migrations.
    pub(super) fn commands(&self, scripts: &[(PathBuf, Dialect)]) -> Vec<(PathBuf, PathBuf)> {
        let folders = self.catalogs.iter().filter_map(|(folder, catalog)| {
            let (script, _) = scripts.iter().find(|(_, of)| *of == catalog.dialect())?;
            Some((script.clone(), folder.clone()))
        });
        folders.collect()
    }

    /// For CI: the migrations must create what the structs declare.
    pub(super) fn check(
        &self,
        now: &[Catalog],
        scripts: &[(PathBuf, Dialect)],
    ) -> Result<(), Error> {
        for (folder, catalog) in &self.catalogs {
            let dialect = catalog.dialect();
            let Some(now) = now.iter().find(|now| now.dialect() == dialect) else { continue };
            let mut found = differences(catalog, now);
            found.retain(|one| {
                let kept = one.change == Change::Dropped && one.kind == ObjectKind::Other;
                one.change != Change::Unclear && !kept
            });
            let script = scripts.iter().find(|(_, of)| *of == dialect);
            if let (false, Some((script, _))) = (found.is_empty(), script) {
                return Err(Error::NoMigration {
                    folder: folder.clone(),
                    script: script.clone(),
                    differences: found,
                });
            }
        }
        Ok(())
    }
}

fn texts(folder: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let failed = |source| Error::Io { path: folder.to_owned(), doing: "read", source };
    let mut texts = Vec::new();
    for path in migration_files(folder).map_err(failed)? {
        if let Some(text) = files::read(&path)? {
            texts.push((path, text));
        }
    }
    Ok(texts)
}

fn catalog(texts: &[(PathBuf, String)], dialect: Dialect) -> Result<Catalog, Error> {
    let mut catalog = Catalog::new(dialect);
    for (path, text) in texts {
        catalog.read(&path.to_string_lossy(), text);
        if let Some(problem) = catalog.problems().first() {
            return Err(Error::ddl(path, text, problem));
        }
    }
    Ok(catalog)
}
