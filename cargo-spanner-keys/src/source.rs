//! Where the DDL comes from.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::{env, fs};

use spanner_keys::Dialect;
use spanner_keys::catalog::{Catalog, ProblemKind, guess_dialect};
use spanner_keys::migrate::migration_files;

/// Reads all sources in order, as one schema.
pub(crate) fn read(sources: &[String], dialect: Option<Dialect>) -> Result<Catalog, String> {
    read_any(sources, dialect, false)
}

/// The same, where a database or a folder may be empty.
pub(crate) fn read_empty(sources: &[String], dialect: Option<Dialect>) -> Result<Catalog, String> {
    read_any(sources, dialect, true)
}

fn read_any(
    sources: &[String],
    mut dialect: Option<Dialect>,
    empty: bool,
) -> Result<Catalog, String> {
    let mut texts: Vec<(String, String)> = Vec::new();
    if sources.is_empty() {
        texts.push(read_file(&own_schema_file(dialect)?)?);
    }
    for source in sources {
        if source == "-" {
            let mut bytes = Vec::new();
            let read = io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| format!("cannot read standard input: {error}"))?;
            texts.push(("<stdin>".to_owned(), decode("standard input", &bytes)?));
        } else if source.starts_with("spanner://") {
            let (found, statements) = live(source)?;
            dialect = dialect.or(found);
            texts.push((source.clone(), statements.join(";\n\n") + ";\n"));
        } else if Path::new(source).is_dir() {
            let (folder, of) = of_dialect(Path::new(source), dialect)?;
            dialect = dialect.or(of);
            for file in migrations(&folder, empty)? {
                texts.push(read_file(&file)?);
            }
        } else {
            texts.push(read_file(Path::new(source))?);
        }
    }
    if !empty && texts.iter().all(|(_, text)| text.trim().is_empty()) {
        return Err("the input is empty\nhelp: pass a file with CREATE TABLE statements, or a folder of migrations".to_owned());
    }
    let dialect = dialect.unwrap_or_else(|| {
        let all: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        guess_dialect(&all.join("\n"))
    });
    let catalog = in_order(texts.iter().collect(), dialect);
    if !empty
        && texts.iter().any(|(_, text)| !text.is_empty())
        && catalog.sources().iter().all(|source| source.counts.statements() == 0)
    {
        return Err("the input has no statement\nhelp: pass a file with CREATE TABLE statements, or a folder of migrations".to_owned());
    }
    Ok(catalog)
}

/// Reads files as migrations, in their order. Folders with one file for each table have none: files
/// that need others are read again after them, as long as that helps.
fn in_order(mut texts: Vec<&(String, String)>, dialect: Dialect) -> Catalog {
    let read = |texts: &[&(String, String)]| {
        let mut catalog = Catalog::new(dialect);
        for (name, text) in texts {
            catalog.read(name, text);
        }
        catalog
    };
    let mut catalog = read(&texts);
    loop {
        let problems = catalog.problems().iter();
        let late: HashSet<usize> = problems
            .filter(|one| matches!(one.kind, ProblemKind::UnknownTable | ProblemKind::Unresolved))
            .map(|problem| problem.span.source)
            .collect();
        let files = texts.iter().enumerate();
        let (late, first): (Vec<_>, Vec<_>) = files.partition(|(at, _)| late.contains(at));
        if late.is_empty() || first.is_empty() {
            return catalog;
        }
        texts = first.into_iter().chain(late).map(|(_, text)| *text).collect();
        let again = read(&texts);
        if again.problems().len() >= catalog.problems().len() {
            return catalog;
        }
        catalog = again;
    }
}

#[cfg(feature = "live")]
fn live(source: &str) -> Result<(Option<Dialect>, Vec<String>), String> {
    crate::live::ddl(&crate::live::database(source)?)
}

#[cfg(not(feature = "live"))]
fn live(source: &str) -> Result<(Option<Dialect>, Vec<String>), String> {
    let mut parts = source.trim_start_matches("spanner://").split('/');
    let (project, instance, database) = (
        parts.next().unwrap_or("PROJECT"),
        parts.next().unwrap_or("INSTANCE"),
        parts.next().unwrap_or("DATABASE"),
    );
    Err(format!(
        "this build does not connect to databases\nhelp: pipe the DDL: `gcloud spanner databases ddl describe {database} --instance {instance} --project {project} | cargo spanner-keys audit -`"
    ))
}

fn read_file(path: &Path) -> Result<(String, String), String> {
    let name = path.to_string_lossy().into_owned();
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!(
            "`{name}` does not exist\nhelp: pass a file, a folder of migrations, or `-` for standard input"
        ),
        _ => format!("cannot read `{name}`: {error}"),
    })?;
    let text = decode(&name, &bytes)?;
    Ok((name, text))
}

/// The text of a file. A byte order mark, or a comment in another encoding, must not hide the rest;
/// PowerShell writes UTF-16.
fn decode(name: &str, bytes: &[u8]) -> Result<String, String> {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks(2).map(|pair| unit([pair[0], *pair.get(1).unwrap_or(&0)]));
        String::from_utf16_lossy(&units.collect::<Vec<u16>>())
    };
    match bytes {
        [0xFF, 0xFE, ..] => Ok(wide(u16::from_le_bytes)),
        [0xFE, 0xFF, ..] => Ok(wide(u16::from_be_bytes)),
        _ if bytes.contains(&0) => Err(format!(
            "`{name}` is not a text file\nhelp: pass a file with CREATE TABLE statements, or a folder of migrations"
        )),
        _ => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            // `gcloud … ddl describe --format=json`, and the answer of the REST API.
            if text.trim_start().starts_with(['[', '{'])
                && serde_json::from_str::<serde_json::Value>(&text).is_ok()
            {
                return Err(format!(
                    "`{name}` is JSON, not DDL\nhelp: leave out `--format=json`; with `jq -r '.[] + \";\"'`, its statements become DDL"
                ));
            }
            Ok(text)
        }
    }
}

/// The migrations of a folder.
fn migrations(folder: &Path, empty: bool) -> Result<Vec<PathBuf>, String> {
    let files = migration_files(folder)
        .map_err(|error| format!("cannot read the folder `{}`: {error}", folder.display()))?;
    if files.is_empty() && !empty {
        return Err(format!(
            "the folder `{}` has no .sql, .ddl or .sdl file\nhelp: pass the folder that has the migrations",
            folder.display()
        ));
    }
    Ok(files)
}

/// The names of folders with the migrations of one dialect.
const OF_DIALECT: [(&str, Dialect); 2] =
    [("googlesql", Dialect::GoogleSql), ("postgresql", Dialect::PostgreSql)];

/// The folder with the migrations of this dialect: a package with both has a folder for each.
pub(crate) fn of_dialect(
    folder: &Path,
    dialect: Option<Dialect>,
) -> Result<(PathBuf, Option<Dialect>), String> {
    let own = OF_DIALECT.map(|(name, of)| (folder.join(name), of));
    let found: Vec<_> = own.iter().filter(|(folder, _)| folder.is_dir()).collect();
    match (dialect, found.as_slice()) {
        (_, []) => Ok((folder.to_owned(), None)),
        (None, [(folder, of)]) => Ok((folder.clone(), Some(*of))),
        (Some(dialect), _) => {
            let name = OF_DIALECT.iter().find(|(_, of)| *of == dialect).map(|(name, _)| name);
            Ok((folder.join(name.unwrap_or(&"")), Some(dialect)))
        }
        (None, _) => Err(format!(
            "the folder `{}` has migrations of both dialects\nhelp: pass `--dialect googlesql` or `--dialect postgresql`",
            folder.display()
        )),
    }
}

/// The schema file that the package in this folder, or above it, keeps.
fn own_schema_file(dialect: Option<Dialect>) -> Result<PathBuf, String> {
    let names = match dialect {
        None => ["schema.googlesql.sql", "schema.postgresql.sql", "schema.sql"].as_slice(),
        Some(Dialect::GoogleSql) => &["schema.googlesql.sql", "schema.sql"],
        Some(Dialect::PostgreSql) => &["schema.postgresql.sql", "schema.sql"],
    };
    own(names, Path::is_file)?.ok_or_else(|| "this package has neither `schema/schema.googlesql.sql` nor `schema.sql`\nhelp: pass a file, a folder of migrations, or `-` for standard input".to_owned())
}

/// The folder of migrations that the package in this folder, or above it, keeps.
pub(crate) fn own_migrations() -> Result<String, String> {
    let found = own(&["migrations"], Path::is_dir)?;
    let found = found.ok_or("this package has neither `schema/migrations` nor `migrations`\nhelp: pass `--from` with a file, a folder of migrations, or a database")?;
    Ok(found.to_string_lossy().into_owned())
}

/// What the package in this folder, or above it, has under one of these names.
fn own(names: &[&str], exists: impl Fn(&Path) -> bool) -> Result<Option<PathBuf>, String> {
    let start =
        env::current_dir().map_err(|error| format!("cannot find the current folder: {error}"))?;
    for folder in start.ancestors().filter(|folder| folder.join("Cargo.toml").is_file()) {
        let inside = names.iter().map(|name| folder.join("schema").join(name));
        let mut all = inside.chain(names.iter().map(|name| folder.join(name)));
        if let Some(found) = all.find(|path| exists(path)) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn text_is_decoded_and_other_files_are_not() {
        let wide: Vec<u8> = [0xFF, 0xFE]
            .into_iter()
            .chain("aé".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(decode("a", &wide).as_deref(), Ok("aé"));
        assert_eq!(decode("a", b"\xFE\xFF\0a").as_deref(), Ok("a"));
        assert_eq!(decode("a", b"caf\xe9").as_deref(), Ok("caf\u{fffd}"));
        assert!(decode("a", b"[\"CREATE TABLE T\"]").is_err_and(|error| error.contains("is JSON")));
        // A template is not JSON.
        assert!(decode("a", b"{{ prefix }} CREATE TABLE T").is_ok());
        assert!(decode("a", b"\x7fELF\0").is_err_and(|error| error.contains("not a text file")));
    }
}
